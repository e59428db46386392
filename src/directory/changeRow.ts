// Replace, patch and delete: read, check the precondition, write; a write that lost a race without a precondition
// is tried again on the row as it now is.
import type { CallContext } from '../context.ts';
import type { DirectoryRow } from '../db/rows.ts';
import { err, fault, type Result } from '../errors.ts';
import type { Key } from '../ids.ts';
import { matchesVersion, type IfMatch } from './ifMatch.ts';
import { readRow } from './readRow.ts';
import { READ_ONLY_COLUMNS, WRITABLE_COLUMNS, type RowDraft } from './rowInput.ts';
import { unknownKey } from './suggest.ts';
import { retried } from './retried.ts';
import { viewRow } from './view.ts';
import { deleteRow, writeRow, type Written } from './writeRow.ts';

/** PUT: every column is the given one or its default. Faults: unknown_key, version_conflict, read_only_field, and writeRow's. */
export function replaceRow(ctx: CallContext, key: Key, input: RowInput, ifMatch: IfMatch): Promise<Result<Written>> {
  return withRow(ctx, key, ifMatch, (before) => {
    const refused = readOnlyFault(input, before);
    if (refused !== undefined) return Promise.resolve(err(refused));
    return writeRow(ctx, { action: 'replace', before, draft: { ...draftOf(input, before), key: before.key } });
  });
}

/** PATCH: the columns not given stay. Refuses only what it newly breaks. Faults as replaceRow, and no_recognized_fields. */
export function patchRow(ctx: CallContext, key: Key, input: RowInput, ifMatch: IfMatch): Promise<Result<Written>> {
  return withRow(ctx, key, ifMatch, (before) => {
    const refused = readOnlyFault(input, before);
    if (refused !== undefined) return Promise.resolve(err(refused));
    const draft = { ...draftOf({ ...before }, before), ...draftOf(input, before, true), key: before.key };
    return writeRow(ctx, { action: 'patch', before, draft, forgiving: true });
  });
}

/** DELETE. Faults: unknown_key, version_conflict. */
export function removeRow(ctx: CallContext, key: Key, ifMatch: IfMatch): Promise<Result<DirectoryRow>> {
  return withRow(ctx, key, ifMatch, (before) => deleteRow(ctx, before));
}

/** A row as parsed from the wire: writable columns in their stored form, read-only ones as sent. */
export type RowInput = Readonly<Record<string, unknown>>;

function withRow<T>(ctx: CallContext, key: Key, ifMatch: IfMatch, write: (before: DirectoryRow) => Promise<Result<T>>): Promise<Result<T>> {
  const once = async () => {
    const before = await readRow(ctx.db, key);
    if (before === undefined) return err(await unknownKey(ctx, key));
    if (!matchesVersion(ifMatch, before.version)) return err(fault('version_conflict', {}, { detail: `The row is at version ${before.version}.` }));
    return write(before);
  };
  return ifMatch === undefined ? retried(once) : once();
}

function draftOf(input: RowInput, before: DirectoryRow, onlyGiven = false): RowDraft {
  const given = WRITABLE_COLUMNS.filter((column) => column in input && input[column] !== undefined).map((column) => [column, input[column]]);
  return (onlyGiven ? Object.fromEntries(given) : { key: before.key, ...Object.fromEntries(given) }) as RowDraft;
}

/** A read-only field may be sent back as GET gave it, else the writer believes something that is not so. */
function readOnlyFault(input: RowInput, before: DirectoryRow) {
  const stored = viewRow(before);
  if (typeof input.key === 'string' && input.key.toUpperCase() !== before.key) return fault('read_only_field', { name: 'key' });
  const changed = READ_ONLY_COLUMNS.find((column) => input[column] !== undefined && input[column] !== stored[column]);
  return changed === undefined ? undefined : fault('read_only_field', { name: changed });
}
