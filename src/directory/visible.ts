// Which rows a principal may SEE. Whether it may call them is decided again by the gate.
import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Actor } from '../context.ts';
import type { DirectoryRow } from '../db/rows.ts';
import { directory } from '../db/schema.ts';

/** The one predicate of visibility, for a row at hand. */
export function isVisible(actor: Actor, row: DirectoryRow): boolean {
  return actor.kind === 'owner' || (row.enabled === 1 && row.planner_visible === 1 && row.owner_only === 0);
}

/** Whether resolve and the projections may show the row: those leave out, for everybody, what is disabled or hidden from planners. */
export function mayBeFound(actor: Actor, row: DirectoryRow): boolean {
  return row.enabled === 1 && row.planner_visible === 1 && isVisible(actor, row);
}

/** Keys that are not shaped like those of tests, in SQL. */
export const isNoTest = sql`${directory.key} NOT GLOB 'ZZ_*' AND ${directory.key} NOT GLOB '__*' AND ${directory.key} NOT GLOB 'TEST_*'`;

/** isVisible in SQL; undefined: every row. */
export function visibleRows(actor: Actor): SQL | undefined {
  if (actor.kind === 'owner') return undefined;
  return and(eq(directory.enabled, 1), eq(directory.planner_visible, 1), eq(directory.owner_only, 0));
}
