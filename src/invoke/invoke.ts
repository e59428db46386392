// The path of a call, on one screen: row, gate, arguments, runner, record. Every transport comes through here.
import { refusalOf } from '../auth/permit.ts';
import { gate } from '../auth/gate.ts';
import type { CallContext } from '../context.ts';
import { readRow } from '../directory/readRow.ts';
import { unknownKey } from '../directory/suggest.ts';
import { fault } from '../errors.ts';
import { parseKey } from '../ids.ts';
import { learn } from '../resolve/learn.ts';
import { selectRunner } from '../runners/select.ts';
import { mapCall } from './arguments.ts';
import type { Call } from './call.ts';
import { checkOutput } from './checkOutput.ts';
import { takeFromBudget } from './budget.ts';
import { duplicate } from './duplicate.ts';
import { capabilityOf, newOrigin, openInvocation } from './invocation.ts';
import { lineageFault } from './lineage.ts';
import { accept } from './queued.ts';
import { conclude, refuse, reserveIfNeeded } from './record.ts';
import type { Reply } from './reply.ts';
import { runBounded } from './runBounded.ts';
import { runnerTools } from './runnerTools.ts';

/**
 * Runs one call of one row and answers with what came of it; never throws for what a caller or the world did.
 * Before the actor is proven and the key is known there is no receipt; from then on every answer has one, and it is
 * durable before the answer leaves. `shape` fires nothing and leaves none.
 */
export async function invoke(ctx: CallContext, call: Call): Promise<Reply> {
  const refused = (of: ReturnType<typeof fault>): Reply => ({ kind: 'refused', key: call.key, fault: of });
  const stranger = refusalOf(ctx, 'invoke');
  if (stranger !== undefined) return refused(stranger);
  const signing = await ctx.signing();
  if ('problems' in signing) return refused(fault('not_ready', {}, { detail: `${signing.problems.join('; ')}.` }));
  const exhausted = takeFromBudget(ctx);
  if (exhausted !== undefined) return refused(exhausted);
  const key = parseKey(call.key);
  const row = key && (await readRow(ctx.db, key));
  if (row === undefined) return refused(await unknownKey(ctx, call.key));

  const invocation = await openInvocation(ctx, row, signing, newOrigin(ctx, call));
  const { effect, contractHash } = invocation;
  const refusal = gate({ actor: ctx.actor, row, effect, contractHash, nesting: ctx.nesting, ifContract: call.ifContract });
  if (refusal !== undefined) return refuse(invocation, call, refusal);
  const capability = capabilityOf(invocation);
  if ('code' in capability) return refuse(invocation, call, capability);
  const runner = selectRunner(capability, runnerTools(ctx), ctx.bindings.CALLS !== undefined);
  if ('code' in runner) return refuse(invocation, call, runner);

  const args = mapCall(ctx, capability, call);
  if (!args.ok) return refuse(invocation, call, args.fault);
  const unrelated = await lineageFault(ctx, call, row.key);
  if (unrelated !== undefined) return refuse(invocation, call, unrelated, args.value);
  const prepared = await runner.prepare({ capability, args: args.value, invocation: invocation.id, ctx });
  if (!prepared.ok) return refuse(invocation, call, prepared.fault, args.value);
  if (call.shape === true) return { kind: 'shape', key: row.key, shape: prepared.value.shape };

  const reservation = await reserveIfNeeded(invocation, capability, call, args.value);
  if ('why' in reservation) return duplicate(invocation, call, args.value, reservation);
  if (row.runner === 'queue') return accept(invocation);
  const outcome = checkOutput(await runBounded(prepared.value, capability, ctx), capability);
  const reply = await conclude(invocation, args.value, outcome, reservation);
  if (call.askId !== undefined && reply.kind === 'result' && reply.receipt.status === 'PROVEN_MATERIAL_RESULT') learn(ctx, call.askId, row.key);
  return reply;
}
