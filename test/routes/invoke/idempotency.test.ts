// Equal calls under one idempotency key run once, however they come; what came of the first is what the others are told.
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { addRow, call, OWNER, type Answered } from '../../support/api.ts';
import { expectProblem } from '../../support/problems.ts';
import { storedState } from '../../support/tables.ts';

const fired = async (name: string) => Number(await (await fetch(`${env.TEST_UPSTREAM}/fired/${name}`)).text());
const idOf = ({ body }: Answered) => body.proof?.invocation_id as string | undefined;
const fire = (key: string, name: string, idempotencyKey: string, more: object = {}) =>
  call('POST', `/api/invoke/${key}`, { json: { args: { name }, idempotency_key: idempotencyKey, ...more } });

beforeAll(async () => {
  const row = (key: string, query: string) =>
    addRow({ key, type: 'http', target: `POST ${env.TEST_UPSTREAM}/fire/{name}${query}`, content: `# WHAT: ${key} of the test.` });
  await row('FIRE', '');
  await row('FIRE_OTHER', '');
  await row('FIRE_FAILS', '?status=500');
  await row('FIRE_LOST', '?then=reset');
  await addRow({ key: 'CLOCK', type: 'fn', target: 'now' });
});

describe('twenty equal calls at once', () => {
  it('fire one; the others are told that it runs, or what came of it, by its id', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => fire('FIRE', 'twenty', 'k-twenty')));
    expect(await fired('twenty')).toBe(1);
    expect(new Set(all.map(idOf)).size).toBe(1);
    expect(all.filter(({ status, body }) => status === 200 && body.replayed === undefined)).toHaveLength(1);
    for (const one of all.filter(({ status }) => status !== 200)) {
      expectProblem(one, 409, 'idempotency_in_flight');
      expect(one.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    }
  });

  it('in a batch fire one as well', async () => {
    const calls = Array.from({ length: 20 }, () => ({ key: 'FIRE', args: { name: 'batch' }, idempotency_key: 'k-batch' }));
    const { body } = await call('POST', '/api/batch', { json: { calls } });
    expect(await fired('batch')).toBe(1);
    expect(new Set(body.results.map((each: Answered['body']) => each.proof.invocation_id)).size).toBe(1);
    const again = await call('POST', '/api/batch', { json: { calls: calls.slice(0, 2), mode: 'sequence' } });
    expect(again.body.results.map(({ replayed }: { replayed?: true }) => replayed)).toEqual([true, true]);
    expect(await fired('batch')).toBe(1);
  });

  it('of a row that only reads run once too', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => call('POST', '/api/invoke/CLOCK', { json: { idempotency_key: 'k-read' } })));
    expect(new Set(all.map(idOf)).size).toBe(1);
  });
});

describe('after the answer', () => {
  it('the same call has the same answer, and says that nothing ran', async () => {
    const first = await fire('FIRE', 'after', 'k-after');
    const before = await storedState();
    const again = await fire('FIRE', 'after', 'k-after');
    expect(again.status).toBe(200);
    expect(again.body).toEqual({ ...first.body, trace: again.body.trace, replayed: true });
    expect(await fired('after')).toBe(1);
    expect(await storedState()).toEqual(before);
  });

  it('as a header or as a field, by any address, it is the same key', async () => {
    const json = { args: { name: 'header' } };
    const first = await call('POST', '/api/invoke/FIRE', { json, headers: { ...OWNER, 'idempotency-key': 'k-header' } });
    const field = await call('POST', '/api/invoke', { json: { key: 'fire', ...json, idempotency_key: 'k-header' } });
    const dispatched = await call('POST', '/api/dispatch', { json: { key: 'FIRE', ...json }, headers: { ...OWNER, 'idempotency-key': 'k-header' } });
    expect([idOf(field), idOf(dispatched)]).toEqual([idOf(first), idOf(first)]);
    expect([field.body.replayed, dispatched.body.replayed]).toEqual([true, true]);
    const both = { json: { ...json, idempotency_key: 'k-header' }, headers: { ...OWNER, 'idempotency-key': 'k-header' } };
    expect(idOf(await call('POST', '/api/invoke/FIRE', both))).toBe(idOf(first));
    expect(await fired('header')).toBe(1);
  });

  it('two keys that contradict each other are refused, and nothing runs', async () => {
    const json = { args: { name: 'two' }, idempotency_key: 'k-one' };
    expectProblem(
      await call('POST', '/api/invoke/FIRE', { json, headers: { ...OWNER, 'idempotency-key': 'k-other' } }),
      400,
      'invalid_field:idempotency_key',
    );
    expect(await fired('two')).toBe(0);
  });

  it('other arguments or another row under the key are refused, and nothing runs', async () => {
    await fire('FIRE', 'reused', 'k-reused');
    expectProblem(await fire('FIRE', 'reused-other', 'k-reused'), 422, 'idempotency_key_reused');
    expectProblem(await fire('FIRE_OTHER', 'reused', 'k-reused'), 422, 'idempotency_key_reused');
    expect([await fired('reused'), await fired('reused-other')]).toEqual([1, 0]);
  });

  it('a call that failed is told as failed, and does not run again', async () => {
    const first = await fire('FIRE_FAILS', 'fails', 'k-fails');
    const again = await fire('FIRE_FAILS', 'fails', 'k-fails');
    expect([first.status, again.status, idOf(again)]).toEqual([502, 502, idOf(first)]);
    expect(again.body).toMatchObject({ error: 'ERR:http:500', ran: true, replayed: true, result: first.body.result });
    expect(await fired('fails')).toBe(1);
  });

  it('a call whose outcome is not known is never run again by itself', async () => {
    const first = await fire('FIRE_LOST', 'lost', 'k-lost');
    expect(first.body.proof.status).toBe('UNKNOWN_OUTCOME');
    const again = await fire('FIRE_LOST', 'lost', 'k-lost');
    expectProblem(again, 409, 'outcome_unknown');
    expect(idOf(again)).toBe(idOf(first));
    expect(await fired('lost')).toBe(1);
  });

  it('once its result was erased it says so, and does not run again', async () => {
    const first = await fire('FIRE', 'erased', 'k-erased');
    await call('DELETE', `/api/receipts/${idOf(first)}/bodies`);
    const again = await fire('FIRE', 'erased', 'k-erased');
    expectProblem(again, 404, 'bodies_gone');
    expect([idOf(again), await fired('erased')]).toEqual([idOf(first), 1]);
  });
});

describe('a refused call', () => {
  it('leaves its key free, whatever refused it', async () => {
    expectProblem(await call('POST', '/api/invoke/FIRE', { json: { args: {}, idempotency_key: 'k-free' } }), 422, 'missing_argument:name');
    expectProblem(await fire('NO_SUCH_ROW', 'free', 'k-free'), 404, 'unknown_key');
    expectProblem(await fire('FIRE', 'free', 'k-free', { if_contract: 'a'.repeat(64) }), 409);
    expect((await fire('FIRE', 'free', 'k-free', { shape: true })).body.shape).toBeDefined();
    expect((await fire('FIRE', 'free', 'k-free')).body.replayed).toBeUndefined();
    expect(await fired('free')).toBe(1);
  });

  it.each(['', ' ', 'a b', 'ä', 'x'.repeat(256), 'line\nbreak'])('because of its key %j has a clear error', async (key) => {
    expectProblem(await fire('FIRE', 'bad-key', key), 400, 'invalid_field:idempotency_key');
    expect(await fired('bad-key')).toBe(0);
  });
});

it('the receipt names the key, to its owner alone', async () => {
  const id = idOf(await fire('FIRE', 'named', 'k-named'));
  expect((await call('GET', `/api/receipts/${id}`)).body.idempotency_key).toBe('k-named');
  expect(JSON.stringify((await call('GET', `/api/receipts/${id}/confirmation`, { headers: {} })).body)).not.toContain('k-named');
});

it('a call that was reserved and then not sent leaves its key free', async () => {
  await addRow({ key: 'NOWHERE', type: 'http', target: 'POST http://to-metadata.example/', content: '# WHAT: Nowhere.' });
  const json = { args: {}, idempotency_key: 'k-nowhere' };
  const first = await call('POST', '/api/invoke/NOWHERE', { json });
  expect(first.body).toMatchObject({ ran: false, proof: { status: 'REFUSED' } });
  const again = await call('POST', '/api/invoke/NOWHERE', { json });
  expect(again.body.replayed).toBeUndefined();
  expect(idOf(again)).not.toBe(idOf(first));
});
