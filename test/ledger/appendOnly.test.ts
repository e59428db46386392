// The ledger only grows, and it holds everything that happened and nothing that did not.
import { env } from 'cloudflare:workers';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { canonicalJson } from '../../src/capability/canonicalJson.ts';
import { openDatabase } from '../../src/db/client.ts';
import { newInvocationId, newTraceId } from '../../src/ids.ts';
import { commit } from '../../src/ledger/commit.ts';
import { PAYLOADS, type Claims, type Entry, type Intent } from '../../src/ledger/entries.ts';
import { reserve } from '../../src/ledger/reserve.ts';
import { settle, type SettledBody } from '../../src/ledger/settle.ts';
import type { Json } from '../../src/templates/parameters.ts';
import { addRow, call } from '../support/api.ts';
import { storedState } from '../support/tables.ts';

const db = openDatabase(env.DB);
const HASH = 'a'.repeat(64);
const AT = '2026-07-26T11:36:19.832Z';

interface Row {
  readonly seq: number;
  readonly kind: keyof typeof PAYLOADS;
  readonly subject: string;
  readonly at: string;
  readonly payload: string;
}

async function ledger(): Promise<Row[]> {
  return (await env.DB.prepare('SELECT seq, kind, subject, at, payload FROM ledger ORDER BY seq').all<Row>()).results;
}

const entriesOf = async (subject: string) => (await ledger()).filter((entry) => entry.subject === subject);
const kindsOf = async (subject: string) => (await entriesOf(subject)).map(({ kind }) => kind);

beforeAll(async () => {
  await addRow({ key: 'CLOCK', type: 'fn', target: 'now' });
  await addRow({ key: 'DIGEST', type: 'fn', target: 'hash' });
  await addRow({ key: 'STORE', type: 'fn', target: 'kv_put' });
  await addRow({ key: 'OFF', type: 'fn', target: 'now', enabled: 0 });
  await call('POST', '/api/invoke/CLOCK', { json: {} });
});

describe('whoever writes SQL', () => {
  const columns = '(seq, kind, subject, at, payload)';
  const values = (seq: string) => `VALUES (${seq}, 'INVOKE', 'x', 'x', '{}')`;

  it.each([
    "UPDATE ledger SET payload = '{}'",
    "UPDATE ledger SET payload = '{}' WHERE seq = 1",
    'UPDATE ledger SET seq = seq + 1000',
    'UPDATE ledger SET rowid = 1000 WHERE rowid = 1',
    'UPDATE ledger SET _rowid_ = -1 WHERE oid = 1',
    "UPDATE OR REPLACE ledger SET seq = 1, payload = '{}' WHERE seq = 2",
    "UPDATE OR IGNORE ledger SET payload = '{}'",
    "UPDATE ledger SET payload = s.p FROM (SELECT '{}' AS p) AS s",
    'DELETE FROM ledger',
    'DELETE FROM ledger WHERE seq = 1',
    'DELETE FROM ledger WHERE seq = (SELECT max(seq) FROM ledger)',
    'DELETE FROM ledger WHERE rowid = 1 RETURNING seq',
    `INSERT OR REPLACE INTO ledger ${columns} ${values('1')}`,
    `REPLACE INTO ledger ${columns} ${values('1')}`,
    `REPLACE INTO ledger ${columns} ${values('(SELECT max(seq) FROM ledger)')}`,
    `REPLACE INTO ledger (rowid, kind, subject, at, payload) ${values('1')}`,
    `INSERT OR REPLACE INTO ledger (oid, kind, subject, at, payload) ${values('1')}`,
    `INSERT OR IGNORE INTO ledger ${columns} ${values('1')}`,
    `INSERT INTO ledger ${columns} ${values('1')} ON CONFLICT (seq) DO UPDATE SET payload = excluded.payload`,
    `INSERT INTO ledger ${columns} ${values('1')} ON CONFLICT DO NOTHING`,
    `INSERT INTO ledger ${columns} ${values('(SELECT max(seq) + 2 FROM ledger)')}`,
    `INSERT INTO ledger ${columns} ${values('0')}`,
    `INSERT INTO ledger ${columns} ${values('-1')}`,
    `INSERT INTO ledger ${columns} ${values('NULL')}`,
    `INSERT INTO ledger ${columns} ${values('9223372036854775807')}`,
    `INSERT INTO ledger ${columns} ${values("'1'")}`,
    `INSERT INTO ledger ${columns} ${values("X'31'")}`,
    `INSERT INTO ledger ${columns} ${values('1.5')}`,
    "INSERT INTO ledger (kind, subject, at, payload) VALUES ('INVOKE', 'x', 'x', '{}')",
    'INSERT OR REPLACE INTO ledger SELECT seq, kind, subject, at, upper(payload) FROM ledger',
  ])('cannot change, remove or slip in an entry: %s', async (statement) => {
    const before = await ledger();
    await expect(env.DB.prepare(statement).run()).rejects.toThrow(/ledger|mismatch/);
    expect(await ledger()).toEqual(before);
  });

  it('finds seq to be the only unique thing of the table, so that nothing else can be replaced through', async () => {
    const { results } = await env.DB.prepare("SELECT name FROM pragma_index_list('ledger') WHERE \"unique\" = 1").all();
    expect(results).toEqual([]);
  });
});

describe('the entries', () => {
  it('count from 1 without a gap', async () => {
    expect((await ledger()).map(({ seq }) => seq)).toEqual((await ledger()).map((_, at) => at + 1));
  });

  it('count on without a gap when many write at once', async () => {
    await Promise.all(Array.from({ length: 24 }, (_, at) => (at % 2 === 0 ? call('POST', '/api/invoke/STORE', { json: { args: { key: `k${at}`, value: 'v' } } }) : addRow({ key: `MANY_${at}`, type: 'fn', target: 'now' }))));
    const entries = await ledger();
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, at) => at + 1));
  });

  it('have payloads that are RFC 8785 text of exactly the fields of their kind', async () => {
    await call('PUT', '/api/blocks/TONE', { json: { content: 'Be kind: “ä”.' } });
    await call('POST', '/api/invoke/DIGEST', { json: { args: { later: 'ä\u2028' } } });
    await call('POST', '/api/invoke/OFF', { json: {} });
    const entries = await ledger();
    for (const { kind, payload } of entries) {
      const value = JSON.parse(payload) as Json;
      expect(canonicalJson(value)).toBe(payload);
      expect(PAYLOADS[kind].safeParse(value).success).toBe(true);
      expect(PAYLOADS[kind].safeParse({ ...(value as object), note: 'free text' }).success).toBe(false);
    }
    expect(new Set(entries.map(({ kind }) => kind))).toEqual(new Set(Object.keys(PAYLOADS)));
  });

  it('hold no input, no output and no text of a caller', async () => {
    const mark = 'mark-of-the-caller';
    await call('POST', '/api/invoke/DIGEST', { json: { args: { text: mark } } });
    await call('POST', '/api/invoke/DIGEST', { json: { args: { [mark]: mark } } });
    await call('POST', '/api/invoke/DIGEST', { json: { args: { text: 'a', algorithm: mark } } });
    await call('POST', '/api/invoke/STORE', { json: { args: { key: mark, value: mark } } });
    await call('POST', `/api/invoke/${mark}`, { json: {} });
    expect(JSON.stringify(await ledger())).not.toContain(mark);
  });

  it('of another shape are a defect: nothing is written', async () => {
    const before = await storedState();
    const wrong = { kind: 'BLOCK_MUTATE', subject: 'X', at: AT, payload: { action: 'write', key: 'X', content_hash: HASH, actor: 'owner', note: 'x' } } as Entry;
    await expect(commit(db, wrong, [])).rejects.toThrow();
    expect(await storedState()).toEqual(before);
  });
});

describe('a batch', () => {
  const entry: Entry = { kind: 'BLOCK_MUTATE', subject: 'X', at: AT, payload: { action: 'write', key: 'X', content_hash: HASH, actor: 'owner' } };
  const put = (key: string) => db.run(sql`INSERT INTO prompt_blocks (key, content, updated_at) VALUES (${key}, 'x', ${AT})`);

  it.each([
    ['before', 'a statement of the caller before the entry'],
    ['after', 'a statement after it'],
  ])('of which one part fails leaves nothing (%s: %s)', async (where) => {
    const before = await storedState();
    const fails = db.run(sql`INSERT INTO batch_assertions (held) VALUES (0)`);
    const statements = [put('P1'), fails] as unknown as Parameters<typeof commit>[2];
    await expect(where === 'before' ? commit(db, entry, statements) : commit(db, entry, [], statements)).rejects.toThrow();
    expect(await storedState()).toEqual(before);
  });
});

const ids = () => ({ id: newInvocationId(), trace: newTraceId() });
const common = { key: 'STORE', version: 1, type: 'fn', runner: 'edge', actor: 'owner', parent: null, effect: 'write', started_at: AT } as const;
const claimsOf = ({ id, trace }: ReturnType<typeof ids>, more: Partial<Claims> = {}): Claims => ({
  ...common,
  id,
  trace,
  repairs: null,
  replays: null,
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
const body: SettledBody = { salt: '0'.repeat(32), input: '{}', inputArtifact: null, output: 'x', outputArtifact: null, outputIsJson: false, upstreamStatus: null, warnings: [] };

describe('settling', () => {
  it('a reserved call twice records the first outcome only', async () => {
    const of = ids();
    await reserve(db, intentOf(of), body);
    await settle(db, claimsOf(of), body, AT, true);
    const before = await storedState();
    await expect(settle(db, claimsOf(of, { ok: false, status: 'PROVEN_FAILURE' }), { ...body, output: 'second' }, AT, true)).rejects.toThrow();
    expect(await storedState()).toEqual(before);
    expect(await kindsOf(of.id)).toEqual(['INTENT', 'INVOKE']);
    expect((await call('GET', `/api/receipts/${of.id}`)).body).toMatchObject({ status: 'PROVEN_MATERIAL_RESULT', ok: true, output: 'x' });
  });

  it('at the same moment, exactly one of many records its outcome', async () => {
    const of = ids();
    await reserve(db, intentOf(of), body);
    const tried = await Promise.allSettled(Array.from({ length: 8 }, (_, at) => settle(db, claimsOf(of, { duration_ms: at }), { ...body, output: String(at) }, AT, true)));
    const won = tried.flatMap(({ status }, at) => (status === 'fulfilled' ? [at] : []));
    expect(won).toHaveLength(1);
    expect(await kindsOf(of.id)).toEqual(['INTENT', 'INVOKE']);
    expect((await call('GET', `/api/receipts/${of.id}`)).body).toMatchObject({ duration_ms: won[0], output: String(won[0]) });
  });

  it('what was never reserved, or reserving twice, records nothing', async () => {
    const of = ids();
    const before = await storedState();
    await expect(settle(db, claimsOf(of), body, AT, true)).rejects.toThrow();
    expect(await storedState()).toEqual(before);
    await reserve(db, intentOf(of), body);
    const reserved = await storedState();
    await expect(reserve(db, intentOf(of), body)).rejects.toThrow();
    await expect(settle(db, claimsOf(of), body, AT, false)).rejects.toThrow();
    expect(await storedState()).toEqual(reserved);
  });

  it('a call that is reserved and never settled is RUNNING: neither success nor nothing', async () => {
    const of = ids();
    await reserve(db, intentOf(of), body);
    expect((await call('GET', `/api/receipts/${of.id}`)).body).toMatchObject({ id: of.id, status: 'RUNNING', input: {}, output: null });
    expect((await call('GET', `/api/receipts/${of.id}/confirmation`, { headers: {} })).body).toMatchObject({ confirmed: false, status: 'RUNNING', claims: null });
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
    for (const [method, status] of [['POST', 'UNKNOWN_OUTCOME'], ['GET', 'PROVEN_FAILURE']] as const) {
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
    expect(receipt).toMatchObject({ status: 'PROVEN_FAILURE', ran: true, upstream_status: 503, error: { code: 'http_status', params: { status: 503 } } });
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
    const answered = await call('POST', `/api/invoke/${key}`, { json, ...(headers && { headers: headers as Record<string, string> }) });
    expect(answered.status).toBeGreaterThanOrEqual(400);
    expect(answered.body.proof).toBeUndefined();
    expect(answered.headers.get('rowcall-receipt')).toBeNull();
    expect(await storedState()).toEqual(before);
  });

  it('that only asks for its shape leaves nothing, accepted or refused', async () => {
    const before = await storedState();
    for (const [key, json] of [['DIGEST', { args: { text: 'a' } }], ['STORE', { args: { key: 'shape', value: 'v' } }], ['DIGEST', {}], ['OFF', {}], ['CLOCK', { if_contract: HASH }]] as const) {
      expect((await invoke(key, { ...json, shape: true })).body.ran).toBe(false);
    }
    expect(await storedState()).toEqual(before);
    expect(await env.DATA_KV.get('shape')).toBeNull();
  });

  it('keeps its receipt, word for word, when its row is deleted', async () => {
    await addRow({ key: 'SHORT_LIVED', type: 'fn', target: 'now' });
    const id = idOf(await invoke('SHORT_LIVED'));
    const read = () => Promise.all([call('GET', `/api/receipts/${id}`), call('GET', `/api/receipts/${id}/confirmation`, { headers: {} }), call('GET', `/receipt/${id}`, { headers: {} })]);
    const before = (await read()).map(({ body: answer }) => answer as unknown);
    await call('DELETE', '/api/directory/SHORT_LIVED');
    expect((await read()).map(({ body: answer }) => answer as unknown)).toEqual(before);
  });
});

describe('a write of the directory', () => {
  it('has exactly one entry, whatever its verb, and a refused one has none', async () => {
    const row = { key: 'WRITTEN', type: 'fn', target: 'now', content: '# WHAT: x' };
    const writes: [() => Promise<{ status: number }>, number][] = [
      [() => call('POST', '/api/directory', { json: row }), 1],
      [() => call('POST', '/api/directory', { json: row }), 0],
      [() => call('PUT', '/api/directory/WRITTEN', { json: { ...row, target: 'uuid' } }), 1],
      [() => call('PUT', '/api/directory/WRITTEN', { json: { ...row, target: 'uuid' } }), 0],
      [() => call('PATCH', '/api/directory/WRITTEN', { json: { category: 'c' } }), 1],
      [() => call('PATCH', '/api/directory/WRITTEN', { json: { target: 'nwo' } }), 0],
      [() => call('POST', '/api/directory/WRITTEN/restore', { json: { version: 1 } }), 1],
      [() => call('POST', '/api/directory/WRITTEN/restore', { json: { version: 99 } }), 0],
      [() => call('DELETE', '/api/directory/WRITTEN'), 1],
      [() => call('DELETE', '/api/directory/WRITTEN'), 0],
      [() => call('PUT', '/api/blocks/ENTERED', { json: { content: 'x' } }), 1],
      [() => call('DELETE', '/api/blocks/ENTERED'), 1],
      [() => call('DELETE', '/api/blocks/ENTERED'), 0],
    ];
    for (const [write, entries] of writes) {
      const before = (await ledger()).length;
      await write();
      expect((await ledger()).length - before).toBe(entries);
    }
    const actions = (await entriesOf('WRITTEN')).map(({ payload }) => (JSON.parse(payload) as { action: string }).action);
    expect(actions).toEqual(['create', 'replace', 'patch', 'restore', 'delete']);
  });

  it('and its entry stand or fall together', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await env.DB.prepare("CREATE TRIGGER ledger_broken BEFORE INSERT ON ledger BEGIN SELECT RAISE(ABORT, 'ledger is broken'); END").run();
    try {
      const before = await storedState();
      const row = { key: 'TORN', type: 'fn', target: 'now', content: '# WHAT: x' };
      for (const answered of [await call('POST', '/api/directory', { json: row }), await call('PATCH', '/api/directory/CLOCK', { json: { category: 'c' } }), await call('DELETE', '/api/directory/CLOCK'), await call('PUT', '/api/blocks/TORN', { json: { content: 'x' } })]) {
        expect(answered.body).toMatchObject({ status: 503, code: 'storage_unavailable', ok: false });
        expect(JSON.stringify(answered.body)).not.toMatch(/broken|ABORT|SQLITE|INSERT/);
      }
      // A call that writes and cannot be put on record does not run; what was read cannot be proven, and is not answered as a success.
      const answers = [await call('POST', '/api/invoke/STORE', { json: { args: { key: 'torn', value: 'v' } } }), await call('POST', '/api/invoke/CLOCK', { json: {} })];
      for (const answered of answers) expect(answered.body).toMatchObject({ status: 503, code: 'storage_unavailable', ok: false });
      expect(await env.DATA_KV.get('torn')).toBeNull();
      expect(await storedState()).toEqual(before);
      expect(log).toHaveBeenCalledTimes(6);
    } finally {
      log.mockRestore();
      await env.DB.prepare('DROP TRIGGER ledger_broken').run();
    }
  });
});
