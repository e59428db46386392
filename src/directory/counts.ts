// How many capabilities there are: four predicates over one table, all of them true of different things.
import { and, eq, sql } from 'drizzle-orm';
import type { CallContext } from '../context.ts';
import { directory } from '../db/schema.ts';
import { isNoTest, visibleRows } from './visible.ts';

export interface Counts {
  readonly all: number;
  /** Not disabled. */
  readonly enabled: number;
  /** Enabled, but keys shaped like those of tests. */
  readonly registry: number;
  /** Enabled and not hidden from planners: what resolve and the projections show. */
  readonly planner_visible: number;
}

export interface DirectoryMap {
  readonly counts: Counts;
  /** Enabled rows by category, null last. */
  readonly categories: readonly { readonly category: string | null; readonly count: number }[];
}

/** Of the rows that the caller may see. */
export async function mapDirectory(ctx: CallContext): Promise<DirectoryMap> {
  const visible = visibleRows(ctx.actor);
  const enabled = eq(directory.enabled, 1);
  const [counted, categories] = await ctx.db.batch([
    ctx.db
      .select({
        all: sql<number>`count(*)`,
        enabled: sql<number>`total(${enabled})`,
        registry: sql<number>`total(${enabled} AND ${isNoTest})`,
        planner_visible: sql<number>`total(${enabled} AND ${directory.planner_visible} = 1)`,
      })
      .from(directory)
      .where(visible),
    ctx.db
      .select({ category: directory.category, count: sql<number>`count(*)` })
      .from(directory)
      .where(and(visible, enabled))
      .groupBy(directory.category)
      .orderBy(sql`${directory.category} IS NULL`, directory.category),
  ]);
  return { counts: counted[0] ?? { all: 0, enabled: 0, registry: 0, planner_visible: 0 }, categories };
}
