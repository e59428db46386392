import { and, eq, isNull, ne } from 'drizzle-orm';
import type { CallContext } from '../context.ts';
import type { DirectoryRow } from '../db/rows.ts';
import { directory } from '../db/schema.ts';
import { visibleRows } from './visible.ts';

const SIBLINGS_MAX = 20;

/** Keys of other rows of the same category that the caller may see and resolve may find. */
export async function siblingsOf(ctx: CallContext, { key, category }: DirectoryRow): Promise<string[]> {
  const inCategory = category === null ? isNull(directory.category) : eq(directory.category, category);
  const rows = await ctx.db
    .select({ key: directory.key })
    .from(directory)
    .where(and(inCategory, ne(directory.key, key), eq(directory.enabled, 1), eq(directory.planner_visible, 1), visibleRows(ctx.actor)))
    .orderBy(directory.planner_rank, directory.key)
    .limit(SIBLINGS_MAX);
  return rows.map((row) => row.key);
}
