// One invocation as it opens: its identity, and the members that its intent, its claims and its reply share.
import { contractHash } from '../capability/fingerprint.ts';
import type { Capability } from '../capability/model.ts';
import { parseRow, type ParsedRow } from '../capability/parse.ts';
import { actorName, type CallContext } from '../context.ts';
import type { DirectoryRow, Effect } from '../db/rows.ts';
import { readIncludedBlocks } from '../directory/readRow.ts';
import { fault, type Fault } from '../errors.ts';
import { newInvocationId, type InvocationId } from '../ids.ts';
import { newSalt } from '../ledger/fingerprints.ts';
import type { Signing } from '../ledger/sign.ts';
import type { Call } from './call.ts';

export interface Invocation {
  readonly id: InvocationId;
  readonly row: DirectoryRow;
  readonly parsed: ParsedRow;
  readonly effect: Effect;
  /** Computed from the row as it is now, so that it fingerprints what runs. */
  readonly contractHash: string;
  readonly startedAt: Date;
  readonly salt: string;
  readonly repairs: InvocationId | null;
  readonly replays: InvocationId | null;
  readonly signing: Signing;
  readonly ctx: CallContext;
}

/** What an invocation has of its own; one that was queued has had it since it was accepted. */
export type Origin = Pick<Invocation, 'id' | 'startedAt' | 'salt' | 'repairs' | 'replays'>;

export function newOrigin(ctx: CallContext, call: Pick<Call, 'repairs' | 'replays'>): Origin {
  return { id: newInvocationId(), startedAt: ctx.now(), salt: newSalt(), repairs: call.repairs ?? null, replays: call.replays ?? null };
}

export async function openInvocation(ctx: CallContext, row: DirectoryRow, signing: Signing, origin: Origin): Promise<Invocation> {
  const parsed = parseRow(row, ctx.functions);
  const hash = await contractHash({ ...parsed, row }, await readIncludedBlocks(ctx.db, row));
  return { ...origin, row, parsed, effect: parsed.effect, contractHash: hash, signing, ctx };
}

/** What the row means, or how a row that cannot run answers (an old row that a write would now refuse). */
export function capabilityOf(invocation: Invocation): Capability | Fault {
  const { capability, problems } = invocation.parsed;
  if (capability !== undefined) return capability;
  const first = problems[0];
  return (
    first?.refusal ??
    fault(
      'row_invalid',
      { rule: first?.rule ?? 'bad_target' },
      { violations: problems.map(({ pointer, message, rule }) => ({ pointer, message, rule })) },
    )
  );
}

/** The members that intent and claims have in common. */
export function identityOf({ id, row, effect, startedAt, repairs, replays, ctx }: Invocation) {
  return {
    id,
    key: row.key,
    version: row.version,
    type: row.type,
    runner: row.runner === null || row.runner === '' ? 'edge' : row.runner,
    actor: actorName(ctx.actor),
    trace: ctx.trace,
    parent: ctx.nesting.parent ?? null,
    repairs,
    replays,
    effect,
    started_at: startedAt.toISOString(),
  };
}
