// All calls of one request, as the tree in which they caused each other.
import type { Database } from '../db/client.ts';
import { listReceipts, type ListedReceipt } from './listReceipts.ts';

export interface TracedCall extends ListedReceipt {
  /** In the order in which they started. */
  readonly children: readonly TracedCall[];
}

/** More calls than one request may cause (context.ts), replays and queued ones included. */
const CALLS_MAX = 1024;

/** The calls that no other call of the trace made, each with those under it; none where the trace is unknown. */
export async function readTrace(db: Database, trace: string): Promise<TracedCall[]> {
  const { items } = await listReceipts(db, { trace, limit: CALLS_MAX });
  const calls = items.toReversed();
  const ids = new Set(calls.map(({ id }) => id));
  const under = Map.groupBy(calls, ({ parent }) => (parent !== null && ids.has(parent) ? parent : ''));
  const grow = (call: ListedReceipt): TracedCall => ({ ...call, children: (under.get(call.id) ?? []).map(grow) });
  return (under.get('') ?? []).map(grow);
}
