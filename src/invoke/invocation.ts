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

export interface Invocation {
  readonly id: InvocationId;
  readonly row: DirectoryRow;
  readonly parsed: ParsedRow;
  readonly effect: Effect;
  /** Computed from the row as it is now, so that it fingerprints what runs. */
  readonly contractHash: string;
  readonly startedAt: Date;
  readonly salt: string;
  readonly ctx: CallContext;
}

export async function openInvocation(ctx: CallContext, row: DirectoryRow): Promise<Invocation> {
  const parsed = parseRow(row, ctx.functions);
  const hash = await contractHash({ ...parsed, row }, await readIncludedBlocks(ctx.db, row));
  return { id: newInvocationId(), row, parsed, effect: parsed.effect, contractHash: hash, startedAt: ctx.now(), salt: newSalt(), ctx };
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
export function identityOf({ id, row, effect, startedAt, ctx }: Invocation) {
  return {
    id,
    key: row.key,
    version: row.version,
    type: row.type,
    runner: row.runner === null || row.runner === '' ? 'edge' : row.runner,
    actor: actorName(ctx.actor),
    trace: ctx.trace,
    parent: ctx.nesting.parent ?? null,
    effect,
    started_at: startedAt.toISOString(),
  };
}
