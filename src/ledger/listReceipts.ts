// Receipts in the order in which the calls started, the newest first, a page at a time. No input and no output.
import { and, desc, eq, gte, lt, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import type { Effect, ReceiptStatus } from '../db/rows.ts';
import { ledger, receipts } from '../db/schema.ts';

export interface ReceiptFilter {
  readonly key?: string;
  readonly actor?: string;
  readonly status?: ReceiptStatus;
  readonly trace?: string;
  readonly parent?: string;
  /** Started at this time or later, and before that one; ISO 8601 UTC with milliseconds. */
  readonly since?: string;
  readonly until?: string;
  readonly limit: number;
  /** Where the page before ended. */
  readonly after?: Place;
}

/** A place in the order. */
export type Place = readonly [startedAt: string, id: string];

export interface ListedReceipt {
  readonly id: string;
  /** The ledger entry that holds the present claims. */
  readonly seq: number;
  readonly key: string;
  readonly actor: string;
  readonly status: ReceiptStatus;
  readonly effect: Effect;
  /** Code of the fault; null where there was none or the call is running. */
  readonly error: string | null;
  readonly trace: string;
  readonly parent: string | null;
  readonly started_at: string;
  /** Milliseconds; null while the call is running. */
  readonly duration_ms: number | null;
}

/** One page; `next` is undefined on the last. */
export async function listReceipts(db: Database, filter: ReceiptFilter): Promise<{ items: ListedReceipt[]; next?: Place }> {
  const claim = <T>(path: string) => sql<T>`${ledger.payload} ->> ${path}`;
  const rows = await db
    .select({
      id: receipts.id,
      seq: receipts.seq,
      key: receipts.key,
      actor: receipts.actor,
      status: receipts.status,
      effect: claim<Effect>('$.effect'),
      error: claim<string | null>('$.error.code'),
      trace: receipts.trace,
      parent: receipts.parent,
      started_at: receipts.started_at,
      duration_ms: claim<number | null>('$.duration_ms'),
    })
    .from(receipts)
    .innerJoin(ledger, eq(ledger.seq, receipts.seq))
    .where(and(...conditions(filter)))
    .orderBy(desc(receipts.started_at), desc(receipts.id))
    .limit(filter.limit + 1);
  const items = rows.slice(0, filter.limit);
  const last = items.at(-1);
  return { items, ...(rows.length > filter.limit && last !== undefined ? { next: [last.started_at, last.id] as const } : {}) };
}

function conditions({ key, actor, status, trace, parent, since, until, after }: ReceiptFilter): (SQL | undefined)[] {
  return [
    key === undefined ? undefined : eq(receipts.key, key),
    actor === undefined ? undefined : eq(receipts.actor, actor),
    status === undefined ? undefined : eq(receipts.status, status),
    trace === undefined ? undefined : eq(receipts.trace, trace),
    parent === undefined ? undefined : eq(receipts.parent, parent),
    since === undefined ? undefined : gte(receipts.started_at, since),
    until === undefined ? undefined : lt(receipts.started_at, until),
    after === undefined ? undefined : sql`(${receipts.started_at}, ${receipts.id}) < (${after[0]}, ${after[1]})`,
  ];
}
