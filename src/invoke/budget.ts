// What bounds the tree of calls that one request causes. A call over it leaves no receipt: a row that calls itself would
// otherwise write without end.
import { INVOCATIONS_MAX, type CallContext } from '../context.ts';
import { fault, type Fault } from '../errors.ts';

/** Counts one invocation; why it may not start, or undefined. Faults: timed_out (the call above has ended), too_many_invocations. */
export function takeFromBudget({ nesting: { budget }, signal }: CallContext): Fault | undefined {
  if (signal?.aborted === true) return fault('timed_out', { type: 'http' });
  if (budget.invocationsLeft <= 0) return fault('too_many_invocations', { max: INVOCATIONS_MAX });
  budget.invocationsLeft -= 1;
  return undefined;
}

/** Why a batch of this size may not start, or undefined: none of it runs where not all of it can. */
export function batchRefusal({ nesting: { budget } }: CallContext, size: number): Fault | undefined {
  return size > budget.invocationsLeft ? fault('too_many_invocations', { max: INVOCATIONS_MAX }) : undefined;
}
