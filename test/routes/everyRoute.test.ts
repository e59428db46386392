// What holds for every operation of the list, generated over it: credentials, query and names that are bad get their
// status in the order of the gate, an answer that helps, and leave nothing behind.
import { describe, expect, it } from 'vitest';
import { operations } from '../../src/routes/routes.ts';
import { OWNER } from '../support/api.ts';
import { expectClean, expectProblem } from '../support/problems.ts';
import { all, prepareRequests, preparedIds, refused, requestOf, send, unchanged, WRONG_KEY } from './everyOperation.ts';
import { addressOf, operationIds } from './requests.ts';

prepareRequests();

describe('the list of operations', () => {
  it('has a valid request for each', () => {
    expect(preparedIds().toSorted()).toEqual([...operationIds].toSorted());
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
    await unchanged(async () => {
      for (const name of ['later', 'wait', 'key', 'share', '__proto__', 'constructor', 'toString']) {
        // These take them.
        if (
          (id === 'dispatchRead' && name === 'share') ||
          (['dispatchRead', 'homePage', 'listReceipts'].includes(id) && name === 'key') ||
          (id === 'readReceipt' && name === 'wait')
        )
          continue;
        expectProblem(await send(operation, { path: addressOf(request, [[name, '1']]) }), 400, `unknown_field:${name}`);
      }
    });
  });

  it('refuses a query parameter that is given twice', async () => {
    const request = requestOf(id);
    await unchanged(async () => {
      for (const [name, value] of Object.entries(request.query ?? {})) {
        expectProblem(await send(operation, { path: addressOf(request, [[name, value]]) }), 400, `invalid_field:${name}`);
      }
    });
  });

  it('refuses each query parameter of a wrong form', async () => {
    const request = requestOf(id);
    await unchanged(async () => {
      for (const [name, value] of request.wrongQuery ?? []) {
        const path = addressOf({ ...request, query: { ...request.query, [name]: value } });
        expectProblem(await send(operation, { path }), 400, `invalid_field:${name}`);
      }
    });
  });

  it.skipIf(['invoke', 'invokeKey', 'dispatch'].includes(id))('refuses an Idempotency-Key, which only a call takes', async () => {
    await refused(400, 'unknown_field:Idempotency-Key', () => send(operation, { headers: { ...OWNER, 'idempotency-key': 'k-1' } }));
  });

  it('tells of a bad field before it asks for a credential', async () => {
    const path = addressOf(requestOf(id), [['later', '1']]);
    await refused(
      400,
      'unknown_field:later',
      () => send(operation, { path, headers: {} }),
      () => send(operation, { path, headers: { 'x-terminal-key': WRONG_KEY } }),
    );
  });

  it('names no inside in any answer to a name that cannot be', async () => {
    for (const name of [
      '%00',
      '..%2f..%2fetc',
      '%ff',
      "'%20OR%201=1--",
      '%F0%9F%98%80',
      'x'.repeat(3000),
      '__proto__',
      'constructor',
      '%2e%2e',
      'inv_%25',
    ]) {
      const path = operation.path.replace(/\{\w+\}/, name);
      if (path === operation.path) return;
      // A block may have any name that a key can have.
      if (id === 'writeBlock' && /^\w{1,64}$/.test(name)) continue;
      // `/receipt/..` is the page for people.
      if (new URL(path, 'http://localhost').pathname === '/') continue;
      await unchanged(async () => {
        const answered = await send(operation, { path });
        expectClean(answered);
        // `..` as a name leads to the path above, where the method may not be known.
        expect([404, 405, 422]).toContain(answered.status);
      });
    }
  });
});

describe.each(all.filter(([, { path, operationId }]) => /\{key\}$|\{key\}\/history$/.test(path) && operationId !== 'writeBlock'))(
  '%s of a key that is not there',
  (_, operation) => {
    it('is a 404 that names the nearest keys', async () => {
      const isBlock = operation.path.startsWith('/api/blocks');
      const path = operation.path.replace('{key}', isBlock ? 'NO_SUCH_BLOCK' : 'CLOKC');
      await refused(404, isBlock ? 'unknown_block' : 'unknown_key', () => send(operation, { path }));
      if (!isBlock) expect((await send(operation, { path })).body.did_you_mean).toContain('CLOCK');
    });
  },
);
