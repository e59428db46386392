// Rows whose searched words are missing, or made by another version of this code, or of another version of the row:
// those that were put into the database past this service, or by a build before this one.
import { and, eq, isNull, ne, notExists, or, sql } from 'drizzle-orm';
import { parseRow } from '../capability/parse.ts';
import { searchDocs } from '../capability/searchDocs.ts';
import { ANALYZER_VERSION } from '../capability/words.ts';
import type { CallContext } from '../context.ts';
import { directory, directoryDocs } from '../db/schema.ts';
import { indexedLate } from './indexed.ts';

const ROWS_AT_ONCE = 100;

/** Indexes up to a hundred such rows, and drops the words of rows that are gone. true: none is left. */
export async function reindexSome(ctx: CallContext): Promise<boolean> {
  const stale = await ctx.db
    .select({ row: directory })
    .from(directory)
    .leftJoin(directoryDocs, eq(directoryDocs.key, directory.key))
    .where(
      and(
        eq(directory.enabled, 1),
        eq(directory.planner_visible, 1),
        or(isNull(directoryDocs.key), ne(directoryDocs.version, directory.version), ne(directoryDocs.analyzer, ANALYZER_VERSION)),
      ),
    )
    .limit(ROWS_AT_ONCE);
  const gone = notExists(
    ctx.db
      .select({ one: sql`1` })
      .from(directory)
      .where(eq(directory.key, directoryDocs.key)),
  );
  await ctx.db.batch([
    ctx.db.delete(directoryDocs).where(gone),
    ...stale.flatMap(({ row }) => {
      const docs = searchDocs(row, parseRow(row, ctx.functions));
      return docs === undefined ? [] : [indexedLate(ctx.db, row.key, docs)];
    }),
  ]);
  return stale.length < ROWS_AT_ONCE;
}
