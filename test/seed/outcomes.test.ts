// What is known after a run: failures that are proven, outcomes that are not known, time limits, and the record before it.
import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';
import { handle } from '../../src/app.ts';
import { OWNER, addRow, call } from '../support/api.ts';
import { checkedReceipt, expectFailure } from './support.ts';

const UPSTREAM = env.TEST_UPSTREAM;
const dispatch = (key: string, body = '') => call('POST', '/api/dispatch', { json: { key, body } });
/** The kinds of ledger entries that an invocation left, in order. */
async function entriesOf(id: string): Promise<string[]> {
  const { results } = await env.DB.prepare('SELECT kind FROM ledger WHERE subject = ? ORDER BY seq').bind(id).all<{ kind: string }>();
  return results.map(({ kind }) => kind);
}

describe('a write that was sent and has no complete answer', () => {
  it.each([
    ['HANGS', '/hang', 504, 'ERR:http:timeout'],
    ['HANGS_IN_BODY', '/hang-body', 504, 'ERR:http:timeout'],
    ['NEVER_ENDS', '/trickle', 504, 'ERR:http:timeout'],
    ['BREAKS_OFF', '/cut', 502, 'ERR:http:fetch'],
    ['HANGS_UP', '/reset', 502, 'ERR:http:fetch'],
  ])('%s: is UNKNOWN_OUTCOME, never success and never nothing', async (key, path, status, error) => {
    await addRow({ key, type: 'http', target: `POST ${UPSTREAM}${path}`, timeout_ms: 300 });
    const failed = await dispatch(key);
    await expectFailure(failed, { status, error, ran: true, receipt: 'UNKNOWN_OUTCOME' });
    expect(failed.body.state_changed).toBeNull();
    expect(await entriesOf(failed.body.proof.invocation_id)).toEqual(['INTENT', 'INVOKE']);
    const confirmation = await call('GET', `/api/receipts/${failed.body.proof.invocation_id}/confirmation`, { headers: {} });
    expect(confirmation.body).toMatchObject({ confirmed: true, status: 'UNKNOWN_OUTCOME', claims: { ok: false, material: false } });
    const page = await call('GET', `/receipt/${failed.body.proof.invocation_id}`, { headers: {} });
    expect(page.body).toContain('Whether it took effect is not known.');
  });

  it.each([
    ['READ_HANGS', '/hang', 504, 'ERR:http:timeout'],
    ['READ_BREAKS_OFF', '/cut', 502, 'ERR:http:fetch'],
  ])('%s: a read that ends so has proven its failure and changed nothing', async (key, path, status, error) => {
    await addRow({ key, type: 'http', target: `GET ${UPSTREAM}${path}`, timeout_ms: 300 });
    const failed = await dispatch(key);
    await expectFailure(failed, { status, error, ran: true, receipt: 'PROVEN_FAILURE' });
    expect(failed.body.state_changed).toBe(false);
    expect(await entriesOf(failed.body.proof.invocation_id)).toEqual(['INVOKE']);
  });

  it('is on record as RUNNING while it runs, and nobody confirms it before it has ended', async () => {
    await addRow({ key: 'RUNS_A_WHILE', type: 'http', target: `POST ${UPSTREAM}/hang`, timeout_ms: 3_000 });
    const running = dispatch('RUNS_A_WHILE');
    const id = await vi.waitUntil(() => env.DB.prepare("SELECT id FROM receipts WHERE key = 'RUNS_A_WHILE'").first<string>('id'), { timeout: 2_000 });
    expect((await call('GET', `/api/receipts/${id}/confirmation`, { headers: {} })).body).toMatchObject({
      confirmed: false,
      status: 'RUNNING',
      claims: null,
    });
    expect((await call('GET', `/api/receipts/${id}`)).body).toMatchObject({ id, key: 'RUNS_A_WHILE', status: 'RUNNING', input: {}, output: null });
    expect((await call('GET', `/receipt/${id}`, { headers: {} })).body).toContain('has not been settled');
    expect(await call('GET', `/api/receipts/${id}/result`)).toMatchObject({ status: 404, body: { error: 'bodies_gone' } });
    expect((await running).body).toMatchObject({ proof: { invocation_id: id, status: 'UNKNOWN_OUTCOME' } });
  });
});

describe('a failure', () => {
  it('of a function is proven, with what it said in the result', async () => {
    await addRow({ key: 'FN_FAILS', type: 'fn', target: 'json_query' });
    const failed = await call('POST', '/api/dispatch', { json: { key: 'FN_FAILS', args: { json: {}, query: 'abs(a)' } } });
    await expectFailure(failed, { status: 502, error: failed.body.error, ran: true, receipt: 'PROVEN_FAILURE' });
    expect(failed.body.error).toMatch(/^ERR:fn:json_query:\w+$/);
    expect(failed.body.state_changed).toBe(false);
  });

  it('of a function that lacks its binding ran nothing', async () => {
    await addRow({ key: 'FN_NEEDS_QUEUE', type: 'fn', target: 'kv_get' });
    const { DATA_KV: _without, ...bindings } = env;
    const response = await handle(ask({ key: 'FN_NEEDS_QUEUE', args: { key: 'k' } }), bindings);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      error: 'ERR:fn:binding_missing:DATA_KV',
      ran: false,
      state_changed: false,
      proof: { status: 'REFUSED' },
    });
  });

  it('to keep a large result is a failure of a call that ran', async () => {
    await addRow({ key: 'LARGE_WRITE', type: 'http', target: `POST ${UPSTREAM}/bytes/300000` });
    const { ARTIFACTS, ...without } = env;
    const missing = await handle(ask({ key: 'LARGE_WRITE' }), without);
    expect(missing.status).toBe(502);
    expect(await missing.json()).toMatchObject({
      error: 'ERR:artifact:binding_missing:ARTIFACTS',
      ran: true,
      state_changed: null,
      proof: { status: 'PROVEN_FAILURE' },
    });

    const put = () => Promise.reject(new Error('R2 does not answer'));
    const broken = await handle(ask({ key: 'LARGE_WRITE' }), { ...env, ARTIFACTS: { ...ARTIFACTS, put } });
    expect(broken.status).toBe(503);
    const body = await broken.json<{ proof: { invocation_id: string } }>();
    expect(body).toMatchObject({ error: 'storage_unavailable', ran: true, state_changed: null, proof: { status: 'PROVEN_FAILURE' } });
    expect(await checkedReceipt(body.proof.invocation_id)).toMatchObject({ ran: true, upstream_status: 200 });
  });

  function ask(json: Record<string, unknown>): Request {
    return new Request('http://localhost/api/invoke', {
      method: 'POST',
      headers: { ...OWNER, 'content-type': 'application/json' },
      body: JSON.stringify(json),
    });
  }
});

describe('a row’s own time limit', () => {
  it.each([
    ['WRITES', 'POST', 'UNKNOWN_OUTCOME'],
    ['READS', 'GET', 'PROVEN_FAILURE'],
  ])('ends what it called through this service, and each call has its record before the answer leaves: %s', async (name, method, status) => {
    await addRow({ key: `HANGS_${name}`, type: 'http', target: `${method} ${UPSTREAM}/hang` });
    const content = `# WHAT: Calls a row that hangs.\n{"key": "HANGS_${name}"}`;
    await addRow({ key: `SHORT_${name}`, type: 'http', target: 'POST /api/invoke', content, timeout_ms: 300 });
    const failed = await dispatch(`SHORT_${name}`);
    await expectFailure(failed, { status: 504, error: 'ERR:http:timeout', ran: true, receipt: 'UNKNOWN_OUTCOME' });
    const { children } = await checkedReceipt(failed.body.proof.invocation_id);
    expect(children).toHaveLength(1);
    expect(await checkedReceipt(children[0])).toMatchObject({ key: `HANGS_${name}`, status, error: { code: 'timed_out' } });
  });

  it('of the nested row shows as its failure where it is the shorter', async () => {
    await addRow({ key: 'INNER_HANGS', type: 'http', target: `POST ${UPSTREAM}/hang`, timeout_ms: 300 });
    await addRow({ key: 'OUTER_LONG', type: 'http', target: 'POST /api/invoke', content: '# WHAT: Calls a row that hangs.\n{"key": "INNER_HANGS"}' });
    const failed = await dispatch('OUTER_LONG');
    await expectFailure(failed, { status: 502, error: 'ERR:http:504', ran: true, receipt: 'PROVEN_FAILURE' });
    const [child] = (await checkedReceipt(failed.body.proof.invocation_id)).children;
    expect(await checkedReceipt(child)).toMatchObject({ key: 'INNER_HANGS', status: 'UNKNOWN_OUTCOME', error: { code: 'timed_out' } });
  });

  it('leaves a faster call alone', async () => {
    await addRow({ key: 'FAST_ENOUGH', type: 'http', target: `POST ${UPSTREAM}/echo`, timeout_ms: 30_000 });
    expect((await dispatch('FAST_ENOUGH')).body).toMatchObject({ ok: true, ran: true, proof: { status: 'PROVEN_MATERIAL_RESULT' } });
  });
});
