// Reads receipts back: the claims from the ledger, the bodies from beside it.
import { asc, eq } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import type { ReceiptBodyRow, ReceiptRow } from '../db/rows.ts';
import { ledger, receiptBodies, receipts } from '../db/schema.ts';
import type { InvocationId } from '../ids.ts';
import type { Claims, Intent } from './entries.ts';

export interface StoredReceipt {
  readonly row: ReceiptRow;
  /** The claims of a settled invocation; the intent of one that runs. */
  readonly claims?: Claims;
  readonly intent?: Intent;
  readonly body?: ReceiptBodyRow;
}

/** One receipt with its bodies; undefined where no receipt has this id. */
export async function readReceipt(db: Database, id: InvocationId): Promise<StoredReceipt | undefined> {
  const found = await db
    .select({ row: receipts, kind: ledger.kind, payload: ledger.payload, body: receiptBodies })
    .from(receipts)
    .innerJoin(ledger, eq(ledger.seq, receipts.seq))
    .leftJoin(receiptBodies, eq(receiptBodies.id, receipts.id))
    .where(eq(receipts.id, id))
    .get();
  if (found === undefined) return undefined;
  const payload = JSON.parse(found.payload) as Claims | Intent;
  return {
    row: found.row,
    ...(found.kind === 'INVOKE' ? { claims: payload as Claims } : { intent: payload as Intent }),
    body: found.body ?? undefined,
  };
}

/** The invocations that were meant to mend this one, the first first. */
export async function readRepairs(db: Database, id: InvocationId): Promise<string[]> {
  const rows = await db.select({ id: receipts.id }).from(receipts).where(eq(receipts.repairs, id)).orderBy(asc(receipts.seq)).limit(256);
  return rows.map((row) => row.id);
}

/** The invocations that this one made, in the order in which they started. */
export async function readChildren(db: Database, id: InvocationId): Promise<string[]> {
  const rows = await db.select({ id: receipts.id }).from(receipts).where(eq(receipts.parent, id)).orderBy(asc(receipts.seq)).limit(256);
  return rows.map((row) => row.id);
}
