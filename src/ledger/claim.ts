// Takes a queued call: one conditional update, so that of all who try exactly one runs it.
import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import type { ReceiptStatus } from '../db/rows.ts';
import { receipts } from '../db/schema.ts';
import type { InvocationId } from '../ids.ts';
import { after, statesBefore } from './lifecycle.ts';

/**
 * Moves the receipt on to RUNNING until `deadline`, when the sweep gives it up. Whether it was this caller's doing.
 * With `from` RUNNING it only moves the deadline of a call that the caller has claimed.
 */
export async function claim(db: Database, id: InvocationId, deadline: Date, from?: ReceiptStatus): Promise<boolean> {
  const claimed = await db
    .update(receipts)
    .set({ status: after('QUEUED', 'claim'), deadline: deadline.toISOString() })
    .where(and(eq(receipts.id, id), inArray(receipts.status, from === undefined ? statesBefore('claim') : [from])))
    .returning({ id: receipts.id });
  return claimed.length === 1;
}
