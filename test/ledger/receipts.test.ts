// What is on record of a call: its intent before it has an effect, its outcome once, and nothing of what was not a call.
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/db/client.ts';
import { newInvocationId, newTraceId } from '../../src/ids.ts';
import type { Claims, Intent } from '../../src/ledger/entries.ts';
import { openLedger } from '../../src/ledger/openLedger.ts';
import { reserve as reserveIn } from '../../src/ledger/reserve.ts';
import { settle as settleIn, type SettledBody } from '../../src/ledger/settle.ts';
import { addRow, call } from '../support/api.ts';
import { storedState } from '../support/tables.ts';
import { AT, entriesOf, HASH, kindsOf } from './entries.ts';

const db = openDatabase(env.DB);
const ledger = openLedger(env.SEQUENCER);
const signing = { signClaims: async (claims: string) => `signed..${claims.length}` };
const reserve = (intent: Intent, of: SettledBody) =>
  reserveIn(db, ledger, { intent, body: of, event: 'reserve', deadline: new Date(Date.now() + 60_000) });
const settle = (claims: Claims, of: SettledBody, at: string, reserved: boolean) => settleIn({ db, ledger, signing }, claims, of, at, reserved);

beforeAll(async () => {
  await addRow({ key: 'CLOCK', type: 'fn', target: 'now' });
  await addRow({ key: 'DIGEST', type: 'fn', target: 'hash' });
  await addRow({ key: 'STORE', type: 'fn', target: 'kv_put' });
  await addRow({ key: 'OFF', type: 'fn', target: 'now', enabled: 0 });
  await call('POST', '/api/invoke/CLOCK', { json: {} });
});

const ids = () => ({ id: newInvocationId(), trace: newTraceId() });
const common = {
  key: 'STORE',
  version: 1,
  type: 'fn',
  runner: 'edge',
  actor: 'owner',
  parent: null,
  repairs: null,
  replays: null,
  effect: 'write',
  started_at: AT,
} as const;
const claimsOf = ({ id, trace }: ReturnType<typeof ids>, more: Partial<Claims> = {}): Claims => ({
  ...common,
  id,
  trace,
  ok: true,
  ran: true,
  material: true,
  status: 'PROVEN_MATERIAL_RESULT',
  error: null,
  duration_ms: 1,
  cost_usd: 0,
  usage: null,
  fingerprints: { contract: HASH, input: HASH, output: HASH },
  ...more,
});
const intentOf = ({ id, trace }: ReturnType<typeof ids>): Intent => ({ ...common, id, trace, fingerprints: { contract: HASH, input: HASH } });
const body: SettledBody = {
  salt: '0'.repeat(32),
  input: '{}',
  inputArtifact: null,
  output: 'x',
  outputArtifact: null,
  outputIsJson: false,
  upstreamStatus: null,
  warnings: [],
};

describe('settling', () => {
  it('a reserved call twice records the first outcome only', async () => {
    const of = ids();
    await reserve(intentOf(of), body);
    await settle(claimsOf(of), body, AT, true);
    const before = await storedState();
    await expect(settle(claimsOf(of, { ok: false, status: 'PROVEN_FAILURE' }), { ...body, output: 'second' }, AT, true)).rejects.toThrow();
    expect(await storedState()).toEqual(before);
    expect(await kindsOf(of.id)).toEqual(['INTENT', 'INVOKE']);
    expect((await call('GET', `/api/receipts/${of.id}`)).body).toMatchObject({ status: 'PROVEN_MATERIAL_RESULT', ok: true, output: 'x' });
  });

  it('at the same moment, exactly one of many records its outcome', async () => {
    const of = ids();
    await reserve(intentOf(of), body);
    const tried = await Promise.allSettled(
      Array.from({ length: 8 }, (_, at) => settle(claimsOf(of, { duration_ms: at }), { ...body, output: String(at) }, AT, true)),
    );
    const won = tried.flatMap(({ status }, at) => (status === 'fulfilled' ? [at] : []));
    expect(won).toHaveLength(1);
    expect(await kindsOf(of.id)).toEqual(['INTENT', 'INVOKE']);
    expect((await call('GET', `/api/receipts/${of.id}`)).body).toMatchObject({ duration_ms: won[0], output: String(won[0]) });
  });

  it('what was never reserved, or reserving twice, records nothing', async () => {
    const of = ids();
    const before = await storedState();
    await expect(settle(claimsOf(of), body, AT, true)).rejects.toThrow();
    expect(await storedState()).toEqual(before);
    await reserve(intentOf(of), body);
    const reserved = await storedState();
    await expect(reserve(intentOf(of), body)).rejects.toThrow();
    await expect(settle(claimsOf(of), body, AT, false)).rejects.toThrow();
    expect(await storedState()).toEqual(reserved);
  });

  it('a call that is reserved and never settled is RUNNING: neither success nor nothing', async () => {
    const of = ids();
    await reserve(intentOf(of), body);
    expect((await call('GET', `/api/receipts/${of.id}`)).body).toMatchObject({ id: of.id, status: 'RUNNING', input: {}, output: null });
    expect((await call('GET', `/api/receipts/${of.id}/confirmation`, { headers: {} })).body).toMatchObject({
      confirmed: false,
      status: 'RUNNING',
      claims: null,
    });
  });
});

describe('a call', () => {
  const invoke = (key: string, json: object = {}) => call('POST', `/api/invoke/${key}`, { json });
  const idOf = (answered: { body: { proof: { invocation_id: string } } }) => answered.body.proof.invocation_id;

  it('that only reads has one entry, and its receipt is an index of it', async () => {
    const id = idOf(await invoke('CLOCK'));
    const [entry, ...more] = await entriesOf(id);
    expect(more).toEqual([]);
    expect(entry?.kind).toBe('INVOKE');
    const receipt = await env.DB.prepare('SELECT seq, status FROM receipts WHERE id = ?').bind(id).first();
    expect(receipt).toEqual({ seq: entry?.seq, status: (JSON.parse(entry?.payload ?? '{}') as Claims).status });
  });

  it('that does more has its intent on record before it runs', async () => {
    await addRow({ key: 'RECENT', type: 'fn', target: 'invocations_list' });
    // A row that writes and, while it runs, reads what is on record.
    await addRow({ key: 'LOOKS', type: 'http', target: 'POST /api/invoke/RECENT', content: '# WHAT: Looks.\n{"args":{"key":"LOOKS"}}' });
    const answered = await invoke('LOOKS');
    expect(answered.body.data.data.items).toEqual([expect.objectContaining({ id: idOf(answered), status: 'RUNNING' })]);
    expect(await kindsOf(idOf(answered))).toEqual(['INTENT', 'INVOKE']);
  });

  it('whose upstream breaks off is of unknown outcome where it wrote, and a failure where it read', async () => {
    for (const [method, status] of [
      ['POST', 'UNKNOWN_OUTCOME'],
      ['GET', 'PROVEN_FAILURE'],
    ] as const) {
      for (const way of ['cut', 'reset']) {
        const key = `BREAKS_${method}_${way.toUpperCase()}`;
        await addRow({ key, type: 'http', target: `${method} ${env.TEST_UPSTREAM}/${way}` });
        const answered = await invoke(key);
        expect(answered.status).toBe(502);
        expect(answered.body).toMatchObject({ ok: false, ran: true, state_changed: method === 'GET' ? false : null, proof: { ok: false, status } });
        expect(await kindsOf(idOf(answered))).toEqual(method === 'GET' ? ['INVOKE'] : ['INTENT', 'INVOKE']);
      }
    }
  });

  it('that fails after it ran is on record as a failure, with what the upstream said kept beside it', async () => {
    await addRow({ key: 'FAILS', type: 'http', target: `POST ${env.TEST_UPSTREAM}/status/503` });
    const answered = await invoke('FAILS');
    expect(answered.body).toMatchObject({ status: 502, error: 'ERR:http:503', ran: true, proof: { status: 'PROVEN_FAILURE' } });
    const receipt = (await call('GET', `/api/receipts/${idOf(answered)}`)).body;
    expect(receipt).toMatchObject({
      status: 'PROVEN_FAILURE',
      ran: true,
      upstream_status: 503,
      error: { code: 'http_status', params: { status: 503 } },
    });
    expect(receipt.output).toMatch(/^ERR:http:503:/);
  });

  it.each([
    ['row_disabled', 'OFF', {}, 409],
    ['contract_changed', 'CLOCK', { if_contract: HASH }, 409],
    ['missing_argument', 'DIGEST', {}, 422],
    ['unknown_argument', 'DIGEST', { args: { txt: 'a' } }, 422],
    ['invalid_argument', 'DIGEST', { args: { text: 7, algorithm: 'rot13' } }, 422],
    ['credential_in_argument', 'DIGEST', { args: { text: String(env.UPSTREAM_KEY) } }, 422],
  ])('refused by %s, from the gate on, leaves a receipt that says REFUSED', async (code, key, json, status) => {
    const answered = await invoke(key, json);
    expect(answered.status).toBe(status);
    expect(answered.body).toMatchObject({ code, ran: false, proof: { ok: false, status: 'REFUSED' } });
    const claims = (await call('GET', `/api/receipts/${idOf(answered)}/confirmation`, { headers: {} })).body.claims as Claims;
    expect(claims).toMatchObject({ ok: false, ran: false, material: false, status: 'REFUSED', error: { code } });
    expect(await kindsOf(idOf(answered))).toEqual(['INVOKE']);
  });

  it.each([
    ['no credential', 'CLOCK', {}, {}],
    ['a wrong credential', 'CLOCK', {}, { 'x-terminal-key': 'wrong' }],
    ['an unknown key', 'NO_SUCH_ROW', {}, undefined],
    ['an unknown field', 'CLOCK', { later: 1 }, undefined],
  ])('refused for %s, before the gate, leaves nothing', async (_, key, json, headers) => {
    const before = await storedState();
    const answered = await call('POST', `/api/invoke/${key}`, { json, ...(headers && { headers }) });
    expect(answered.status).toBeGreaterThanOrEqual(400);
    expect(answered.body.proof).toBeUndefined();
    expect(answered.headers.get('rowcall-receipt')).toBeNull();
    expect(await storedState()).toEqual(before);
  });

  it('that only asks for its shape leaves nothing, accepted or refused', async () => {
    const before = await storedState();
    for (const [key, json] of [
      ['DIGEST', { args: { text: 'a' } }],
      ['STORE', { args: { key: 'shape', value: 'v' } }],
      ['DIGEST', {}],
      ['OFF', {}],
      ['CLOCK', { if_contract: HASH }],
    ] as const) {
      expect((await invoke(key, { ...json, shape: true })).body.ran).toBe(false);
    }
    expect(await storedState()).toEqual(before);
    expect(await env.DATA_KV.get('shape')).toBeNull();
  });

  it('keeps its receipt, word for word, when its row is deleted', async () => {
    await addRow({ key: 'SHORT_LIVED', type: 'fn', target: 'now' });
    const id = idOf(await invoke('SHORT_LIVED'));
    const read = () =>
      Promise.all([
        call('GET', `/api/receipts/${id}`),
        call('GET', `/api/receipts/${id}/confirmation`, { headers: {} }),
        call('GET', `/receipt/${id}`, { headers: {} }),
      ]);
    const before = (await read()).map(({ body: answer }) => answer as unknown);
    await call('DELETE', '/api/directory/SHORT_LIVED');
    expect((await read()).map(({ body: answer }) => answer as unknown)).toEqual(before);
  });
});
