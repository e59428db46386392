// What nobody waits for any more: calls whose runner died, and queued calls whose message was lost.
import { and, asc, eq, isNotNull, lte, min } from 'drizzle-orm';
import { isAssertionFailure } from '../db/assert.ts';
import type { Database } from '../db/client.ts';
import { fault } from '../errors.ts';
import { ledger as entries, receipts } from '../db/schema.ts';
import type { Intent } from './entries.ts';
import type { Ledger } from './ledger.ts';
import type { Settling } from './settle.ts';
import { settleUnrun } from './settleUnrun.ts';
import type { Signing } from './sign.ts';

export interface Sweep {
  readonly db: Database;
  readonly ledger: Pick<Ledger, 'append'>;
  readonly signing: Signing;
  readonly queue: Queue | undefined;
  readonly now: Date;
}

const AT_A_TIME = 100;
/** A queued call is woken again after so long. */
export const QUEUED_MS = 20_000;

/**
 * Settles each RUNNING call past its deadline as UNKNOWN_OUTCOME (never as success, never as nothing) and sends the
 * message of each QUEUED one again. Of concurrent sweeps and settlements one wins each receipt.
 */
export async function sweep({ db, ledger, signing, queue, now }: Sweep): Promise<void> {
  const due = await db
    .select({ id: receipts.id, status: receipts.status, payload: entries.payload })
    .from(receipts)
    .innerJoin(entries, eq(entries.seq, receipts.seq))
    .where(and(isNotNull(receipts.deadline), lte(receipts.deadline, now.toISOString())))
    .orderBy(asc(receipts.deadline))
    .limit(AT_A_TIME);
  for (const { id, status, payload } of due) {
    if (status === 'RUNNING') {
      await settleLost({ db, ledger, signing }, JSON.parse(payload) as Intent, now);
    } else {
      await queue?.send({ id });
      await db
        .update(receipts)
        .set({ deadline: new Date(now.getTime() + QUEUED_MS).toISOString() })
        .where(and(eq(receipts.id, id), eq(receipts.status, 'QUEUED')));
    }
  }
}

/** When the next receipt is due, in milliseconds since the epoch. */
export async function nextDeadline(db: Database): Promise<number | undefined> {
  const found = await db
    .select({ at: min(receipts.deadline) })
    .from(receipts)
    .where(isNotNull(receipts.deadline))
    .get();
  return found?.at == null ? undefined : Date.parse(found.at);
}

/** Whoever settled it first was right. */
async function settleLost(parts: Settling, intent: Intent, now: Date): Promise<void> {
  try {
    await settleUnrun(parts, intent, 'UNKNOWN_OUTCOME', fault('outcome_unknown'), now);
  } catch (error) {
    if (!isAssertionFailure(error)) throw error;
  }
}
