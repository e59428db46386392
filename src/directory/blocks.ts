// Prompt blocks: shared pieces of agent prompts. What a block says is part of the contract of every row that
// includes it, so writing one rewrites their hashes in the same batch.
import { eq, sql } from 'drizzle-orm';
import { contractHash } from '../capability/fingerprint.ts';
import { hygieneFault } from '../capability/hygiene.ts';
import { parseRow } from '../capability/parse.ts';
import { includesOf } from '../capability/parseTypes.ts';
import type { RowProblem } from '../capability/rules.ts';
import { credentialShapeIn } from '../capability/secretShapes.ts';
import { sha256Hex } from '../capability/sha256.ts';
import { hasUnsafeText } from '../capability/unsafeText.ts';
import { actorName, type CallContext } from '../context.ts';
import { assertInBatch, isAssertionFailure } from '../db/assert.ts';
import type { DirectoryRow } from '../db/rows.ts';
import { directory, promptBlocks } from '../db/schema.ts';
import { err, fault, ok, type Result } from '../errors.ts';
import type { Key } from '../ids.ts';
import { commit, type Statement } from '../ledger/commit.ts';
import { blocksUnchanged, readIncludedBlocks } from './readRow.ts';
import { retried } from './retried.ts';

export type PromptBlock = typeof promptBlocks.$inferSelect;

/** The block; fault unknown_block. */
export async function readBlock(ctx: CallContext, key: Key): Promise<Result<PromptBlock>> {
  const block = await ctx.db.select().from(promptBlocks).where(eq(promptBlocks.key, key)).get();
  return block === undefined ? err(fault('unknown_block')) : ok(block);
}

/** Creates or replaces a block. Faults: registry_hygiene_refused (secret_in_row, unsafe_text), version_conflict. */
export async function writeBlock(ctx: CallContext, key: Key, content: string): Promise<Result<PromptBlock & { rehashed: number }>> {
  const problems = [...problemsOf(ctx, key, '/key'), ...problemsOf(ctx, content, '/content')];
  return problems.length > 0 ? err(hygieneFault(problems)) : retried(() => tryToWrite(ctx, key, content));
}

async function tryToWrite(ctx: CallContext, key: Key, content: string): Promise<Result<PromptBlock & { rehashed: number }>> {
  const at = ctx.now().toISOString();
  const block = { key, content, updated_at: at };
  const mentioning = await rowsMentioning(ctx, key);
  const including = mentioning.filter((row) => includesOf(row).includes(key));
  const rehash = (await Promise.all(including.map((row) => rehashStatements(ctx, row, block)))).flat();
  const payload = { action: 'write' as const, key, content_hash: await sha256Hex(content), actor: actorName(ctx.actor) };
  try {
    await commit(ctx.ledger, { kind: 'BLOCK_MUTATE', subject: key, at, payload }, [
      // A row that began to include the block meanwhile would keep a stale hash.
      ...stillMentioning(ctx, key, mentioning),
      ctx.db
        .insert(promptBlocks)
        .values(block)
        .onConflictDoUpdate({ target: promptBlocks.key, set: { content, updated_at: at } }),
      ...rehash,
    ]);
  } catch (error) {
    if (isAssertionFailure(error))
      return err(fault('version_conflict', {}, { detail: 'A row that includes the block was written at the same moment.' }));
    throw error;
  }
  return ok({ ...block, rehashed: including.length });
}

/** Deletes a block that no row includes. Faults: unknown_block, block_in_use, version_conflict. */
export function removeBlock(ctx: CallContext, key: Key): Promise<Result<PromptBlock>> {
  return retried(() => tryToRemove(ctx, key));
}

async function tryToRemove(ctx: CallContext, key: Key): Promise<Result<PromptBlock>> {
  const block = await readBlock(ctx, key);
  if (!block.ok) return block;
  const mentioning = await rowsMentioning(ctx, key);
  const including = mentioning.filter((row) => includesOf(row).includes(key));
  if (including.length > 0)
    return err(
      fault('block_in_use', {
        keys: including
          .map((row) => row.key)
          .slice(0, 10)
          .join(', '),
      }),
    );
  const payload = { action: 'delete' as const, key, content_hash: await sha256Hex(block.value.content), actor: actorName(ctx.actor) };
  try {
    await commit(ctx.ledger, { kind: 'BLOCK_MUTATE', subject: key, at: ctx.now().toISOString(), payload }, [
      ...blocksUnchanged(ctx.db, new Map([[key, block.value.content]])),
      ...stillMentioning(ctx, key, mentioning),
      ctx.db.delete(promptBlocks).where(eq(promptBlocks.key, key)),
    ]);
  } catch (error) {
    if (isAssertionFailure(error))
      return err(fault('version_conflict', {}, { detail: 'The block, or a row that may include it, was written at the same moment.' }));
    throw error;
  }
  return block;
}

/** The rows in whose `includes` the key stands somewhere: those that include it, and some whose blocks' names hold it. */
function rowsMentioning(ctx: CallContext, key: Key): Promise<DirectoryRow[]> {
  return ctx.db.select().from(directory).where(mentions(key));
}

function mentions(key: Key) {
  return sql`${directory.type} = 'agent' AND instr(${directory.includes}, ${key}) > 0`;
}

/** Statements that fail unless the same rows, at the same versions, mention the key. */
function stillMentioning(ctx: CallContext, key: Key, rows: readonly DirectoryRow[]): Statement[] {
  const areThose = sql`(SELECT count(*) FROM directory WHERE ${mentions(key)}) = ${rows.length}`;
  return [assertInBatch(ctx.db, areThose), ...rows.map((row) => isAtVersion(ctx, row))];
}

function isAtVersion(ctx: CallContext, row: DirectoryRow): Statement {
  return assertInBatch(ctx.db, sql`EXISTS (SELECT 1 FROM directory WHERE key = ${row.key} AND version = ${row.version})`);
}

async function rehashStatements(ctx: CallContext, row: DirectoryRow, block: PromptBlock): Promise<Statement[]> {
  const others = await readIncludedBlocks(ctx.db, row);
  others.delete(block.key);
  const blocks = new Map(others).set(block.key, block.content);
  const hash = await contractHash({ ...parseRow(row, ctx.functions), row }, blocks);
  return [...blocksUnchanged(ctx.db, others), ctx.db.update(directory).set({ contract_hash: hash }).where(eq(directory.key, row.key))];
}

function problemsOf(ctx: CallContext, content: string, pointer: string): RowProblem[] {
  const problems: RowProblem[] = [];
  if (ctx.redactor.text(content) !== content || credentialShapeIn(content) !== undefined) {
    problems.push({ rule: 'secret_in_row', pointer, message: 'holds a credential: prompts are sent to models' });
  }
  if (hasUnsafeText(content)) {
    problems.push({
      rule: 'unsafe_text',
      pointer,
      message: 'holds control, bidirectional or tag characters, or half of a surrogate pair',
    });
  }
  return problems;
}
