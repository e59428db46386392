// Former versions of a row, what changed in each, and bringing one back.
import { and, desc, eq, lt } from 'drizzle-orm';
import type { z } from 'zod';
import type { CallContext } from '../context.ts';
import { directoryHistory } from '../db/schema.ts';
import { err, fault, ok, type Fault, type Result } from '../errors.ts';
import type { Key } from '../ids.ts';
import type { Json } from '../templates/parameters.ts';
import { matchesVersion, type IfMatch } from './ifMatch.ts';
import { readRow } from './readRow.ts';
import { replaceInput, WRITABLE_COLUMNS, type RowDraft } from './rowInput.ts';
import { unknownKey } from './suggest.ts';
import { viewRow, type RowView } from './view.ts';
import { writeRow, type Written } from './writeRow.ts';

export interface FormerVersion {
  readonly version: number;
  /** Who replaced or deleted this version, and when. */
  readonly actor: string;
  readonly at: string;
  readonly row: RowView;
  /** What its successor changed; every column to null where the row was deleted and never came back. */
  readonly changes: readonly { field: string; from: Json; to: Json }[];
}

export interface History {
  readonly items: readonly FormerVersion[];
  /** Pass as `before` for the page of older versions; null on the last page. */
  readonly nextBefore: number | null;
}

/** The newest former versions first. Fault: unknown_key where the key never had a row. */
export async function readHistory(ctx: CallContext, key: Key, page: { limit: number; before?: number }): Promise<Result<History>> {
  const current = await readRow(ctx.db, key);
  const rows = await ctx.db
    .select()
    .from(directoryHistory)
    .where(and(eq(directoryHistory.key, key), page.before === undefined ? undefined : lt(directoryHistory.version, page.before)))
    .orderBy(desc(directoryHistory.version))
    .limit(page.limit + 1);
  if (rows.length === 0 && current === undefined && page.before === undefined) return err(await unknownKey(ctx, key));
  let successor = page.before === undefined ? current && viewRow(current) : await formerView(ctx, key, page.before, current && viewRow(current));
  const items = rows.slice(0, page.limit).map(({ version, actor, at, row: text }) => {
    const row = JSON.parse(text) as RowView;
    const item = { version, actor, at, row, changes: changesBetween(row, successor) };
    successor = row;
    return item;
  });
  return ok({ items, nextBefore: rows.length > page.limit ? (items.at(-1)?.version ?? null) : null });
}

/**
 * Writes a former version again, as a new version; brings a deleted row back. The same rules hold as for a
 * replacement. Faults: unknown_key, unknown_version, version_conflict,
 * invalid_field, and writeRow's.
 */
export async function restoreRow(ctx: CallContext, key: Key, version: number, ifMatch: IfMatch): Promise<Result<Written>> {
  const before = await readRow(ctx.db, key);
  const former = await formerView(ctx, key, version, undefined);
  if (former === undefined) return err(before === undefined ? await unknownKey(ctx, key) : fault('unknown_version', { version, key }));
  if (before === undefined ? ifMatch !== undefined : !matchesVersion(ifMatch, before.version)) return err(fault('version_conflict'));
  const known = Object.fromEntries(Object.entries(former).filter(([column]) => (WRITABLE_COLUMNS as string[]).includes(column)));
  const draft = replaceInput.safeParse(known);
  // A version from before this build may hold what a write no longer takes.
  if (!draft.success) return err(unfit(draft.error));
  return writeRow(ctx, { action: 'restore', before, draft: draft.data as RowDraft });
}

function unfit({ issues }: z.ZodError): Fault {
  const violations = issues.map(({ path, message }) => ({ pointer: path.map((part) => `/${String(part)}`).join(''), message }));
  return fault(
    'invalid_field',
    { name: String(issues[0]?.path[0] ?? 'row') },
    { detail: 'The version has a value that may no longer be written.', violations },
  );
}

async function formerView(ctx: CallContext, key: Key, version: number, otherwise: RowView | undefined): Promise<RowView | undefined> {
  const found = await ctx.db
    .select({ row: directoryHistory.row })
    .from(directoryHistory)
    .where(and(eq(directoryHistory.key, key), eq(directoryHistory.version, version)))
    .get();
  return found === undefined ? otherwise : (JSON.parse(found.row) as RowView);
}

function changesBetween(from: RowView, to: RowView | undefined): FormerVersion['changes'] {
  return WRITABLE_COLUMNS.filter((column) => JSON.stringify(from[column]) !== JSON.stringify(to?.[column] ?? null)).map((field) => ({
    field,
    from: from[field] ?? null,
    to: to?.[field] ?? null,
  }));
}
