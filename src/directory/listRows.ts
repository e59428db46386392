// Listings in canonical order: seq (nulls last), planner_rank, key. `row_num` is the position among all rows that
// the caller may see, whatever the filter.
import { and, asc, eq, sql, type SQL } from 'drizzle-orm';
import type { CallContext } from '../context.ts';
import type { CapabilityType, DirectoryRow } from '../db/rows.ts';
import { directory } from '../db/schema.ts';
import { err, fault, ok, type Result } from '../errors.ts';
import { docLinesOf } from './docLinesSql.ts';
import { isNoTest, visibleRows } from './visible.ts';

export interface RowFilter {
  readonly category?: string;
  readonly type?: CapabilityType;
  /** A substring of key or doc lines, in any case (ASCII). */
  readonly q?: string;
  readonly enabled?: 0 | 1;
  readonly plannerVisible?: 0 | 1;
  /** Leave out keys that look like a test's. */
  readonly withoutTests?: boolean;
  readonly limit: number;
  readonly cursor?: string;
}

export interface Listing {
  readonly items: readonly { row: DirectoryRow; rowNum: number }[];
  /** How many rows the filter matches in all. */
  readonly count: number;
  readonly nextCursor: string | null;
}

const CANONICAL_ORDER = [sql`${directory.seq} IS NULL`, asc(directory.seq), asc(directory.planner_rank), asc(directory.key)];

/** One page of rows that the caller may see. Fault: invalid_field for a cursor that this service did not give. */
export async function listRows(ctx: CallContext, filter: RowFilter): Promise<Result<Listing>> {
  const after = filter.cursor === undefined ? undefined : decodeCursor(filter.cursor);
  if (after === null)
    return err(
      fault('invalid_field', { name: 'cursor' }, { violations: [{ pointer: '/cursor', message: 'must be a next_cursor of a former page' }] }),
    );
  const visible = visibleRows(ctx.actor);
  const matches = and(visible, ...filterConditions(ctx, filter));
  const numbered = ctx.db.$with('numbered').as(
    ctx.db
      .select({
        numbered_key: sql<string>`${directory.key}`.as('numbered_key'),
        row_num: sql<number>`row_number() OVER (ORDER BY ${sql.join(CANONICAL_ORDER, sql`, `)})`.as('row_num'),
      })
      .from(directory)
      .where(visible),
  );
  const page = ctx.db
    .with(numbered)
    .select({ row: directory, rowNum: numbered.row_num })
    .from(directory)
    .innerJoin(numbered, eq(numbered.numbered_key, directory.key))
    .where(
      and(
        matches,
        after &&
          sql`(${directory.seq} IS NULL, coalesce(${directory.seq}, 0), ${directory.planner_rank}, ${directory.key}) > (${after.unpinned}, ${after.seq}, ${after.rank}, ${after.key})`,
      ),
    )
    .orderBy(...CANONICAL_ORDER)
    .limit(filter.limit + 1);
  const total = ctx.db
    .select({ count: sql<number>`count(*)` })
    .from(directory)
    .where(matches);
  const [rows, counted] = await ctx.db.batch([page, total]);
  const items = rows.slice(0, filter.limit);
  const last = items.at(-1);
  return ok({ items, count: counted[0]?.count ?? 0, nextCursor: rows.length > filter.limit && last !== undefined ? encodeCursor(last.row) : null });
}

function filterConditions({ actor }: CallContext, filter: RowFilter): (SQL | undefined)[] {
  return [
    filter.category === undefined ? undefined : eq(directory.category, filter.category),
    filter.type === undefined ? undefined : eq(directory.type, filter.type),
    filter.enabled === undefined ? undefined : eq(directory.enabled, filter.enabled),
    filter.plannerVisible === undefined ? undefined : eq(directory.planner_visible, filter.plannerVisible),
    filter.withoutTests === true ? isNoTest : undefined,
    filter.q === undefined ? undefined : holdsText(filter.q, actor.kind !== 'owner'),
  ];
}

/** The payload is not searched: who may not read it must not be able to guess it either. */
function holdsText(q: string, withoutExamples: boolean): SQL {
  const inText = (text: SQL) => sql`instr(lower(${text}), lower(${q})) > 0`;
  // The first condition is cheap and rules out most rows; only then are the doc lines cut out.
  return sql`(${inText(sql`${directory.key}`)} OR (${inText(sql`coalesce(${directory.content}, '')`)} AND ${inText(docLinesOf({ withoutExamples }))}))`;
}

interface Position {
  readonly unpinned: 0 | 1;
  readonly seq: number;
  readonly rank: number;
  readonly key: string;
}

function encodeCursor(row: DirectoryRow): string {
  return btoa(JSON.stringify([row.seq, row.planner_rank, row.key]))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function decodeCursor(cursor: string): Position | null {
  try {
    const position: unknown = JSON.parse(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')));
    if (!Array.isArray(position) || position.length !== 3) return null;
    const [seq, rank, key] = position as unknown[];
    if (!(seq === null || Number.isSafeInteger(seq)) || !Number.isSafeInteger(rank) || typeof key !== 'string') return null;
    return { unpinned: seq === null ? 1 : 0, seq: (seq as number | null) ?? 0, rank: rank as number, key };
  } catch {
    return null;
  }
}
