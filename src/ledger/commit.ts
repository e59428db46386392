// The only writer of the ledger: entries and the caller's own statements in one batch, all or nothing.
import { sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import { canonicalJson } from '../capability/canonicalJson.ts';
import type { Database } from '../db/client.ts';
import { ledger } from '../db/schema.ts';
import { PAYLOADS, type Entry } from './entries.ts';

export type Statement = BatchItem<'sqlite'>;

/** The seq of the entry that this batch has just appended; for statements that stand after it. */
export const LAST_SEQ = sql`(SELECT max(seq) FROM ledger)`;

/**
 * Appends one entry and runs the statements in one transaction. Once it returns, both are durable; if any statement
 * fails, neither happened and the error is thrown for the caller to read (db/assert.ts). Entries have a total order.
 */
export async function commit(db: Database, entry: Entry, before: readonly Statement[], after: readonly Statement[] = []): Promise<void> {
  const statements = [...before, append(db, entry), ...after];
  await db.batch(statements as [Statement, ...Statement[]]);
}

function append(db: Database, entry: Entry): Statement {
  // A payload of another shape is a defect here, not bad input: parse throws.
  const payload = canonicalJson(PAYLOADS[entry.kind].parse(entry.payload));
  // The columns in the order of the table; D1 runs one batch after another, so max(seq) is the head.
  return db.insert(ledger).select(sql`SELECT coalesce(max(seq), 0) + 1, ${entry.kind}, ${entry.subject}, ${entry.at}, ${payload} FROM ledger`);
}
