import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../../src/templates/parameters.ts';
import { call, whyOf } from './support.ts';

beforeAll(async () => {
  await env.DATA_DB.batch(
    [
      'CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)',
      "INSERT INTO notes VALUES (1, 'a'), (2, NULL), (3, 'c')",
      'CREATE TABLE many (id INTEGER PRIMARY KEY, k INTEGER)',
      "WITH d AS (SELECT value AS v FROM json_each('[0,1,2,3,4,5,6,7,8,9]')) INSERT INTO many(k) SELECT a.v FROM d a, d b, d c, d d",
      'CREATE INDEX many_k ON many(k)',
    ].map((sql) => env.DATA_DB.prepare(sql)),
  );
});

describe('d1_query', () => {
  const ten = 'WITH t(x) AS (VALUES (1),(2),(3),(4),(5),(6),(7),(8),(9),(10))';
  const names = 'abcdefghi'.split('');
  const list = JSON.stringify(Array.from({ length: 100_000 }, () => 1));
  it.each<[string, string, Json[]]>([
    ['a cross join of one list', `${ten} SELECT count(*) FROM ${names.map((name) => `t ${name}`).join()}`, []],
    [
      'a chain of equal values',
      `${ten.replace(/\d+/g, '1')} SELECT count(*) FROM ${names
        .map((name) => `t ${name}`)
        .join(' JOIN ')
        .replace(/ JOIN t (\w)/g, ' JOIN t $1 ON $1.x = a.x')}`,
      [],
    ],
    [
      'a cross join of a list that is kept',
      `${ten.replace('AS (', 'AS MATERIALIZED (')} SELECT count(*) FROM ${names.map((name) => `t ${name}`).join()}`,
      [],
    ],
    [
      'subqueries that each square the one before',
      `${ten}, u AS MATERIALIZED (SELECT a.x FROM t a, t b), v AS MATERIALIZED (SELECT a.x FROM u a, u b), w AS MATERIALIZED (SELECT a.x FROM v a, v b) SELECT count(*) FROM w`,
      [],
    ],
    [
      'squares that LIMIT keeps apart',
      `${ten}, u AS (SELECT a.x FROM t a, t b LIMIT 1e9), v AS (SELECT a.x FROM u a, u b LIMIT 1e9) SELECT count(*) FROM v a, v b`,
      [],
    ],
    [
      'a union of cross joins inside a cross join',
      `${ten}, u AS (SELECT a.x FROM t a, t b, t c UNION ALL SELECT a.x FROM t a, t b, t c) SELECT count(*) FROM u a, u b, u c`,
      [],
    ],
    [
      'lists of values to search',
      `SELECT count(*) FROM ${names.map((name) => `notes ${name}`).join()} WHERE ${names.map((name) => `${name}.id IN (1,2,3,4,5,6,7,8,9,10)`).join(' AND ')}`,
      [],
    ],
    [
      'subqueries for each row, in each other',
      `${ten} SELECT (SELECT count(*) FROM t b, t c, t d WHERE b.x <> a.x AND (SELECT count(*) FROM t e, t f, t g, t h WHERE e.x <> b.x + d.x) > 0) FROM t a, t i`,
      [],
    ],
    [
      'what EXISTS has to try',
      `${ten} SELECT count(*) FROM t a, t b, t c, t d WHERE NOT EXISTS (SELECT 1 FROM t e, t f, t g, t h WHERE e.x + f.x + g.x + h.x + a.x + b.x + c.x + d.x = 0)`,
      [],
    ],
    ['ranges of an index', `SELECT count(*) FROM many a, many b WHERE b.id > a.id AND b.id < a.id + 10000000`, []],
    ['a table with itself', 'SELECT count(*) FROM many a, many b WHERE a.k <> b.k', []],
    ['a table with itself from the left', 'SELECT count(*) FROM many a LEFT JOIN many b ON a.k + b.k = 0', []],
    ['long lists in parameters', 'SELECT count(*) FROM json_each(?1) a, json_each(?1) b', [list]],
    [
      'long lists that the query builds',
      "SELECT count(*) FROM json_each('[' || replace(hex(zeroblob(900000)), '00', '1,') || '1]') a, notes b, json_each('[1,2]') c, notes d, many e",
      [],
    ],
    [
      'a cross join in an aggregate of a window',
      `${ten} SELECT sum(count(*)) OVER () FROM ${names.map((name) => `t ${name}`).join()} GROUP BY a.x`,
      [],
    ],
    ['a cross join with the rows in order', `${ten} SELECT * FROM ${names.map((name) => `t ${name}`).join()} ORDER BY a.x + b.x + c.x`, []],
  ])('does not begin what could keep the database busy: %s', async (_, sql, params) => {
    expect(await whyOf('d1_query', { sql, params })).toBe('query_too_costly');
  });

  it('runs joins that stay small, however they are written', async () => {
    for (const sql of [
      `${ten} SELECT count(*) FROM t a, t b, t c`,
      'SELECT count(*) FROM many',
      'SELECT count(*) FROM many a JOIN many b ON a.id = b.id JOIN many c ON c.id = b.id JOIN many d ON d.id = c.id',
      'SELECT count(*) FROM notes a, many b, notes c WHERE a.id <> b.k',
      'SELECT count(*) FROM many a JOIN many b ON b.k = a.k WHERE a.id < 100',
      "SELECT count(*) FROM notes a, json_each('[1,2,3]') b WHERE b.value = a.id",
      'SELECT count(*) FROM (SELECT count(*) AS n FROM many) a, (SELECT count(*) AS n FROM many) b, (SELECT count(*) AS n FROM many) c',
      'SELECT id, sum(id) OVER (ORDER BY id) FROM many ORDER BY id LIMIT 5',
      'SELECT k, (SELECT count(*) FROM many b WHERE b.k = a.k) FROM many a',
      'SELECT * FROM many WHERE k IN (SELECT k FROM many WHERE id < 10) ORDER BY k',
      'SELECT k, count(DISTINCT id) FROM many GROUP BY k ORDER BY 2 DESC',
      'SELECT id FROM many UNION SELECT id FROM notes ORDER BY 1',
    ]) {
      expect(await call('d1_query', { sql }), sql).toMatchObject({ ok: true });
    }
  });
});
