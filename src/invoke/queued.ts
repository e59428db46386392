// Rows with `runner = queue`: accepted now, run later by whoever claims the receipt. The receipts are the queue; a
// message only wakes it, so a lost one is sent again (ledger/sweep.ts) and a second one finds nothing to claim.
import { gate } from '../auth/gate.ts';
import type { CallContext } from '../context.ts';
import { readRow } from '../directory/readRow.ts';
import { fault, type Fault } from '../errors.ts';
import { parseKey, type InvocationId } from '../ids.ts';
import { claim } from '../ledger/claim.ts';
import type { Intent } from '../ledger/entries.ts';
import { readReceipt } from '../ledger/readReceipt.ts';
import { settleUnrun } from '../ledger/settleUnrun.ts';
import { logDefect } from '../log.ts';
import { selectRunner } from '../runners/select.ts';
import type { Arguments } from '../templates/parameters.ts';
import { checkOutput } from './checkOutput.ts';
import { capabilityOf, openInvocation, type Invocation } from './invocation.ts';
import { readBodyText } from './readBodies.ts';
import { conclude, deadlineOf, refuse } from './record.ts';
import type { Reply } from './reply.ts';
import { runBounded } from './runBounded.ts';
import { runnerTools } from './runnerTools.ts';

/** Wakes the queue for a call that is on record as QUEUED, and answers that it will run. */
export async function accept({ id, row, ctx, contractHash }: Invocation): Promise<Reply> {
  await ctx.bindings.CALLS?.send({ id }).catch((error: unknown) => logDefect(ctx, error));
  return { kind: 'accepted', key: row.key, receipt: { id, status: 'QUEUED', fingerprints: { contract: contractHash, input: null, output: null } } };
}

/**
 * Runs a queued call, at most once whoever else is woken for it: as it was accepted, and only if its row still says what
 * it said then. Throws where the storage does not answer; the sweep then looks after the receipt.
 */
export async function runQueued(contextOf: (intent: Intent) => CallContext, db: CallContext['db'], id: InvocationId): Promise<void> {
  const found = await readReceipt(db, id);
  if (found?.intent === undefined || found.row.status !== 'QUEUED') return;
  const { intent, body } = found;
  const ctx = contextOf(intent);
  const signing = await ctx.signing();
  if ('problems' in signing) return;
  const key = parseKey(intent.key);
  const row = key && (await readRow(db, key));
  const isMine = await claim(db, id, new Date(ctx.now().getTime() + CLAIM_MS));
  if (!isMine) return;
  const input = await readBodyText(ctx, body?.input, body?.input_artifact);
  if (row === undefined || input === null || body === undefined) {
    const why = fault(row === undefined ? 'unknown_key' : 'bodies_gone');
    return settleUnrun({ db, ledger: ctx.ledger, signing }, intent, 'REFUSED', why, ctx.now());
  }
  const origin = { id, startedAt: new Date(intent.started_at), salt: body.salt, repairs: idOf(intent.repairs), replays: idOf(intent.replays) };
  const invocation = await openInvocation(ctx, row, signing, origin);
  const reply = await run(invocation, JSON.parse(input) as Arguments, intent);
  if (reply.kind === 'failed' && reply.receipt?.status === 'RUNNING') throw new Error('the receipt of a queued call could not be written');
}

/** Time to get from the claim to the run; from there on the row's own limit holds. */
const CLAIM_MS = 60_000;

async function run(invocation: Invocation, args: Arguments, intent: Intent): Promise<Reply> {
  const { ctx, row, effect, contractHash } = invocation;
  const call = { key: row.key };
  const no = (refusal: Fault) => refuse(invocation, call, refusal, args, true);
  const refusal = gate({ actor: ctx.actor, row, effect, contractHash, nesting: ctx.nesting, ifContract: intent.fingerprints.contract });
  if (refusal !== undefined) return no(refusal);
  const capability = capabilityOf(invocation);
  if ('code' in capability) return no(capability);
  const runner = selectRunner(capability, runnerTools(ctx), true);
  if ('code' in runner) return no(runner);
  const prepared = await runner.prepare({ capability, args, invocation: invocation.id, ctx });
  if (!prepared.ok) return no(prepared.fault);
  await claim(ctx.db, invocation.id, deadlineOf(ctx.now(), capability), 'RUNNING');
  return conclude(invocation, args, checkOutput(await runBounded(prepared.value, capability, ctx), capability), { reserved: true });
}

function idOf(id: string | null): InvocationId | null {
  return id as InvocationId | null;
}
