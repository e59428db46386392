// Somebody with the database in hand, past every trigger: what is signed stays the measure, and the place is named.
import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Checkpoint } from '../../cli/verify/checkpoint.ts';
import type { Json } from '../../cli/verify/canonicalJson.ts';
import { checkLog } from '../../cli/verify/log.ts';
import { openLedger } from '../../src/ledger/openLedger.ts';
import { addRow, call } from '../support/api.ts';
import { expectProblem } from '../support/problems.ts';
import { storedState } from '../support/tables.ts';
import { ledger } from './entries.ts';
import { checkpoint, goesOnFrom, holds } from './log.ts';

interface Trigger {
  readonly name: string;
  readonly sql: string;
}

let triggers: Trigger[];
let copy: { entries: Record<string, unknown>[]; nodes: Record<string, unknown>[] };
let held: Checkpoint;
let ids: string[];

const invoke = () => call('POST', '/api/invoke/CLOCK', { json: {} });
/** A call with an effect: what cannot be put on record must not run. */
const store = () => call('POST', '/api/invoke/STORE', { json: { args: { key: 'a', value: 'b' } } });
const run = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();

async function unguarded(change: () => Promise<unknown>): Promise<void> {
  for (const { name } of triggers) await env.DB.exec(`DROP TRIGGER IF EXISTS ${name}`);
  await change();
  for (const { sql } of triggers) await env.DB.prepare(sql).run();
}

/** What an auditor finds who reads the whole log. */
async function found(): Promise<readonly string[]> {
  async function* pages() {
    for (let after: number | null = 0; after !== null;) {
      const { body } = await call('GET', `/api/ledger?limit=7&after=${after}`);
      yield body.items as Json[];
      after = body.next_after as number | null;
    }
  }
  return (await checkLog(pages(), [held])).problems;
}

/** The sequencer as after a restart: it has nothing in memory but what it wrote down. */
async function restarted(): Promise<void> {
  // An append that does not fit makes it read its head again.
  const stale = { kind: 'ERASED', subject: 'x', at: 'x', payload: '{}', before: [{ sql: 'SELECT no_such_column', params: [] }], after: [] };
  await openLedger(env.SEQUENCER).append(stale);
}

beforeAll(async () => {
  triggers = (await env.DB.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name LIKE 'ledger%'").all<Trigger>()).results;
  expect(triggers).toHaveLength(6);
  await addRow({ key: 'CLOCK', type: 'fn', target: 'now' });
  await addRow({ key: 'STORE', type: 'fn', target: 'kv_put' });
  ids = [];
  for (let at = 0; at < 12; at++) ids.push((await invoke()).body.proof.invocation_id as string);
});

beforeEach(async () => {
  await openLedger(env.SEQUENCER).checkpoint((await ledger()).length);
  held = await checkpoint();
  copy = {
    entries: (await env.DB.prepare('SELECT * FROM ledger ORDER BY seq').all()).results,
    nodes: (await env.DB.prepare('SELECT level, idx, hex(hash) AS hash FROM ledger_nodes ORDER BY level, idx').all()).results,
  };
});

afterEach(async () => {
  await unguarded(async () => {
    await env.DB.exec('DELETE FROM ledger');
    await env.DB.exec('DELETE FROM ledger_nodes');
    for (const { seq, kind, subject, at, payload } of copy.entries)
      await run('INSERT INTO ledger VALUES (?, ?, ?, ?, ?)', seq, kind, subject, at, payload);
    for (const { level, idx, hash } of copy.nodes) await run('INSERT INTO ledger_nodes VALUES (?, ?, unhex(?))', level, idx, hash);
  });
  await restarted();
  expect((await invoke()).status).toBe(200);
});

describe('behind the back of the service', () => {
  it('an entry that was changed is named, and its receipt is proven no more', async () => {
    const id = ids[4] as string;
    const [before] = (await env.DB.prepare('SELECT seq FROM ledger WHERE subject = ?').bind(id).all<{ seq: number }>()).results;
    await unguarded(() => run('UPDATE ledger SET payload = replace(payload, \'"ok":true\', \'"ok":false\') WHERE subject = ?', id));
    expect(await found()).toEqual([expect.stringContaining(`entry ${before?.seq} was changed`)]);
    expect(await holds(id)).toBe(false);
    expect(await holds(ids[5] as string)).toBe(true);
  });

  it('an entry that was taken out is named', async () => {
    await unguarded(() => run('DELETE FROM ledger WHERE seq = 6'));
    expect(await found()).toEqual([expect.stringContaining('entry 6 is missing')]);
  });

  it('entries that moved up over a gap are named', async () => {
    await unguarded(async () => {
      await run('DELETE FROM ledger WHERE seq = 6');
      await run('UPDATE ledger SET seq = seq - 1000 WHERE seq > 6');
      await run('UPDATE ledger SET seq = seq + 999 WHERE seq < 0');
    });
    const problems = await found();
    expect(problems[0]).toContain('entry 6 was changed');
    expect(problems.at(-1)).toContain('the log ends after');
  });

  it('entries that changed places are named', async () => {
    await unguarded(async () => {
      await run('UPDATE ledger SET seq = -1 WHERE seq = 5');
      await run('UPDATE ledger SET seq = 5 WHERE seq = 6');
      await run('UPDATE ledger SET seq = 6 WHERE seq = -1');
    });
    expect(await found()).toEqual([expect.stringContaining('entry 5 was changed'), expect.stringContaining('entry 6 was changed')]);
  });

  it.each([
    [1, 2, 6],
    [2, 1, 8],
  ])('a node of level %i that was swapped is named', async (level, index, seq) => {
    await unguarded(() => run('UPDATE ledger_nodes SET hash = unhex(?) WHERE level = ? AND idx = ?', 'ab'.repeat(32), level, index));
    expect((await found())[0]).toContain(`the node of level ${level} that entry ${seq} completes`);
  });

  it('a log that was rewritten whole, nodes and all, is not the one of the checkpoint', async () => {
    await unguarded(async () => {
      await env.DB.exec("UPDATE ledger SET at = '2020-01-01T00:00:00.000Z'");
      await env.DB.exec('DELETE FROM ledger_nodes');
    });
    const problems = await found();
    expect(problems).toEqual([expect.stringContaining('the log was forked or rewritten')]);
    await restarted();
    expectProblem(await store(), 503, 'ledger_damaged');
  });

  it('an entry put in behind the last stops every write, and nothing is lost or signed', async () => {
    const { length } = await ledger();
    await run("INSERT INTO ledger VALUES (?, 'INVOKE', 'forged', 'x', '{}')", length + 1);
    const before = await storedState();
    expectProblem(await store(), 503, 'ledger_damaged');
    expectProblem(
      await call('POST', '/api/directory', { json: { key: 'NEW', type: 'fn', target: 'now', content: '# WHAT: x' } }),
      503,
      'ledger_damaged',
    );
    expectProblem(await call('GET', '/api/ledger/checkpoint', { headers: {} }), 503, 'ledger_damaged');
    expect(await storedState()).toEqual(before);
  });

  it('a copy from earlier that was put back is noticed after a restart, and by whoever holds a later checkpoint', async () => {
    await unguarded(async () => {
      await env.DB.exec('DELETE FROM ledger WHERE seq > 7');
      await env.DB.exec('DELETE FROM ledger_nodes WHERE (idx + 1) << level > 7');
    });
    await restarted();
    const refused = await store();
    expectProblem(refused, 503, 'ledger_damaged');
    expect(refused.body.detail).toContain(`the log has 7 entries, and a checkpoint of ${held.size} was signed`);
    expect(await goesOnFrom(held)).toBe(false);
    expect(await found()).toEqual([expect.stringContaining('the log ends after 7 entries')]);
  });

  it('a head in memory that is stale never makes a gap, a duplicate or a fork', async () => {
    const { length } = await ledger();
    const rows = copy.entries.slice(0, 3);
    expect(rows).toHaveLength(3);
    // Another writer, as a second sequencer would be: its entry and node are whole.
    const forged = { seq: length + 1, kind: 'ERASED', subject: 'other', at: 'x', payload: '{}' };
    await run('INSERT INTO ledger VALUES (?, ?, ?, ?, ?)', forged.seq, forged.kind, forged.subject, forged.at, forged.payload);
    const results = await Promise.all(Array.from({ length: 8 }, invoke));
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set([503]));
    expect((await ledger()).map(({ seq }) => seq)).toEqual(Array.from({ length: length + 1 }, (_, at) => at + 1));
  });
});

describe('on the operator’s word', () => {
  it('a log that was put back goes on, says so in itself, and is a fork for whoever holds a later checkpoint', async () => {
    await unguarded(async () => {
      await env.DB.exec('DELETE FROM ledger WHERE seq > 7');
      await env.DB.exec('DELETE FROM ledger_nodes WHERE (idx + 1) << level > 7');
    });
    await restarted();
    expectProblem(await store(), 503, 'ledger_damaged');
    expectProblem(await call('POST', '/api/ledger/reopen', { json: { confirm: true }, headers: {} }), 401, 'unauthorized');
    const { status, body } = await call('POST', '/api/ledger/reopen', { json: { confirm: true } });
    expect(status).toBe(200);
    const entries = await ledger();
    const reopened = entries.find(({ kind }) => kind === 'REOPENED');
    expect(JSON.parse(String(reopened?.payload))).toMatchObject({ size: 7 });
    expect(body.size).toBe(entries.length);
    const { body: reply } = await invoke();
    expect(await holds(reply.proof.invocation_id as string)).toBe(true);
    for (let at = entries.length; at <= held.size; at++) await invoke();
    expect(await goesOnFrom(held)).toBe(false);
    copy = {
      entries: (await env.DB.prepare('SELECT * FROM ledger ORDER BY seq').all()).results,
      nodes: (await env.DB.prepare('SELECT level, idx, hex(hash) AS hash FROM ledger_nodes ORDER BY level, idx').all()).results,
    };
  });
});

describe('whoever writes SQL', () => {
  it.each([
    "UPDATE ledger_nodes SET hash = x'00'",
    'UPDATE ledger_nodes SET idx = idx + 1',
    'UPDATE OR REPLACE ledger_nodes SET idx = 0 WHERE level = 0 AND idx = 1',
    'DELETE FROM ledger_nodes',
    'DELETE FROM ledger_nodes WHERE level = 0 AND idx = 0',
    "INSERT OR REPLACE INTO ledger_nodes VALUES (0, 0, x'00')",
    "REPLACE INTO ledger_nodes SELECT level, max(idx), x'00' FROM ledger_nodes WHERE level = 0",
    "INSERT OR IGNORE INTO ledger_nodes VALUES (0, 0, x'00')",
    "INSERT INTO ledger_nodes VALUES (0, 0, x'00') ON CONFLICT DO UPDATE SET hash = excluded.hash",
    "INSERT INTO ledger_nodes SELECT 0, max(idx) + 2, x'00' FROM ledger_nodes WHERE level = 0",
    "INSERT INTO ledger_nodes VALUES (0, -1, x'00')",
    "INSERT INTO ledger_nodes VALUES (0, NULL, x'00')",
  ])('cannot change, remove or slip in a node: %s', async (statement) => {
    const nodes = () => env.DB.prepare('SELECT level, idx, hex(hash) FROM ledger_nodes ORDER BY level, idx').all();
    const before = (await nodes()).results;
    await expect(env.DB.prepare(statement).run()).rejects.toThrow(/ledger_nodes/);
    expect((await nodes()).results).toEqual(before);
  });
});
