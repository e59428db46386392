// What a call can go through beside a plain run: run again, mended, erased, swept, traced; each by its receipt.
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/db/client.ts';
import { openLedger } from '../../../src/ledger/openLedger.ts';
import { prune } from '../../../src/ledger/prune.ts';
import { addRow, call } from '../../support/api.ts';
import { expectProblem } from '../../support/problems.ts';
import { plantRunning, storedState } from '../../support/tables.ts';
import { entriesOf, kindsOf } from '../../ledger/entries.ts';

const NO_RECEIPT = `inv_${'0'.repeat(32)}`;

const invoke = (key: string, json: object = {}) => call('POST', `/api/invoke/${key}`, { json });
const receipt = async (id: string, query = '') => (await call('GET', `/api/receipts/${id}${query}`)).body;
const idOf = (answered: { body: { proof: { invocation_id: string } } }) => answered.body.proof.invocation_id;

beforeAll(async () => {
  await addRow({ key: 'CLOCK', type: 'fn', target: 'now' });
  await addRow({ key: 'DIGEST', type: 'fn', target: 'hash' });
  await addRow({ key: 'STORE', type: 'fn', target: 'kv_put' });
});

describe('running a call again', () => {
  it('is a call of its own that names the first, and says whether it came to the same', async () => {
    const first = idOf(await invoke('DIGEST', { args: { text: 'x' } }));
    const again = await call('POST', `/api/receipts/${first}/replay`, { json: {} });
    expect(again.body).toMatchObject({ ok: true, ran: true, replay: { contract: true, output: true } });
    expect(idOf(again)).not.toBe(first);
    expect(await receipt(idOf(again))).toMatchObject({ replays: first, input: { text: 'x', algorithm: 'sha-256' } });
    const clock = idOf(await invoke('CLOCK'));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await call('POST', `/api/receipts/${clock}/replay`, { json: {} })).body.replay).toEqual({ contract: true, output: false });
  });

  it('after the row was changed says so', async () => {
    await addRow({ key: 'MOVES', type: 'fn', target: 'hash' });
    const first = idOf(await invoke('MOVES', { args: { text: 'x' } }));
    await call('PATCH', '/api/directory/MOVES', { json: { category: 'moved' } });
    expect((await call('POST', `/api/receipts/${first}/replay`, { json: {} })).body.replay).toEqual({ contract: false, output: true });
  });

  it('with an effect wants a word of confirmation; without it nothing runs and nothing is stored', async () => {
    const first = idOf(await invoke('STORE', { args: { key: 'again', value: 'v' } }));
    const before = await storedState();
    expectProblem(await call('POST', `/api/receipts/${first}/replay`, { json: {} }), 409, 'replay_unconfirmed:write');
    expectProblem(await call('POST', `/api/receipts/${first}/replay`, { json: { confirm: false } }), 409, 'replay_unconfirmed:write');
    expect(await storedState()).toEqual(before);
    expect((await call('POST', `/api/receipts/${first}/replay`, { json: { confirm: true } })).body).toMatchObject({ ok: true });
  });

  it('passes the whole gate', async () => {
    await addRow({ key: 'CLOSES', type: 'fn', target: 'now' });
    const first = idOf(await invoke('CLOSES'));
    await call('PATCH', '/api/directory/CLOSES', { json: { enabled: 0 } });
    expectProblem(await call('POST', `/api/receipts/${first}/replay`, { json: {} }), 409, 'row_disabled');
    expectProblem(await call('POST', `/api/receipts/${first}/replay`, { json: {}, headers: {} }), 401, 'unauthorized');
  });
});

describe('mending a call', () => {
  it('links the two both ways', async () => {
    const failed = idOf(await invoke('DIGEST', { args: { later: 1 } }));
    const mended = idOf(await invoke('DIGEST', { args: { text: 'x' }, repairs: failed }));
    expect((await receipt(failed)).repaired_by).toEqual([mended]);
    expect((await receipt(mended)).repairs).toBe(failed);
    expect((await call('GET', `/api/receipts/${mended}/confirmation`, { headers: {} })).body.claims.repairs).toBe(failed);
    const dispatched = await call('POST', '/api/dispatch', { json: { key: 'DIGEST', body: 'x', repairs: failed } });
    expect((await receipt(failed)).repaired_by).toEqual([mended, idOf(dispatched)]);
  });

  it('of another row, of nothing, or of one that runs is refused, and nothing runs', async () => {
    const other = idOf(await invoke('CLOCK'));
    const mend = (repairs: string) => invoke('DIGEST', { args: { text: 'x' }, repairs });
    expectProblem(await mend(other), 409, 'not_repairable:other_row');
    expectProblem(await mend(NO_RECEIPT), 404, 'unknown_receipt');
    await addRow({ key: 'RUNS', type: 'fn', target: 'hash' });
    expectProblem(await invoke('RUNS', { args: { text: 'x' }, repairs: await plantRunning() }), 409, 'not_final');
  });
});

describe('erasing', () => {
  it('takes input, output and salt away for good; receipt, signature and proof stay as they were', async () => {
    const id = idOf(await invoke('STORE', { args: { key: 'personal', value: 'a secret of a person' } }));
    const confirmation = async () => (await call('GET', `/api/receipts/${id}/confirmation`, { headers: {} })).body;
    const before = await confirmation();
    expect((await call('DELETE', `/api/receipts/${id}/bodies`)).body).toEqual({ ok: true, id, erased: 1 });
    expect(await receipt(id)).toMatchObject({ input: null, output: null, salt: null, status: 'PROVEN_MATERIAL_RESULT' });
    expect(await confirmation()).toEqual(before);
    expect((await call('GET', `/api/receipts/${id}/proof`, { headers: {} })).body.entry.payload).toEqual(before.claims);
    expect((await entriesOf(id)).map(({ kind }) => kind)).toEqual(['INTENT', 'INVOKE', 'ERASED']);
    const { results } = await env.DB.prepare('SELECT * FROM receipt_bodies WHERE id = ?').bind(id).all();
    expect(results).toEqual([]);
    expectProblem(await call('DELETE', `/api/receipts/${id}/bodies`), 404, 'bodies_gone');
    expectProblem(await call('POST', `/api/receipts/${id}/replay`, { json: { confirm: true } }), 404, 'bodies_gone');
    expectProblem(await call('GET', `/api/receipts/${id}/result`), 404, 'bodies_gone');
  });

  it('takes a large result out of the store, unless another receipt has the same', async () => {
    const text = 'x'.repeat(40_000);
    const [one, other] = [idOf(await invoke('DIGEST', { args: { text } })), idOf(await invoke('DIGEST', { args: { text } }))];
    const row = await env.DB.prepare('SELECT input_artifact FROM receipt_bodies WHERE id = ?').bind(one).first<{ input_artifact: string }>();
    const isStored = async () => (await env.ARTIFACTS.head(String(row?.input_artifact))) !== null;
    expect(await isStored()).toBe(true);
    await call('DELETE', `/api/receipts/${one}/bodies`);
    expect(await isStored()).toBe(true);
    await call('DELETE', `/api/receipts/${other}/bodies`);
    expect(await isStored()).toBe(false);
  });

  it('of a call that runs is refused', async () => {
    const id = await plantRunning();
    expectProblem(await call('DELETE', `/api/receipts/${id}/bodies`), 409, 'not_final');
  });

  it('by age takes those alone that are older, and says how many', async () => {
    const id = idOf(await invoke('CLOCK'));
    const old = idOf(await invoke('CLOCK'));
    await env.DB.prepare("UPDATE receipts SET started_at = '2020-01-01T00:00:00.000Z' WHERE id = ?").bind(old).run();
    const parts = { db: openDatabase(env.DB), ledger: openLedger(env.SEQUENCER), now: new Date(), prunedTo: '' };
    const { prunedTo } = await prune({ ...parts, retainBodiesDays: 30 });
    expect([(await receipt(id)).salt, (await receipt(old)).salt]).toEqual([expect.any(String), null]);
    const [erased] = (await entriesOf('bodies')).toReversed();
    expect(JSON.parse(String(erased?.payload))).toMatchObject({ why: 'retention', count: 1, before: prunedTo });
    const entries = (await storedState())['ledger'];
    await prune({ ...parts, prunedTo, retainBodiesDays: 30 });
    await prune({ ...parts, retainBodiesDays: undefined });
    expect((await storedState())['ledger']).toBe(entries);
  });
});

describe('waiting for a receipt', () => {
  it('answers at once where the call has ended, and after the given seconds where it has not', async () => {
    const done = idOf(await invoke('CLOCK'));
    const started = Date.now();
    expect((await receipt(done, '?wait=25')).status).toBe('PROVEN_MATERIAL_RESULT');
    expect(Date.now() - started).toBeLessThan(5_000);
    expect((await receipt(await plantRunning(), '?wait=1')).status).toBe('RUNNING');
    expect(Date.now() - started).toBeGreaterThan(700);
  });
});

describe('a call that nobody settled', () => {
  it('reads UNKNOWN_OUTCOME once its time is over, signed and on record, and stays so', async () => {
    const id = await plantRunning();
    expect((await receipt(id)).status).toBe('RUNNING');
    await env.DB.prepare("UPDATE receipts SET deadline = '2026-01-01T00:00:00.000Z' WHERE id = ?").bind(id).run();
    const lost = await receipt(id);
    expect(lost).toMatchObject({
      status: 'UNKNOWN_OUTCOME',
      ok: false,
      ran: true,
      error: { code: 'outcome_unknown' },
      signature: expect.any(String),
    });
    expect(await kindsOf(id)).toEqual(['INTENT', 'INVOKE']);
    await Promise.all([openLedger(env.SEQUENCER).sweep(), openLedger(env.SEQUENCER).sweep()]);
    expect(await kindsOf(id)).toEqual(['INTENT', 'INVOKE']);
    expect((await call('GET', `/receipt/${id}`, { headers: {} })).body).toContain('not known');
  });
});

describe('a trace', () => {
  it('is a tree of what one request caused', async () => {
    const inner = JSON.stringify({ calls: [{ key: 'CLOCK' }, { key: 'DIGEST', args: { text: 'x' } }], mode: 'sequence' });
    await addRow({ key: 'BOTH', type: 'http', target: 'POST /api/batch', content: `# WHAT: Both.\n${inner}` });
    const { body } = await invoke('BOTH');
    const tree = (await call('GET', `/api/traces/${body.trace}`)).body;
    expect(tree.calls).toMatchObject([
      {
        key: 'BOTH',
        parent: null,
        children: [
          { key: 'CLOCK', children: [] },
          { key: 'DIGEST', children: [] },
        ],
      },
    ]);
    expect(tree.calls[0].children.map(({ parent }: { parent: string }) => parent)).toEqual([body.proof.invocation_id, body.proof.invocation_id]);
    expectProblem(await call('GET', '/api/traces/none'), 404, 'unknown_trace');
  });
});
