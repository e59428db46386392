// What is kept for a time only: idempotency keys, and the bodies of receipts where the settings say so.
import { lt } from 'drizzle-orm';
import { idempotencyKeys } from '../db/schema.ts';
import { eraseOlder, type Erasing } from './erase.ts';

export const IDEMPOTENCY_HOURS = 24;
const HOUR_MS = 3_600_000;

export interface Prune extends Omit<Erasing, 'actor'> {
  /** undefined keeps bodies. */
  readonly retainBodiesDays: number | undefined;
  /** Up to where bodies were erased before. */
  readonly prunedTo: string;
}

/** Drops what is past its time. Returns the new `prunedTo`, and the artifacts that no receipt names any more. */
export async function prune({ retainBodiesDays, prunedTo, ...erasing }: Prune): Promise<{ prunedTo: string; artifacts: string[] }> {
  const { db, now } = erasing;
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS).toISOString();
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.at, hoursAgo(IDEMPOTENCY_HOURS)));
  if (retainBodiesDays === undefined) return { prunedTo, artifacts: [] };
  const before = hoursAgo(retainBodiesDays * 24);
  if (before <= prunedTo) return { prunedTo, artifacts: [] };
  return { prunedTo: before, artifacts: await eraseOlder({ ...erasing, actor: 'retention' }, prunedTo, before) };
}
