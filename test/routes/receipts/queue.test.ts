// Rows with `runner = queue`: accepted at once, run later, at most once whoever is woken for them.
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { consume, handle } from '../../../src/app.ts';
import type { Bindings } from '../../../src/env.ts';
import { addRow, call, OWNER } from '../../support/api.ts';
import { kindsOf } from '../../ledger/entries.ts';

const invoke = (key: string, json: object = {}) => call('POST', `/api/invoke/${key}`, { json });
const receipt = async (id: string, query = '') => (await call('GET', `/api/receipts/${id}${query}`)).body;
const idOf = (answered: { body: { proof: { invocation_id: string } } }) => answered.body.proof.invocation_id;

/** In a Worker with other bindings. */
function invokeWith(bindings: Partial<Bindings>, key: string, json: object): Promise<Response> {
  const headers = { ...OWNER, 'content-type': 'application/json' };
  return handle(new Request(`http://localhost/api/invoke/${key}`, { method: 'POST', headers, body: JSON.stringify(json) }), { ...env, ...bindings });
}

beforeAll(async () => {
  await addRow({ key: 'LATER', type: 'fn', target: 'hash', runner: 'queue' });
  await addRow({ key: 'STORE_LATER', type: 'fn', target: 'kv_put', runner: 'queue' });
});

describe('a queued call', () => {
  it('is on record when it is accepted, runs once, and its receipt has what came of it', async () => {
    const accepted = await invoke('STORE_LATER', { args: { key: 'queued', value: 'v' } });
    expect(accepted.status).toBe(202);
    expect(accepted.body).toMatchObject({ ok: true, ran: false, queued: true, proof: { ok: false, status: 'QUEUED' } });
    const id = idOf(accepted);
    expect(accepted.headers.get('rowcall-receipt')).toBe(id);
    expect(new URL(accepted.body.poll).pathname).toBe(`/api/receipts/${id}`);
    const settled = await receipt(id, '?wait=20');
    expect(settled).toMatchObject({ id, runner: 'queue', status: 'PROVEN_MATERIAL_RESULT', ok: true, ran: true, trace: accepted.body.trace });
    expect(settled.input).toEqual({ key: 'queued', value: 'v' });
    expect(await kindsOf(id)).toEqual(['INTENT', 'INVOKE']);
    expect(await env.DATA_KV.get('queued')).toBe('v');
  });

  it('woken many times at once runs once', async () => {
    const id = idOf(await invoke('LATER', { args: { text: 'x' } }));
    const message = { id: 'm', timestamp: new Date(), body: { id }, attempts: 1, ack() {}, retry() {} };
    const wake = () => consume({ queue: 'q', messages: [message, message], ackAll() {}, retryAll() {} } as unknown as MessageBatch, env);
    await Promise.all([wake(), wake(), wake(), wake()]);
    expect(await receipt(id, '?wait=20')).toMatchObject({ status: 'PROVEN_MATERIAL_RESULT' });
    expect(await kindsOf(id)).toEqual(['INTENT', 'INVOKE']);
  });

  it('whose message was lost is woken by the sweep once it is overdue', async () => {
    const send = async () => undefined;
    const response = await invokeWith({ CALLS: { send } as unknown as Queue }, 'LATER', { args: { text: 'lost' } });
    expect(response.status).toBe(202);
    const id = response.headers.get('rowcall-receipt') ?? '';
    expect(await receipt(id)).toMatchObject({ status: 'QUEUED' });
    await env.DB.prepare("UPDATE receipts SET deadline = '2026-01-01T00:00:00.000Z' WHERE id = ?").bind(id).run();
    expect(await receipt(id, '?wait=20')).toMatchObject({ status: 'PROVEN_MATERIAL_RESULT' });
  });

  it.each([
    ['changed', () => call('PATCH', '/api/directory/TURNS', { json: { category: 'other' } }), 'contract_changed'],
    ['disabled', () => call('PATCH', '/api/directory/TURNS', { json: { enabled: 0 } }), 'row_disabled'],
    ['gone', () => call('DELETE', '/api/directory/TURNS'), 'unknown_key'],
  ])('does not run where its row is %s meanwhile', async (_, change, code) => {
    await call('DELETE', '/api/directory/TURNS');
    await addRow({ key: 'TURNS', type: 'fn', target: 'hash', runner: 'queue' });
    const accepted = await invokeWith({ CALLS: { send: async () => undefined } as unknown as Queue }, 'TURNS', { args: { text: 'x' } });
    const id = accepted.headers.get('rowcall-receipt') ?? '';
    await change();
    await env.CALLS?.send({ id });
    expect(await receipt(id, '?wait=20')).toMatchObject({ status: 'REFUSED', ran: false, error: { code } });
  });

  it('under an idempotency key is answered as queued, then as what it came to', async () => {
    const json = { args: { text: 'twin' }, idempotency_key: 'queue-twin' };
    const id = idOf(await invoke('LATER', json));
    const again = await invoke('LATER', json);
    expect([200, 202, 409]).toContain(again.status);
    expect(idOf(again)).toBe(id);
    await receipt(id, '?wait=20');
    const settled = await invoke('LATER', json);
    expect(settled.status).toBe(200);
    expect(settled.body).toMatchObject({ replayed: true, proof: { invocation_id: id, status: 'PROVEN_MATERIAL_RESULT' } });
  });

  it('without a queue is refused by name', async () => {
    const headers = { 'x-terminal-key': env.TERMINAL_KEY, 'content-type': 'application/json' };
    const response = await handle(new Request('http://localhost/api/invoke/LATER', { method: 'POST', headers, body: '{"args":{"text":"x"}}' }), {
      ...env,
      CALLS: undefined,
    });
    expect([response.status, (await response.json<{ error: string }>()).error]).toEqual([501, 'runner_unavailable:queue']);
  });
});
