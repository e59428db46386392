// A condition inside a batch. D1 has no interactive transactions, and a statement that changes zero rows is no
// error: a compare-and-swap that loses would commit the rest of its batch. This makes it roll back instead.
import { sql, type SQL } from 'drizzle-orm';
import type { Database } from './client.ts';
import { batchAssertions } from './schema.ts';

/** A batch statement that fails, and with it the whole batch, unless `condition` holds when it runs. */
export function assertInBatch(db: Database, condition: SQL) {
  return db.insert(batchAssertions).select(sql`SELECT 0 WHERE NOT (${condition})`);
}

/** Whether a batch was rolled back because of assertInBatch. */
export function isAssertionFailure(error: unknown): boolean {
  return messagesOf(error).some((message) => message.includes('batch_assertion_failed'));
}

/** Whether a batch was rolled back because a row with that key exists; SQLite names the columns `table.column`. */
export function isUniqueViolation(error: unknown, table: string): boolean {
  return messagesOf(error).some((message) => message.includes('UNIQUE constraint failed') && message.includes(`${table}.`));
}

/** Drizzle wraps what D1 says: the text stands in the chain of causes. */
export function messagesOf(error: unknown): string[] {
  const messages: string[] = [];
  for (let at: unknown = error; at instanceof Error && messages.length < 8; at = at.cause) messages.push(at.message);
  return messages;
}
