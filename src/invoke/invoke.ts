// The path of a call, on one screen: row, gate, arguments, runner, record. Every transport comes through here.
import { refusalOf } from '../auth/permit.ts';
import { gate } from '../auth/gate.ts';
import type { CallContext } from '../context.ts';
import { readRow } from '../directory/readRow.ts';
import { unknownKey } from '../directory/suggest.ts';
import { parseKey } from '../ids.ts';
import { learn } from '../resolve/learn.ts';
import { selectRunner } from '../runners/select.ts';
import { mapCall } from './arguments.ts';
import type { Call } from './call.ts';
import { checkOutput } from './checkOutput.ts';
import { takeFromBudget } from './budget.ts';
import { capabilityOf, openInvocation } from './invocation.ts';
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
  const stranger = refusalOf(ctx, 'invoke');
  if (stranger !== undefined) return { kind: 'refused', key: call.key, fault: stranger };
  const exhausted = takeFromBudget(ctx);
  if (exhausted !== undefined) return { kind: 'refused', key: call.key, fault: exhausted };
  const key = parseKey(call.key);
  const row = key && (await readRow(ctx.db, key));
  if (row === undefined) return { kind: 'refused', key: call.key, fault: await unknownKey(ctx, call.key) };

  const invocation = await openInvocation(ctx, row);
  const { effect, contractHash } = invocation;
  const refusal = gate({ actor: ctx.actor, row, effect, contractHash, nesting: ctx.nesting, ifContract: call.ifContract });
  if (refusal !== undefined) return refuse(invocation, call, refusal);
  const capability = capabilityOf(invocation);
  if ('code' in capability) return refuse(invocation, call, capability);
  const runner = selectRunner(capability, runnerTools(ctx));
  if ('code' in runner) return refuse(invocation, call, runner);

  const args = mapCall(ctx, capability, call);
  if (!args.ok) return refuse(invocation, call, args.fault);
  const prepared = await runner.prepare({ capability, args: args.value, invocation: invocation.id, ctx });
  if (!prepared.ok) return refuse(invocation, call, prepared.fault, args.value);
  if (call.shape === true) return { kind: 'shape', key: row.key, shape: prepared.value.shape };

  const reserved = await reserveIfNeeded(invocation, args.value);
  const outcome = checkOutput(await runBounded(prepared.value, capability, ctx), capability);
  const reply = await conclude(invocation, args.value, outcome, reserved);
  if (call.askId !== undefined && reply.kind === 'result' && reply.receipt.status === 'PROVEN_MATERIAL_RESULT') learn(ctx, call.askId, row.key);
  return reply;
}
