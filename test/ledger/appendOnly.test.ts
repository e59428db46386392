// The ledger only grows, its entries are exact, and what is written stands or falls with its entry.
import { env } from 'cloudflare:workers';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { canonicalJson } from '../../src/capability/canonicalJson.ts';
import { openDatabase } from '../../src/db/client.ts';
import { commit } from '../../src/ledger/commit.ts';
import { openLedger } from '../../src/ledger/openLedger.ts';
import { PAYLOADS, type Entry } from '../../src/ledger/entries.ts';
import type { Json } from '../../src/templates/parameters.ts';
import { addRow, call } from '../support/api.ts';
import { storedState } from '../support/tables.ts';
import { AT, entriesOf, HASH, ledger } from './entries.ts';

const db = openDatabase(env.DB);
const sequencer = openLedger(env.SEQUENCER);

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
    const { results } = await env.DB.prepare('SELECT name FROM pragma_index_list(\'ledger\') WHERE "unique" = 1').all();
    expect(results).toEqual([]);
  });
});

describe('the entries', () => {
  it('count from 1 without a gap', async () => {
    expect((await ledger()).map(({ seq }) => seq)).toEqual((await ledger()).map((_, at) => at + 1));
  });

  it('count on without a gap when many write at once', async () => {
    await Promise.all(
      Array.from({ length: 24 }, (_, at) =>
        at % 2 === 0
          ? call('POST', '/api/invoke/STORE', { json: { args: { key: `k${at}`, value: 'v' } } })
          : addRow({ key: `MANY_${at}`, type: 'fn', target: 'now' }),
      ),
    );
    const entries = await ledger();
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, at) => at + 1));
  });

  it('have payloads that are RFC 8785 text of exactly the fields of their kind', async () => {
    await call('PUT', '/api/blocks/TONE', { json: { content: 'Be kind: “ä”.' } });
    await call('PUT', '/api/pins', { json: { pins: [{ phrase: 'a digest', key: 'DIGEST' }] } });
    await call('POST', '/api/invoke/DIGEST', { json: { args: { later: 'ä\u2028' } } });
    const { body } = await call('POST', '/api/invoke/OFF', { json: {} });
    await call('DELETE', `/api/receipts/${body.proof.invocation_id}/bodies`);
    await call('POST', '/api/ledger/reopen', { json: { confirm: true } });
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
    const wrong = {
      kind: 'BLOCK_MUTATE',
      subject: 'X',
      at: AT,
      payload: { action: 'write', key: 'X', content_hash: HASH, actor: 'owner', note: 'x' },
    } as Entry;
    await expect(commit(sequencer, wrong, [])).rejects.toThrow();
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
    await expect(where === 'before' ? commit(sequencer, entry, statements) : commit(sequencer, entry, [], statements)).rejects.toThrow();
    expect(await storedState()).toEqual(before);
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
      for (const answered of [
        await call('POST', '/api/directory', { json: row }),
        await call('PATCH', '/api/directory/CLOCK', { json: { category: 'c' } }),
        await call('DELETE', '/api/directory/CLOCK'),
        await call('PUT', '/api/blocks/TORN', { json: { content: 'x' } }),
      ]) {
        expect(answered.body).toMatchObject({ status: 503, code: 'storage_unavailable', ok: false });
        expect(JSON.stringify(answered.body)).not.toMatch(/broken|ABORT|SQLITE|INSERT/);
      }
      // A call that writes and cannot be put on record does not run; what was read cannot be proven, and is not answered as a success.
      const answers = [
        await call('POST', '/api/invoke/STORE', { json: { args: { key: 'torn', value: 'v' } } }),
        await call('POST', '/api/invoke/CLOCK', { json: {} }),
      ];
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
