import type { CallContext } from '../context.ts';
import type { DirectoryRow } from '../db/rows.ts';
import { err, ok, type Result } from '../errors.ts';
import { parseKey } from '../ids.ts';
import { readRow } from './readRow.ts';
import { unknownKey } from './suggest.ts';
import { isVisible } from './visible.ts';

/** The row of a key in any case, if the caller may see it; else unknown_key, whether there is one or not. */
export async function readVisibleRow(ctx: CallContext, asked: string): Promise<Result<DirectoryRow>> {
  const key = parseKey(asked);
  const row = key && (await readRow(ctx.db, key));
  return row !== undefined && isVisible(ctx.actor, row) ? ok(row) : err(await unknownKey(ctx, asked));
}
