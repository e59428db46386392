// All rows that a caller may find, a bounded piece at a time.
import { and, asc, eq, gte, lte, sql, type SQL } from 'drizzle-orm';
import type { CallContext } from '../context.ts';
import type { CapabilityType, DirectoryRow } from '../db/rows.ts';
import { directory } from '../db/schema.ts';
import { visibleRows } from './visible.ts';

export interface RowSelection {
  readonly category?: string;
  readonly type?: CapabilityType;
  readonly keys?: readonly string[];
}

/** What one query reads at most, so that memory stays bounded whatever rows hold; one row can be larger. */
const PIECE_BYTES_MAX = 1_048_576;
const PIECE_ROWS_MAX = 500;

/** Keys of the rows that resolve may find and the caller may see, in order, in runs to be read by `readRun`. */
export async function rowRuns(
  ctx: CallContext,
  selection: RowSelection,
): Promise<{ runs: readonly (readonly [string, string])[]; keys: ReadonlySet<string> }> {
  // Every column that may be long: one that is left out is one by which a piece grows without bound.
  const long = [
    directory.target,
    directory.auth,
    directory.content,
    directory.allowed_categories,
    directory.includes,
    directory.input_schema,
    directory.output_schema,
    directory.examples,
  ];
  const size = sql<number>`${sql.join(
    long.map((column) => sql`coalesce(length(${column}), 0)`),
    sql` + `,
  )}`;
  const listed = await ctx.db
    .select({ key: directory.key, bytes: size })
    .from(directory)
    .where(condition(ctx, selection))
    .orderBy(asc(directory.key));
  const runs: [string, string][] = [];
  let bytes = Infinity;
  let rows = 0;
  for (const { key, bytes: more } of listed) {
    bytes += more ?? 0;
    rows += 1;
    const run = runs.at(-1);
    if (run !== undefined && bytes <= PIECE_BYTES_MAX && rows <= PIECE_ROWS_MAX) run[1] = key;
    else {
      runs.push([key, key]);
      bytes = more ?? 0;
      rows = 1;
    }
  }
  return { runs, keys: new Set(listed.map(({ key }) => key)) };
}

/** The rows of one run as they are now. */
export function readRun(ctx: CallContext, selection: RowSelection, [first, last]: readonly [string, string]): Promise<DirectoryRow[]> {
  return ctx.db
    .select()
    .from(directory)
    .where(and(gte(directory.key, first), lte(directory.key, last), condition(ctx, selection)))
    .orderBy(asc(directory.key));
}

function condition({ actor }: CallContext, { category, type, keys }: RowSelection): SQL | undefined {
  return and(
    eq(directory.enabled, 1),
    eq(directory.planner_visible, 1),
    visibleRows(actor),
    category === undefined ? undefined : eq(directory.category, category),
    type === undefined ? undefined : eq(directory.type, type),
    keys === undefined ? undefined : sql`${directory.key} IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`,
  );
}
