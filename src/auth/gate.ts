// The gate in front of every runner, the same on every path: pure, fails closed. Its order is authority.md's,
// steps 4 to 7; arguments (8) are mapped after it.
import { exceeds } from '../capability/effect.ts';
import type { Actor, Nesting } from '../context.ts';
import type { DirectoryRow, Effect } from '../db/rows.ts';
import { fault, type Fault } from '../errors.ts';

export interface GateQuestion {
  readonly actor: Actor;
  readonly row: DirectoryRow;
  readonly effect: Effect;
  readonly contractHash: string;
  readonly nesting: Nesting;
  /** The contract the caller has read, where it says so. */
  readonly ifContract?: string;
}

/** The first reason why this call may not run, or undefined. */
export function gate({ actor, row, effect, contractHash, nesting, ifContract }: GateQuestion): Fault | undefined {
  if (row.enabled !== 1) return fault('row_disabled');
  if (row.owner_only === 1 && actor.kind !== 'owner') return fault('owner_only');
  if (exceeds(effect, nesting.effectCeiling)) return fault('effect_not_allowed', { effect });
  if (ifContract !== undefined && ifContract !== contractHash) return fault('contract_changed', { pinned: ifContract, current: contractHash });
  return undefined;
}
