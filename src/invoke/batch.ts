// Several calls in one request. Not atomic: each is an invocation of its own, with its own receipt.
import type { CallContext } from '../context.ts';
import { fault } from '../errors.ts';
import type { Call } from './call.ts';
import { invoke } from './invoke.ts';
import type { Reply } from './reply.ts';

export type BatchMode = 'parallel' | 'sequence';

/** How many calls of a parallel batch run at the same time. */
const CONCURRENCY = 16;

/** The replies in the order of the calls. A sequence stops at the first failure; the rest is refused with not_run. */
export async function invokeBatch(ctx: CallContext, calls: readonly Call[], mode: BatchMode): Promise<Reply[]> {
  const replies: Reply[] = [];
  if (mode === 'sequence') {
    let stopped = false;
    for (const call of calls) {
      const reply: Reply = stopped ? { kind: 'refused', key: call.key, fault: fault('not_run') } : await invoke(ctx, call);
      stopped ||= reply.kind !== 'result' && reply.kind !== 'accepted';
      replies.push(reply);
    }
    return replies;
  }
  let next = 0;
  const work = async () => {
    for (let index = next++; index < calls.length; index = next++) replies[index] = await invoke(ctx, calls[index] as Call);
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, calls.length) }, work));
  return replies;
}
