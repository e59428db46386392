// Prompt blocks: shared pieces of agent prompts. What a block says is part of the contract of every row that
// includes it, so writing one rewrites their hashes in the same batch.
import { eq, sql } from 'drizzle-orm';
import { contractHash } from '../capability/fingerprint.ts';
import { hygieneFault } from '../capability/hygiene.ts';
import { parseRow } from '../capability/parse.ts';
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

export type PromptBlock = typeof promptBlocks.$inferSelect;

/** The block; fault unknown_block. */
export async function readBlock(ctx: CallContext, key: Key): Promise<Result<PromptBlock>> {
  const block = await ctx.db.select().from(promptBlocks).where(eq(promptBlocks.key, key)).get();
  return block === undefined ? err(fault('unknown_block')) : ok(block);
}

/** Creates or replaces a block. Faults: registry_hygiene_refused (secret_in_row, unsafe_text), version_conflict. */
export async function writeBlock(ctx: CallContext, key: Key, content: string): Promise<Result<PromptBlock & { rehashed: number }>> {
  const problems = problemsOf(ctx, content);
  if (problems.length > 0) return err(hygieneFault(problems));
  const at = ctx.now().toISOString();
  const block = { key, content, updated_at: at };
  const including = await rowsIncluding(ctx, key);
  const rehash = (await Promise.all(including.map((row) => rehashStatements(ctx, row, block)))).flat();
  const payload = { action: 'write' as const, key, content_hash: await sha256Hex(content), actor: actorName(ctx.actor) };
  try {
    await commit(ctx.db, { kind: 'BLOCK_MUTATE', subject: key, at, payload }, [
      // A row that began to include the block meanwhile would keep a stale hash.
      assertInBatch(ctx.db, sql`(SELECT count(*) FROM directory WHERE ${includes(key)}) = ${including.length}`),
      ctx.db.insert(promptBlocks).values(block).onConflictDoUpdate({ target: promptBlocks.key, set: { content, updated_at: at } }),
      ...rehash,
    ]);
  } catch (error) {
    if (isAssertionFailure(error)) return err(fault('version_conflict', {}, { detail: 'A row that includes the block was written at the same moment.' }));
    throw error;
  }
  return ok({ ...block, rehashed: including.length });
}

/** Deletes a block that no row includes. Faults: unknown_block, block_in_use. */
export async function removeBlock(ctx: CallContext, key: Key): Promise<Result<PromptBlock>> {
  const block = await readBlock(ctx, key);
  if (!block.ok) return block;
  const inUse = async () => fault('block_in_use', { keys: (await rowsIncluding(ctx, key)).map((row) => row.key).slice(0, 10).join(', ') });
  const payload = { action: 'delete' as const, key, content_hash: await sha256Hex(block.value.content), actor: actorName(ctx.actor) };
  try {
    await commit(ctx.db, { kind: 'BLOCK_MUTATE', subject: key, at: ctx.now().toISOString(), payload }, [
      assertInBatch(ctx.db, sql`NOT EXISTS (SELECT 1 FROM directory WHERE ${includes(key)})`),
      ctx.db.delete(promptBlocks).where(eq(promptBlocks.key, key)),
    ]);
  } catch (error) {
    if (isAssertionFailure(error)) return err(await inUse());
    throw error;
  }
  return block;
}

function rowsIncluding(ctx: CallContext, key: Key): Promise<DirectoryRow[]> {
  return ctx.db.select().from(directory).where(includes(key));
}

/** Whether a row's comma-separated `includes` names the block. */
function includes(key: Key) {
  return sql`${directory.type} = 'agent' AND instr(',' || replace(${directory.includes}, ' ', '') || ',', ${`,${key},`}) > 0`;
}

async function rehashStatements(ctx: CallContext, row: DirectoryRow, block: PromptBlock): Promise<Statement[]> {
  const others = await readIncludedBlocks(ctx.db, row);
  others.delete(block.key);
  const blocks = new Map(others).set(block.key, block.content);
  const hash = await contractHash({ ...parseRow(row, ctx.functions), row }, blocks);
  return [
    assertInBatch(ctx.db, sql`EXISTS (SELECT 1 FROM directory WHERE key = ${row.key} AND version = ${row.version})`),
    ...blocksUnchanged(ctx.db, others),
    ctx.db.update(directory).set({ contract_hash: hash }).where(eq(directory.key, row.key)),
  ];
}

function problemsOf(ctx: CallContext, content: string): RowProblem[] {
  const problems: RowProblem[] = [];
  if (ctx.redactor.text(content) !== content || credentialShapeIn(content) !== undefined) {
    problems.push({ rule: 'secret_in_row', pointer: '/content', message: 'holds a credential: prompts are sent to models' });
  }
  if (hasUnsafeText(content)) {
    problems.push({ rule: 'unsafe_text', pointer: '/content', message: 'holds control, bidirectional or tag characters, or half of a surrogate pair' });
  }
  return problems;
}
