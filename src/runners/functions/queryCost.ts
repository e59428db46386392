// Whether a query would keep its database busy for too long, told before it runs.
import { buildsText, queryWork, rootPagesOf, type Instruction } from './queryWork.ts';

/** Turns of loops a query may take, a second or two of the database's time. One pass over one table is always less. */
const TURNS_MAX = 50_000_000;
/** Rows of a table that are counted; a table with more counts as this many, so that one pass over it remains allowed. */
const COUNTED_MAX = 1_000_000;
/** Rows of a table that is not counted yet. */
const ASSUMED = 100_000;
/** Rows that a table-valued function gives unless the texts at hand are long: two characters make an item of JSON. */
const VIRTUAL_ROWS_MIN = 1_000;
/** Items of the longest text that a database holds, 2 MB. */
const VIRTUAL_ROWS_MAX = 1_000_000;

/**
 * Judges an explained query. The tables are counted, to COUNTED_MAX at most, only where large ones would cost too much.
 * `given` is the statement and its parameters. Rejects where the database does.
 */
export async function isTooCostly(db: D1Database, program: readonly Instruction[], given: readonly unknown[]): Promise<boolean> {
  const longest = Math.max(...given.map((one) => (typeof one === 'string' ? one.length : 0)));
  const virtualRows = buildsText(program) ? VIRTUAL_ROWS_MAX : Math.max(VIRTUAL_ROWS_MIN, longest / 2);
  if (queryWork(program, { rowsOf: () => ASSUMED, virtualRows }) <= TURNS_MAX) return false;
  if (queryWork(program, { rowsOf: () => 1, virtualRows }) > TURNS_MAX) return true;
  const counts = await countsOf(db, rootPagesOf(program));
  return queryWork(program, { rowsOf: (page) => counts.get(page) ?? COUNTED_MAX, virtualRows }) > TURNS_MAX;
}

/** The rows of tables by the root pages of themselves and of their indexes. */
async function countsOf(db: D1Database, pages: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { results } = await db
    .prepare('SELECT rootpage AS page, tbl_name AS name FROM sqlite_master WHERE rootpage IN (SELECT value FROM json_each(?))')
    .bind(JSON.stringify(pages))
    .all<{ page: number; name: string }>();
  const names = [...new Set(results.map(({ name }) => name))];
  if (names.length === 0) return new Map();
  const counted = await db.batch<{ n: number }>(
    names.map((name) => db.prepare(`SELECT count(*) AS n FROM (SELECT 1 FROM "${name.replaceAll('"', '""')}" LIMIT ${COUNTED_MAX})`)),
  );
  const byName = new Map(names.map((name, at) => [name, counted[at]?.results[0]?.n ?? COUNTED_MAX]));
  return new Map(results.map(({ page, name }) => [page, byName.get(name) ?? COUNTED_MAX]));
}
