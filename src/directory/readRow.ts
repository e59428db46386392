import { eq, inArray, sql } from 'drizzle-orm';
import { includesOf } from '../capability/parseTypes.ts';
import { assertInBatch } from '../db/assert.ts';
import type { Database } from '../db/client.ts';
import type { DirectoryRow } from '../db/rows.ts';
import { directory, directoryHistory, promptBlocks } from '../db/schema.ts';
import type { Key } from '../ids.ts';
import type { Statement } from '../ledger/commit.ts';

/** The row as it is stored now; nothing is cached, so a write is live on the next read. */
export async function readRow(db: Database, key: Key): Promise<DirectoryRow | undefined> {
  return db.select().from(directory).where(eq(directory.key, key)).get();
}

/** The version that the next row of this key gets if there is none now. */
export async function versionAfterDeletion(db: Database, key: Key): Promise<number> {
  const last = await db
    .select({ version: sql<number | null>`max(${directoryHistory.version})` })
    .from(directoryHistory)
    .where(eq(directoryHistory.key, key))
    .get();
  return (last?.version ?? 0) + 1;
}

/** The text of the prompt blocks that a row includes and that exist. No query where it includes none. */
export async function readIncludedBlocks(db: Database, row: DirectoryRow): Promise<Map<string, string>> {
  const names = row.type === 'agent' ? [...new Set(includesOf(row))].slice(0, 90) : [];
  if (names.length === 0) return new Map();
  const blocks = await db.select().from(promptBlocks).where(inArray(promptBlocks.key, names));
  return new Map(blocks.map((block) => [block.key, block.content]));
}

/** Batch statements that fail if a block's text is no longer this one: a contract hash must not be made from a stale text. */
export function blocksUnchanged(db: Database, blocks: ReadonlyMap<string, string>): Statement[] {
  return [...blocks].map(([key, content]) =>
    assertInBatch(db, sql`EXISTS (SELECT 1 FROM prompt_blocks WHERE key = ${key} AND content = ${content})`),
  );
}

/** The same for the blocks that a row includes and that do not exist (only an old row can have such). */
export function blocksStillMissing(db: Database, row: DirectoryRow, blocks: ReadonlyMap<string, string>): Statement[] {
  const missing = row.type === 'agent' ? includesOf(row).filter((name) => !blocks.has(name)) : [];
  return missing.map((key) => assertInBatch(db, sql`NOT EXISTS (SELECT 1 FROM prompt_blocks WHERE key = ${key})`));
}
