import type { CallContext } from '../context.ts';
import { err, fault, type Result } from '../errors.ts';
import { parseKey } from '../ids.ts';
import type { RowInput } from './changeRow.ts';
import { readRow } from './readRow.ts';
import { READ_ONLY_COLUMNS, WRITABLE_COLUMNS, type RowDraft } from './rowInput.ts';
import { writeRow, type Written } from './writeRow.ts';

/** POST: writes a row under a key that has none. Faults: key_exists, read_only_field, and writeRow's. */
export async function createRow(ctx: CallContext, input: RowInput): Promise<Result<Written>> {
  const readOnly = [...READ_ONLY_COLUMNS, 'row_num'].find((column) => input[column] !== undefined);
  if (readOnly !== undefined) return err(fault('read_only_field', { name: readOnly }));
  const key = parseKey(String(input.key));
  if (key !== undefined && (await readRow(ctx.db, key)) !== undefined) return err(fault('key_exists', {}, { detail: `${key} exists already.` }));
  const draft = Object.fromEntries(WRITABLE_COLUMNS.map((column) => [column, input[column]])) as RowDraft;
  return writeRow(ctx, { action: 'create', draft });
}
