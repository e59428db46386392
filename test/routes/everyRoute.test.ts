// What holds for every operation of the list, generated over it: bad input gets its status in the order of the gate,
// an answer that helps, and leaves nothing behind.
import { exports } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Operation } from '../../src/http/operation.ts';
import { BODY_BYTES_MAX, JSON_DEPTH_MAX } from '../../src/http/readJson.ts';
import { operations } from '../../src/routes/routes.ts';
import { call, OWNER, type Answered } from '../support/api.ts';
import { expectClean, expectProblem } from '../support/problems.ts';
import { storedState } from '../support/tables.ts';
import { addressOf, makeFixtures, operationIds, validRequests, type ValidRequest } from './requests.ts';

type Valid = ReturnType<typeof validRequests>;
let valid: Valid;

beforeAll(async () => {
  valid = validRequests(await makeFixtures());
});

const all = operations.map((operation) => [operation.operationId, operation] as const);
const withJson = all.filter(([, { json }]) => json !== undefined);
const withoutJson = all.filter(([, { json, method }]) => json === undefined && method !== 'get');
const WRONG_KEY = 'wrong-0123456789abcdef0123456789abcdef';

function requestOf(id: string): ValidRequest {
  const request = valid[id];
  if (request === undefined) throw new Error(`no valid request of ${id}`);
  return request;
}

/** The valid request of an operation, as the owner, but for what is given. */
function send(operation: Operation, change: { path?: string; json?: unknown; raw?: BodyInit; headers?: Record<string, string> } = {}): Promise<Answered> {
  const request = requestOf(operation.operationId);
  const json = change.raw === undefined && operation.json !== undefined ? ('json' in change ? change.json : request.json) : change.json;
  return call(operation.method.toUpperCase(), change.path ?? addressOf(request), { json, raw: change.raw, headers: change.headers ?? OWNER });
}

/** Runs what must be refused, and looks that nothing was stored by it. */
async function refused(status: number, error: string | undefined, ...requests: (() => Promise<Answered>)[]): Promise<void> {
  const before = await storedState();
  for (const request of requests) expectProblem(await request(), status, error);
  expect(await storedState()).toEqual(before);
}

/** A body that comes in pieces, without a content-length. */
function streamed(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at + 65_536));
      at += 65_536;
    },
  });
}

const tooLarge = JSON.stringify({ later: 'x'.repeat(BODY_BYTES_MAX - 11) });

describe('the list of operations', () => {
  it('has a valid request for each', () => {
    expect(Object.keys(valid).toSorted()).toEqual([...operationIds].toSorted());
  });

  it('has each address and each id once', () => {
    expect(new Set(operations.map(({ method, path }) => `${method} ${path}`)).size).toBe(operations.length);
    expect(new Set(operationIds).size).toBe(operations.length);
  });
});

describe.each(all)('%s', (id, operation) => {
  it('without a credential gives what is public and nothing else', async () => {
    const { open } = requestOf(id);
    if (open === undefined) return refused(401, 'unauthorized', () => send(operation, { headers: {} }));
    const answered = await send(operation, { headers: {} });
    expectClean(answered);
    expect(answered.status).toBe(requestOf(id).success);
  });

  it('with a credential that is bad is never anonymous', async () => {
    await refused(
      401,
      'unauthorized',
      () => send(operation, { headers: { 'x-terminal-key': WRONG_KEY } }),
      () => send(operation, { headers: { 'x-terminal-key': '' } }),
      () => send(operation, { headers: { 'x-terminal-key': `${OWNER['x-terminal-key']}x` } }),
      () => send(operation, { headers: { authorization: 'Bearer' } }),
      () => send(operation, { headers: { authorization: `Basic ${btoa(`:${OWNER['x-terminal-key']}`)}` } }),
      () => send(operation, { headers: { authorization: OWNER['x-terminal-key'] } }),
    );
    await refused(
      401,
      'token_invalid',
      () => send(operation, { headers: { authorization: `Bearer ${WRONG_KEY}` } }),
      () => send(operation, { headers: { 'x-capability-token': 'eyJhbGciOiJub25lIn0.e30.' } }),
      () => send(operation, { headers: { 'x-capability-token': OWNER['x-terminal-key'] } }),
    );
  });

  it('with two credentials is refused, even if both are good', async () => {
    const bearer = `Bearer ${OWNER['x-terminal-key']}`;
    await refused(
      400,
      'ambiguous_credential',
      () => send(operation, { headers: { ...OWNER, authorization: bearer } }),
      () => send(operation, { headers: { ...OWNER, 'x-capability-token': 'x' } }),
      () => send(operation, { headers: { authorization: bearer, 'x-capability-token': 'x' } }),
    );
  });

  it('refuses a query parameter that it does not know, by name', async () => {
    const request = requestOf(id);
    for (const name of ['later', 'wait', 'key', 'share', '__proto__', 'constructor', 'toString'].filter((each) => request.query?.[each] === undefined)) {
      await refused(400, `unknown_field:${name}`, () => send(operation, { path: addressOf(request, [[name, '1']]) }));
    }
  });

  it('refuses a query parameter that is given twice', async () => {
    const request = requestOf(id);
    for (const [name, value] of Object.entries(request.query ?? {})) {
      await refused(400, `invalid_field:${name}`, () => send(operation, { path: addressOf(request, [[name, value]]) }));
    }
  });

  it('refuses each query parameter of a wrong form', async () => {
    const request = requestOf(id);
    for (const [name, value] of request.wrongQuery ?? []) {
      await refused(400, `invalid_field:${name}`, () => send(operation, { path: addressOf({ ...request, query: { ...request.query, [name]: value } }) }));
    }
  });

  it('refuses an Idempotency-Key, which this build does not have', async () => {
    await refused(400, 'unknown_field:Idempotency-Key', () => send(operation, { headers: { ...OWNER, 'idempotency-key': 'k-1' } }));
  });

  it('tells of a bad field before it asks for a credential', async () => {
    const path = addressOf(requestOf(id), [['later', '1']]);
    await refused(400, 'unknown_field:later', () => send(operation, { path, headers: {} }), () => send(operation, { path, headers: { 'x-terminal-key': WRONG_KEY } }));
  });

  it('names no inside in any answer to a name that cannot be', async () => {
    for (const name of ['%00', '..%2f..%2fetc', '%ff', "'%20OR%201=1--", '%F0%9F%98%80', 'x'.repeat(3000), '__proto__', 'constructor', '%2e%2e', 'inv_%25']) {
      const path = operation.path.replace(/\{\w+\}/, name);
      if (path === operation.path) return;
      // A block may have any name that a key can have.
      if (id === 'writeBlock' && /^\w{1,64}$/.test(name)) continue;
      const before = await storedState();
      const answered = await send(operation, { path });
      expectClean(answered);
      // `..` as a name leads to the path above, where the method may not be known.
      expect([404, 405, 422]).toContain(answered.status);
      expect(await storedState()).toEqual(before);
    }
  });
});

describe.each(withJson)('%s, the body', (id, operation) => {
  const shape = (operation.json as unknown as z.ZodObject).shape;

  it('over 1 MiB is not read, whoever sends it and however it comes', async () => {
    expect(tooLarge.length).toBe(BODY_BYTES_MAX + 1);
    const error = `body_too_large:>${BODY_BYTES_MAX}`;
    await refused(
      413,
      error,
      () => send(operation, { raw: tooLarge }),
      () => send(operation, { raw: tooLarge, headers: {} }),
      () => send(operation, { raw: streamed(tooLarge), headers: { ...OWNER, 'content-type': 'application/json' } }),
      () => send(operation, { raw: streamed(tooLarge), headers: { 'content-type': 'application/json', 'x-terminal-key': WRONG_KEY } }),
    );
  });

  it('that is not JSON is refused', async () => {
    await refused(
      400,
      'invalid_json',
      ...['', ' ', '{', '{"a":1,}', "{'a':1}", 'key=NOW', '{"a":NaN}', '\u0000', '{}{}', '{"a":"\u0001"}', 'undefined'].map((raw) => () => send(operation, { raw })),
      () => send(operation, { raw: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) }),
      () => send(operation, { raw: '{', headers: {} }),
    );
  });

  it('of another content type is refused', async () => {
    const raw = JSON.stringify(requestOf(id).json);
    await refused(
      415,
      'unsupported_media_type',
      ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/jsonx', 'text/html; application/json', '*/*'].map(
        (type) => () => send(operation, { raw, headers: { ...OWNER, 'content-type': type } }),
      ),
      () => send(operation, { raw, headers: { 'content-type': 'text/plain' } }),
    );
  });

  it('that is missing is refused', async () => {
    const before = await storedState();
    for (const headers of [OWNER, { ...OWNER, 'content-type': 'application/json' }] as const) {
      const response = await exports.default.fetch(`http://localhost${addressOf(requestOf(id))}`, { method: operation.method.toUpperCase(), headers });
      expect([400, 415]).toContain(response.status);
      expect(response.headers.get('content-type')).toBe('application/problem+json');
    }
    expect(await storedState()).toEqual(before);
  });

  it('of another kind than an object is refused', async () => {
    await refused(400, 'invalid_field:body', ...[[], [requestOf(id).json], null, 'NOW', 7, true].map((json) => () => send(operation, { json })));
  });

  it('that nests too deeply is refused before it is parsed', async () => {
    const deep = (levels: number) => `{"later":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    const members = `${'{"a":'.repeat(200_000)}1${'}'.repeat(5)}`;
    await refused(
      400,
      'json_too_deep',
      ...[deep(JSON_DEPTH_MAX), deep(400_000), members, '['.repeat(BODY_BYTES_MAX)].map((raw) => () => send(operation, { raw })),
      () => send(operation, { raw: deep(400_000), headers: {} }),
    );
  });

  it('may have brackets in its strings', async () => {
    await refused(400, operation.operationId === 'patchRow' ? 'no recognized fields' : undefined, () => send(operation, { json: { later: '[{'.repeat(100) } }));
  });

  it.each(['later', 'idempotency_key', 'ask_id', 'repairs', 'wait', 'constructor', 'toString', 'hasOwnProperty'])('with the field %s is refused by name', async (name) => {
    const json = { ...requestOf(id).json, [name]: 'x' };
    const bare = id === 'patchRow' ? 'no recognized fields' : `unknown_field:${name}`;
    const extended = Object.keys(requestOf(id).json ?? {}).length === 0 ? bare : `unknown_field:${name}`;
    await refused(400, extended, () => send(operation, { json }), () => send(operation, { json, headers: {} }));
  });

  it('with a member __proto__ is refused by name', async () => {
    const members = Object.entries(requestOf(id).json ?? {}).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`);
    await refused(400, 'unknown_field:__proto__', () => send(operation, { raw: `{${members.join('')}"__proto__":{"enabled":0}}` }));
    expect(({} as { enabled?: number }).enabled).toBeUndefined();
  });

  it('with a wrong type in any field is refused by its name', async () => {
    for (const [name, schema] of Object.entries(shape)) {
      const wrong = [7.5, -1, true, 'x'.repeat(300), '', [], [1], {}, { a: 1 }, null].filter((value) => !(schema as z.ZodType).safeParse(value).success);
      for (const value of wrong) {
        const json = { ...requestOf(id).json, [name]: value };
        const before = await storedState();
        const answered = await send(operation, { json });
        expectProblem(answered, 400);
        expect(answered.body.error).toMatch(new RegExp(`^invalid_field:${name}(/|$)`));
        expect(answered.body.violations[0].pointer).toMatch(new RegExp(`^/${name}(/|$)`));
        expect(await storedState()).toEqual(before);
      }
    }
  });

  it('with an integer that JSON would round is refused', async () => {
    for (const digits of ['9007199254740993', '-9007199254740993', '123456789012345678901234567890']) {
      await refused(400, 'invalid_field:later/1', () => send(operation, { raw: `{"later":[1,${digits}]}` }));
    }
  });
});

describe.each(withoutJson)('%s, which takes no body,', (id, operation) => {
  it('refuses one by name rather than ignore it', async () => {
    await refused(400, 'unknown_field:later', () => send(operation, { json: { later: 1 } }));
    await refused(415, 'unsupported_media_type', () => send(operation, { raw: 'later=1', headers: { ...OWNER, 'content-type': 'text/plain' } }));
    await refused(413, `body_too_large:>${BODY_BYTES_MAX}`, () => send(operation, { raw: tooLarge }), () => send(operation, { raw: streamed(tooLarge), headers: { ...OWNER, 'content-type': 'application/json' } }));
    expect(id).toBe(operation.operationId);
  });
});

describe.each(all.filter(([, { path, operationId }]) => /\{key\}$|\{key\}\/history$/.test(path) && operationId !== 'writeBlock'))('%s of a key that is not there', (_, operation) => {
  it('is a 404 that names the nearest keys', async () => {
    const isBlock = operation.path.startsWith('/api/blocks');
    const path = operation.path.replace('{key}', isBlock ? 'NO_SUCH_BLOCK' : 'CLOKC');
    await refused(404, isBlock ? 'unknown_block' : 'unknown_key', () => send(operation, { path }));
    if (!isBlock) expect((await send(operation, { path })).body.did_you_mean).toContain('CLOCK');
  });
});

describe('a method that an address does not take', () => {
  const addresses = [...new Set(operations.map(({ path }) => path))].map((path) => [path, operations.filter((operation) => operation.path === path)] as const);

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
  it.each(['/api', '/api/', '/api/directory/', '/api//directory', '/api/directory/A/B', '/api/receipts', '/API/DIRECTORY', '/health/', '/.env', '/api/dispatch/x', '/a%00b', '/%ff'])(
    '%s is a 404 in the form of every refusal',
    async (path) => {
      for (const method of ['GET', 'POST', 'DELETE']) expectProblem(await call(method, path), 404, 'not_found');
    },
  );
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
