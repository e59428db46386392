// What a caller who wrote a key that does not exist may have meant.
import { desc, sql } from 'drizzle-orm';
import { nearest } from '../capability/nearest.ts';
import type { CallContext } from '../context.ts';
import { directory } from '../db/schema.ts';
import { fault, type Fault } from '../errors.ts';
import { visibleRows } from './visible.ts';

/** How many keys are compared: those that begin alike come first. */
const CANDIDATES = 400;

/** The fault unknown_key, with the nearest keys among those that the caller may see. */
export async function unknownKey(ctx: CallContext, asked: string): Promise<Fault> {
  const folded = asked.toUpperCase().slice(0, 64);
  const beginsAlike = (chars: number) => desc(sql`substr(${directory.key}, 1, ${chars}) = ${folded.slice(0, chars)}`);
  const rows = await ctx.db
    .select({ key: directory.key })
    .from(directory)
    .where(visibleRows(ctx.actor))
    .orderBy(beginsAlike(6), beginsAlike(3), beginsAlike(1), directory.key)
    .limit(CANDIDATES);
  return fault(
    'unknown_key',
    {},
    {
      didYouMean: nearest(
        folded,
        rows.map((row) => row.key),
        3,
      ),
    },
  );
}
