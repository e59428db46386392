// What holds for every address and method: 404, 405 with Allow, HEAD as GET; and that the valid requests are valid.
import { exports } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../src/routes/routes.ts';
import { call, OWNER } from '../support/api.ts';
import { expectClean, expectProblem } from '../support/problems.ts';
import { storedState } from '../support/tables.ts';
import { all, prepareRequests, requestOf, send, WRONG_KEY } from './everyOperation.ts';
import { addressOf } from './requests.ts';

prepareRequests();

describe('a method that an address does not take', () => {
  const addresses = [...new Set(operations.map(({ path }) => path))].map(
    (path) => [path, operations.filter((operation) => operation.path === path)] as const,
  );

  it.each(addresses)('%s: 405, and Allow names those that it takes', async (path, here) => {
    const taken = here.map(({ method }) => method.toUpperCase());
    const before = await storedState();
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'].filter((each) => !taken.includes(each))) {
      const answered = await call(method, path.replaceAll(/\{\w+\}/g, 'CLOCK'), { headers: {} });
      expectProblem(answered, 405, 'method_not_allowed');
      const allow = (answered.headers.get('allow') ?? '').split(', ');
      expect(allow).toEqual(expect.arrayContaining(taken));
      expect(allow).not.toContain(method);
      expect(allow.includes('HEAD')).toBe(taken.includes('GET'));
    }
    expect(await storedState()).toEqual(before);
  });
});

describe('an address that is not there', () => {
  it.each([
    '/api',
    '/api/',
    '/api/directory/',
    '/api//directory',
    '/api/directory/A/B',
    '/API/DIRECTORY',
    '/health/',
    '/.env',
    '/api/dispatch/x',
    '/a%00b',
    '/%ff',
  ])('%s is a 404 in the form of every refusal', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) expectProblem(await call(method, path), 404, 'not_found');
  });
});

describe.each(all.filter(([, { method }]) => method === 'get'))('HEAD of %s', (id) => {
  it('has the status of GET, its headers, and no body', async () => {
    const before = await storedState();
    for (const [headers, path] of [
      [OWNER, addressOf(requestOf(id))],
      [{ 'x-terminal-key': WRONG_KEY }, addressOf(requestOf(id))],
      [OWNER, addressOf(requestOf(id), [['later', '1']])],
    ] as const) {
      const got = await call('GET', path, { headers });
      const head = await exports.default.fetch(`http://localhost${path}`, { method: 'HEAD', headers });
      expect(head.status).toBe(got.status);
      expect(head.headers.get('content-type')).toBe(got.headers.get('content-type'));
      expect(await head.text()).toBe('');
    }
    expect(await storedState()).toEqual(before);
  });
});

describe('a row that is disabled', () => {
  beforeAll(() => call('PUT', '/api/directory/REPLACE_ROW', { json: { type: 'fn', target: 'now', content: '# WHAT: Off.', enabled: 0 } }));

  it('does not run on any path, and the refusal is on record', async () => {
    const requests = [
      () => call('POST', '/api/invoke', { json: { key: 'REPLACE_ROW' } }),
      () => call('POST', '/api/invoke/REPLACE_ROW', { json: {} }),
      () => call('POST', '/api/dispatch', { json: { key: 'REPLACE_ROW' } }),
    ];
    for (const request of requests) {
      const answered = await request();
      expectProblem(answered, 409, 'row_disabled');
      expect(answered.body.proof).toMatchObject({ ok: false, status: 'REFUSED' });
    }
    const batch = await call('POST', '/api/batch', { json: { calls: [{ key: 'REPLACE_ROW' }] } });
    expect(batch.body).toMatchObject({ ok: false, results: [{ http_status: 409, error: 'row_disabled', ran: false }] });
  });

  it('is read by the owner and by nobody else', async () => {
    expect((await call('GET', '/api/directory/REPLACE_ROW')).status).toBe(200);
    expectProblem(await call('GET', '/api/directory/REPLACE_ROW', { headers: {} }), 404, 'unknown_key');
  });
});

describe('the valid requests', () => {
  it('succeed, as the owner by either header', async () => {
    for (const [id, operation] of all) {
      const headers = operation.method === 'get' ? { authorization: `Bearer ${OWNER['x-terminal-key']}` } : OWNER;
      const answered = await send(operation, { headers });
      expect([id, answered.status]).toEqual([id, requestOf(id).success]);
      expectClean(answered);
    }
  });
});
