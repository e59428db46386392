// The one way a row is written: inspected, fingerprinted, and put down with its history and its ledger entry in one
// batch. The verbs (create, replace, patch, restore) differ in what they make of the former row.
import { eq, sql } from 'drizzle-orm';
import { canonicalJson } from '../capability/canonicalJson.ts';
import { contractHash } from '../capability/fingerprint.ts';
import { hygieneFault, inspectRow, newlyBroken } from '../capability/hygiene.ts';
import { searchDocs } from '../capability/searchDocs.ts';
import { sha256Hex } from '../capability/sha256.ts';
import { cleanInvisible } from '../capability/unsafeText.ts';
import { actorName, type CallContext } from '../context.ts';
import { assertInBatch, isAssertionFailure, isUniqueViolation } from '../db/assert.ts';
import type { DirectoryRow } from '../db/rows.ts';
import { directory, directoryHistory } from '../db/schema.ts';
import { err, fault, ok, type Result } from '../errors.ts';
import { parseKey, type Key } from '../ids.ts';
import { commit, type Statement } from '../ledger/commit.ts';
import type { Entry } from '../ledger/entries.ts';
import type { Json } from '../templates/parameters.ts';
import { hygieneTools } from './hygieneTools.ts';
import { indexed } from './indexed.ts';
import { blocksStillMissing, blocksUnchanged, readIncludedBlocks, versionAfterDeletion } from './readRow.ts';
import { WRITABLE_COLUMNS, type RowDraft } from './rowInput.ts';
import { JSON_COLUMNS, viewRow } from './view.ts';
import { warningsFor } from './writeWarnings.ts';

/** D1 refuses rows of 2,000,000 bytes; local D1 does not, so the service keeps well below by itself. */
const ROW_BYTES_MAX = 1_000_000;

export interface Written {
  readonly row: DirectoryRow;
  readonly warnings: readonly string[];
}

export interface WriteOf {
  readonly action: Extract<Entry, { kind: 'DIRECTORY_MUTATE' }>['payload']['action'];
  readonly draft: RowDraft;
  /** The row that this write replaces; undefined where there is none. */
  readonly before?: DirectoryRow;
  /** true: only what the write newly breaks is refused, so that old rows stay editable. */
  readonly forgiving?: boolean;
}

/**
 * Writes a row and returns it as stored. The caller has read `before`; if the row has changed since, nothing is
 * written and the fault is version_conflict (key_exists for a create). Faults besides: registry_hygiene_refused,
 * row_too_large. A write that changes nothing is none: same version, no history, no entry.
 */
export async function writeRow(ctx: CallContext, write: WriteOf): Promise<Result<Written>> {
  const { draft, cleaned } = clean(write.draft);
  const { before } = write;
  if (before !== undefined && saysTheSame(before, draft)) return ok({ row: before, warnings: [] });
  const at = ctx.now().toISOString();
  const candidate: DirectoryRow = {
    ...draft,
    created_at: before?.created_at ?? at,
    updated_at: at,
    version: before === undefined ? 0 : before.version + 1,
    contract_hash: '',
  };
  const bytes = new TextEncoder().encode(JSON.stringify(candidate)).length;
  if (bytes > ROW_BYTES_MAX) return err(fault('row_too_large', { bytes, max: ROW_BYTES_MAX }));

  const blocks = await readIncludedBlocks(ctx.db, candidate);
  const tools = hygieneTools(ctx, blocks);
  const inspection = inspectRow(candidate, tools);
  const broken = write.forgiving && before !== undefined ? newlyBroken(inspectRow(before, tools).broken, inspection.broken) : inspection.broken;
  if (broken.length > 0) return err(hygieneFault(broken));

  const key = parseKey(draft.key) as Key;
  const version = before === undefined ? await versionAfterDeletion(ctx.db, key) : candidate.version;
  const row = { ...candidate, version, contract_hash: await contractHash({ ...inspection, row: candidate }, blocks) };
  const entry = await mutationEntry(ctx, write.action, row, at);
  try {
    const guards = [...blocksUnchanged(ctx.db, blocks), ...blocksStillMissing(ctx.db, row, blocks)];
    const docs = searchDocs(row, inspection);
    await commit(ctx.ledger, entry, [...statementsFor(ctx, row, before, at), indexed(ctx.db, row.key, docs), ...guards]);
  } catch (error) {
    if (isUniqueViolation(error, 'directory')) return err(fault('key_exists', {}, { detail: `${row.key} exists already.` }));
    if (isAssertionFailure(error) || isUniqueViolation(error, 'directory_history')) return err(fault('version_conflict'));
    throw error;
  }
  return ok({ row, warnings: [...cleaned, ...warningsFor(row, before, inspection)] });
}

/** Deletes a row; its history and receipts stay. Fault: version_conflict if it has changed since it was read. */
export async function deleteRow(ctx: CallContext, before: DirectoryRow): Promise<Result<DirectoryRow>> {
  const at = ctx.now().toISOString();
  try {
    await commit(ctx.ledger, await mutationEntry(ctx, 'delete', before, at), [
      isAtVersion(ctx, before),
      historyOf(ctx, before, at),
      ctx.db.delete(directory).where(eq(directory.key, before.key)),
      indexed(ctx.db, before.key, undefined),
    ]);
  } catch (error) {
    if (isAssertionFailure(error) || isUniqueViolation(error, 'directory_history')) return err(fault('version_conflict'));
    throw error;
  }
  return ok(before);
}

/** Whether a draft says what is stored. JSON that came by another way than this service may be spaced otherwise. */
function saysTheSame(before: DirectoryRow, draft: RowDraft): boolean {
  const isJson = (column: keyof RowDraft) => (JSON_COLUMNS as readonly string[]).includes(column);
  return WRITABLE_COLUMNS.every(
    (column) => before[column] === draft[column] || (isJson(column) && JSON.stringify(viewRow(before)[column]) === draft[column]),
  );
}

function statementsFor(ctx: CallContext, row: DirectoryRow, before: DirectoryRow | undefined, at: string): Statement[] {
  if (before === undefined) {
    const isNextVersion = sql`(SELECT coalesce(max(version), 0) + 1 FROM directory_history WHERE key = ${row.key}) = ${row.version}`;
    return [assertInBatch(ctx.db, isNextVersion), ctx.db.insert(directory).values(row)];
  }
  return [isAtVersion(ctx, before), historyOf(ctx, before, at), ctx.db.update(directory).set(row).where(eq(directory.key, row.key))];
}

function isAtVersion(ctx: CallContext, before: DirectoryRow): Statement {
  return assertInBatch(ctx.db, sql`EXISTS (SELECT 1 FROM directory WHERE key = ${before.key} AND version = ${before.version})`);
}

function historyOf(ctx: CallContext, before: DirectoryRow, at: string): Statement {
  return ctx.db
    .insert(directoryHistory)
    .values({ key: before.key, version: before.version, row: JSON.stringify(viewRow(before)), actor: actorName(ctx.actor), at });
}

async function mutationEntry(ctx: CallContext, action: WriteOf['action'], row: DirectoryRow, at: string): Promise<Entry> {
  const rowHash = await sha256Hex(canonicalJson(wellFormed(row) as Json));
  const actor = actorName(ctx.actor);
  // A row planted by SQL may have no hash yet; its entry then carries that of the row.
  const contract = row.contract_hash === '' ? rowHash : row.contract_hash;
  return {
    kind: 'DIRECTORY_MUTATE',
    subject: row.key,
    at,
    payload: { action, key: row.key, version: row.version, contract_hash: contract, row_hash: rowHash, actor },
  };
}

function wellFormed(row: DirectoryRow): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, typeof value === 'string' ? value.toWellFormed() : value]));
}

/** Folds the key and drops invisible characters from the doc lines, which is said in a warning. */
function clean(draft: RowDraft): { draft: RowDraft; cleaned: string[] } {
  const key = parseKey(draft.key) ?? draft.key;
  const content = draft.content === null ? null : cleanDocLines(draft.content);
  const dropped = content !== draft.content;
  return {
    draft: { ...draft, key, content },
    cleaned: dropped ? ['invisible characters (zero-width space, word joiner, BOM) were dropped from the doc lines'] : [],
  };
}

function cleanDocLines(content: string): string {
  const lines = content.split('\n');
  const end = lines.findIndex((line) => !cleanInvisible(line).text.startsWith('#'));
  return lines.map((line, index) => (end < 0 || index < end ? cleanInvisible(line).text : line)).join('\n');
}
