import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { singleStatement, writingInstruction } from '../../../src/runners/functions/readOnlySql.ts';
import type { Json } from '../../../src/templates/parameters.ts';
import { call, valueOf, whyOf } from './support.ts';

const rows = (sql: string, params: Json[] = []) => valueOf('d1_query', { sql, params });

/** All that is stored: what no query may change. */
async function state(): Promise<unknown> {
  const [data, schema] = await env.DATA_DB.batch([
    env.DATA_DB.prepare('SELECT * FROM notes ORDER BY id'),
    env.DATA_DB.prepare('SELECT name, sql FROM sqlite_master ORDER BY name'),
  ]);
  return [data?.results, schema?.results];
}

beforeAll(async () => {
  await env.DATA_DB.batch(
    [
      'CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT, data BLOB)',
      "INSERT INTO notes VALUES (1, 'one; two', x'00ff'), (2, NULL, NULL), (3, 'it''s', NULL)",
      'CREATE VIEW both AS SELECT a.id AS x, b.id AS y FROM notes a, notes b',
      'CREATE TRIGGER both_insert INSTEAD OF INSERT ON both BEGIN DELETE FROM notes; END',
      'CREATE VIRTUAL TABLE found USING fts5(text)',
      "INSERT INTO found VALUES ('hello world')",
    ].map((sql) => env.DATA_DB.prepare(sql)),
  );
});

describe('d1_query', () => {
  it('gives the rows of a query', async () => {
    expect(await rows('SELECT id, text FROM notes WHERE id < ? ORDER BY id', [3])).toEqual({
      rows: [
        { id: 1, text: 'one; two' },
        { id: 2, text: null },
      ],
      count: 2,
      truncated: false,
    });
    expect(await rows("select data, ';' as s from notes where id = ?1;\n", [1])).toMatchObject({ rows: [{ data: { base64: 'AP8=' }, s: ';' }] });
    expect(await rows('WITH c AS (SELECT 1 AS n) SELECT n FROM c')).toMatchObject({ rows: [{ n: 1 }] });
    expect(await rows('VALUES (1, 2)')).toMatchObject({ count: 1 });
    expect(await rows('SELECT a.id, b.id FROM notes a JOIN notes b ON a.id = b.id WHERE a.id = 1')).toMatchObject({ rows: [{ id: 1, 'id:1': 1 }] });
    expect(await rows('SELECT ? AS a, ? AS b, ? AS c', ['x', true, null])).toMatchObject({ rows: [{ a: 'x', b: 1, c: null }] });
  });

  it('sorts, groups, joins, unites, windows and searches', async () => {
    for (const sql of [
      'SELECT DISTINCT text FROM notes ORDER BY text DESC LIMIT 2 OFFSET 1',
      'SELECT count(*) AS n, max(text) FROM notes GROUP BY text IS NULL HAVING n > 0',
      'SELECT id FROM notes UNION SELECT y FROM both EXCEPT SELECT 9 INTERSECT SELECT id FROM notes',
      'SELECT id, row_number() OVER (PARTITION BY text ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS r, lag(id) OVER (ORDER BY id) FROM notes',
      'SELECT * FROM notes WHERE id IN (SELECT x FROM both) AND EXISTS (SELECT 1 FROM notes LEFT JOIN both ON x = id)',
      "SELECT *, bm25(found) FROM found WHERE found MATCH 'hello' ORDER BY rank",
      "SELECT key, value FROM json_each('[1,2]')",
      "SELECT name FROM pragma_table_info('notes')",
      'SELECT json_group_array(id) FROM notes',
      'SELECT name FROM sqlite_master',
    ]) {
      expect(await call('d1_query', { sql }), sql).toMatchObject({ ok: true });
    }
  });

  it('answers at most a thousand whole rows and says that there are more', async () => {
    const numbers = `SELECT a.value + b.value AS n FROM json_each(?1) a, json_each(?1) b`;
    const list = JSON.stringify(Array.from({ length: 40 }, (_, at) => at));
    expect(await rows(numbers, [list])).toMatchObject({ count: 1000, truncated: true });
    expect(await rows(`SELECT ?1 || value AS t FROM json_each(?2)`, ['x'.repeat(400_000), '[1,2,3,4]'])).toMatchObject({ count: 2, truncated: true });
    expect(await whyOf('d1_query', { sql: 'SELECT ?1 || ?1 AS t', params: ['x'.repeat(800_000)] })).toBe('too_large');
  });

  it('warns where a number may have lost digits', async () => {
    expect(await call('d1_query', { sql: 'SELECT 9007199254740993 AS n' })).toMatchObject({ ok: true, warnings: [expect.stringContaining('CAST')] });
    expect(await call('d1_query', { sql: 'SELECT CAST(9007199254740993 AS TEXT) AS n' })).toMatchObject({
      value: { rows: [{ n: '9007199254740993' }] },
      warnings: [],
    });
  });

  it('takes at most a hundred parameters', async () => {
    expect(
      await rows(
        `SELECT ${Array.from({ length: 100 }, () => '?').join('+')} AS n`,
        Array.from({ length: 100 }, () => 1),
      ),
    ).toMatchObject({ rows: [{ n: 100 }] });
    expect(await call('d1_query', { sql: 'SELECT 1', params: Array.from({ length: 101 }, () => 1) })).toEqual([expect.stringMatching(/^\/params /)]);
    expect(await call('d1_query', { sql: 'SELECT ?', params: [{}] })).toEqual([expect.stringMatching(/^\/params\/0 /)]);
  });

  it('says what the database says', async () => {
    expect(await call('d1_query', { sql: 'SELECT * FROM missing' })).toMatchObject({
      ok: false,
      fault: { params: { why: 'query_failed' } },
      said: expect.stringContaining('no such table'),
    });
    expect(await whyOf('d1_query', { sql: 'SELECT ?, ?', params: [1] })).toBe('query_failed');
  });

  it.each([
    'SELECT 1; DELETE FROM notes',
    "SELECT 1;DELETE FROM notes;--'",
    'SELECT 1 /* ; */ ; DELETE FROM notes',
    "SELECT '/*'; DELETE FROM notes; SELECT '*/'",
    "SELECT $a('), 1; DELETE FROM notes; --'",
    "SELECT @a, 1; DELETE FROM notes; --'",
    'SELECT "a"";"; DELETE FROM notes',
    'SELECT [a[]; DELETE FROM notes; --]',
    'SELECT `a``;`; DELETE FROM notes',
    "SELECT x'00'';'; DELETE FROM notes; --'",
    "SELECT 'a\\'; DELETE FROM notes; --'",
    'SELECT 1 -- \n; DELETE FROM notes',
    'SELECT 1 --\u2028; DELETE FROM notes',
    'SELECT 1 /*/ ; DELETE FROM notes',
    'SELECT 1\0; DELETE FROM notes',
    'SELECT 1) ; DELETE FROM notes; SELECT (1',
    'SELECT 1) LIMIT 5000 --',
    'SELECT 1) LIMIT 5000 OFFSET (SELECT 0',
    'EXPLAIN SELECT 1; DELETE FROM notes',
    'EXPLAIN SELECT 1',
    'QUERY PLAN SELECT 1; DELETE FROM notes',
    'DELETE FROM notes',
    'DELETE FROM notes RETURNING id',
    "INSERT INTO notes(text) VALUES ('x') RETURNING id",
    'REPLACE INTO notes(id) VALUES (1)',
    "UPDATE notes SET text = 'x' RETURNING id",
    'WITH c AS (SELECT 1) DELETE FROM notes',
    'WITH c AS (SELECT 7 AS n) INSERT INTO notes(id) SELECT n FROM c RETURNING id',
    "WITH c AS (SELECT 1) UPDATE notes SET text = 'x' RETURNING id",
    'WITH c AS (DELETE FROM notes RETURNING id) SELECT * FROM c',
    'SELECT * FROM (DELETE FROM notes RETURNING id)',
    'INSERT INTO both VALUES (1, 1)',
    'WITH c AS (SELECT 1) INSERT INTO both SELECT 1, 1',
    "INSERT INTO found(found) VALUES ('delete-all')",
    "WITH c AS (SELECT 1) INSERT INTO found(found) SELECT 'delete-all'",
    'VALUES (1) UNION DELETE FROM notes',
    'CREATE TABLE x (a)',
    'CREATE TEMP TABLE x (a)',
    'CREATE TABLE x AS SELECT 1',
    'DROP TABLE notes',
    'ALTER TABLE notes RENAME TO x',
    'PRAGMA user_version = 3',
    'PRAGMA writable_schema = 1',
    'PRAGMA table_info(notes)',
    'SELECT * FROM pragma_journal_mode',
    'SELECT * FROM pragma_user_version(3)',
    'SELECT * FROM pragma_wal_checkpoint',
    'SELECT * FROM pragma_optimize',
    'SELECT * FROM pragma_optimize(0x10002)',
    'SELECT * FROM "Pragma_Optimize"',
    "SELECT * FROM 'pragma_optimize'",
    'SELECT * FROM [pragma_optimize] AS x',
    'SELECT * FROM main.pragma_optimize',
    'SELECT * FROM pragma_table_info_optimize',
    'SELECT * FROM pragma_quick_check',
    "ATTACH ':memory:' AS x",
    "SELECT sqlite_attach('x', 'y', '')",
    'BEGIN',
    'COMMIT',
    'SAVEPOINT x',
    'VACUUM',
    "VACUUM INTO '/tmp/x'",
    'REINDEX',
    'ANALYZE',
    "SELECT load_extension('/tmp/x.so')",
    "SELECT writefile('/tmp/x', 'y')",
    "SELECT readfile('/etc/passwd')",
    "SELECT edit('x')",
    "SELECT fts3_tokenizer('simple')",
    'SELECT * FROM _cf_METADATA',
    'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c',
    'WITH c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT max(x) FROM c',
    'SELECT (WITH c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT max(x) FROM c)',
    '',
    ';',
    'SELECT',
    "SELECT 'open",
    'SELECT [open',
    'SELECT (1',
    'SELECT 1 /*',
  ])('neither runs nor changes anything by %j', async (sql) => {
    const before = await state();
    const outcome = await call('d1_query', { sql });
    expect('ok' in outcome && outcome.ok).toBe(false);
    expect(await state()).toEqual(before);
  });

  it.each(['SELECT * FROM _cf_KV', 'SELECT * FROM "_CF_kv"', 'SELECT * FROM main.[_cf_METADATA]'])('names no internal table: %s', async (sql) => {
    expect(await call('d1_query', { sql })).toEqual([expect.stringContaining('internal tables')]);
    expect(await call('d1_query', { sql: 'SELECT ? AS my_cf_name', params: ['_cf_KV'] })).toMatchObject({ ok: true });
  });

  it('sees in the program of every changing statement that it changes something', async () => {
    for (const sql of [
      'DELETE FROM notes',
      "UPDATE notes SET text = 'x' RETURNING id",
      'WITH c AS (SELECT 7 AS n) INSERT INTO notes(id) SELECT n FROM c RETURNING id',
      'INSERT INTO both VALUES (1, 1)',
      "INSERT INTO found(found) VALUES ('delete-all')",
      'CREATE TABLE x (a)',
      'CREATE VIRTUAL TABLE x USING fts5(a)',
      'DROP TABLE notes',
      'DROP TABLE found',
      'ALTER TABLE notes ADD COLUMN x',
      'VACUUM',
      'ANALYZE',
    ]) {
      const { results } = await env.DATA_DB.prepare(`EXPLAIN ${sql}`).all<{ opcode: string; p2: number; p4: string | null }>();
      expect(writingInstruction(results), sql).toBeDefined();
    }
    expect(writingInstruction([])).toBe('no program');
    const init = { opcode: 'Init', p2: 1, p4: null };
    expect(writingInstruction([init, { opcode: 'Function', p2: 0, p4: 'load_extension(1)' }])).toBe('Function');
    expect(writingInstruction([init, { opcode: 'String8', p2: 0, p4: 'edit(1)' }])).toBeUndefined();
  });

  it('never changes anything, whatever pieces of SQL are put together', async () => {
    const piece = fc.constantFrom(
      "'",
      '"',
      '`',
      '[',
      ']',
      '--',
      '/*',
      '*/',
      ';',
      ' ',
      '\n',
      '(',
      ')',
      '$a',
      '?',
      "x'",
      "''",
      ',',
      '1',
      'SELECT 1',
      ' UNION ',
      ' DELETE FROM notes ',
      ' DROP TABLE notes ',
      ' FROM notes ',
      '\\',
      '#',
      ' AS a',
    );
    const before = await state();
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 14 }).map((pieces) => `SELECT ${pieces.join('')}`),
        async (sql) => {
          if (!singleStatement(sql).ok) return;
          await call('d1_query', { sql });
        },
      ),
      { numRuns: 1000 },
    );
    expect(await state()).toEqual(before);
  });
});
