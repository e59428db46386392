// The contract of a row for this caller: what they may do with it is asked of the gate, not guessed.
import { gate } from '../auth/gate.ts';
import { refusalOf } from '../auth/permit.ts';
import { parseRow } from '../capability/parse.ts';
import type { CallContext } from '../context.ts';
import type { Contract } from '../contract/contract.ts';
import { contractOf } from '../contract/contractOf.ts';
import type { DirectoryRow } from '../db/rows.ts';
import { siblingsOf } from '../directory/siblings.ts';
import { literal } from '../errors.ts';
import { runnerTools } from '../invoke/runnerTools.ts';
import { selectRunner } from '../runners/select.ts';

/** `row` must be one that the caller may see. */
export async function contractView(ctx: CallContext, row: DirectoryRow, { full }: { full: boolean }): Promise<Contract> {
  const parsed = parseRow(row, ctx.functions);
  const { actor, nesting } = ctx;
  const refusal = refusalOf(ctx, 'invoke') ?? gate({ actor, row, effect: parsed.effect, contractHash: row.contract_hash, nesting });
  const runner = parsed.capability === undefined ? undefined : selectRunner(parsed.capability, runnerTools(ctx), ctx.bindings.CALLS !== undefined);
  const problems = [
    ...parsed.problems.map(({ pointer, message }) => `${pointer}: ${message}`),
    ...(runner !== undefined && 'code' in runner ? [literal(runner)] : []),
    ...(row.enabled === 1 ? [] : ['row_disabled']),
  ];
  const mayInvoke = refusal === undefined && problems.length === 0;
  const may = (verb: 'write' | 'audit') => refusalOf(ctx, verb, verb === 'write' ? 'destructive' : 'read') === undefined;
  return contractOf({
    row,
    parsed,
    origin: ctx.origin,
    seesAll: actor.kind === 'owner',
    affordances: ['read', ...(mayInvoke ? ['shape', 'invoke'] : []), ...(may('write') ? ['edit'] : []), ...(may('audit') ? ['audit'] : [])],
    mayInvoke,
    problems,
    full,
    ...(full ? { siblings: await siblingsOf(ctx, row) } : {}),
  });
}
