// From what happened to the record and the reply: the only caller of reserve and settle.
import { canonicalJson } from '../capability/canonicalJson.ts';
import type { Capability } from '../capability/model.ts';
import { sha256Hex } from '../capability/sha256.ts';
import { actorName } from '../context.ts';
import type { ReceiptStatus } from '../db/rows.ts';
import { literal, statusOf, type Fault } from '../errors.ts';
import { saltedFingerprint } from '../ledger/fingerprints.ts';
import { reserve } from '../ledger/reserve.ts';
import type { Taken } from '../ledger/ledger.ts';
import { QUEUED_MS } from '../ledger/sweep.ts';
import type { Outcome, Value } from '../runners/runner.ts';
import type { Arguments } from '../templates/parameters.ts';
import { placeBody } from './bodies.ts';
import type { Call } from './call.ts';
import { helpFor } from './help.ts';
import { identityOf, type Invocation } from './invocation.ts';
import type { Reply } from './reply.ts';
import { ENDING_MS } from './runBounded.ts';
import { tryToRecord, writeRecord } from './writeRecord.ts';

/** Whether INTENT stands on the ledger. */
export interface Reservation {
  readonly reserved: boolean;
}

/** How long after its time limit a call is given up: runners end late, and clocks differ. */
const GRACE_MS = 5_000;

/** When a call that begins now has ended, or whoever runs it has died. */
export function deadlineOf(now: Date, { timeoutMs }: Capability): Date {
  return new Date(now.getTime() + timeoutMs + ENDING_MS + GRACE_MS);
}

/**
 * Before a run whose effect is not `read`, one under an idempotency key, and one that is queued: puts the intent on
 * record, so that no crash can hide it. What took the key is returned where it is taken; then nothing is on record.
 */
export async function reserveIfNeeded(invocation: Invocation, capability: Capability, call: Call, args: Arguments): Promise<Reservation | Taken> {
  const { ctx, row, effect, salt, contractHash: contract } = invocation;
  const isQueued = row.runner === 'queue';
  if (effect === 'read' && call.idempotencyKey === undefined && !isQueued) return { reserved: false };
  const input = canonicalJson(args);
  const placed = await placeBody(ctx, input, 'application/json');
  const now = ctx.now();
  const taken = await reserve(ctx.db, ctx.ledger, {
    intent: { ...identityOf(invocation), fingerprints: { contract, input: await saltedFingerprint(salt, input) } },
    body: { salt, input: placed.inline, inputArtifact: placed.artifact },
    event: isQueued ? 'enqueue' : 'reserve',
    deadline: isQueued ? new Date(now.getTime() + QUEUED_MS) : deadlineOf(now, capability),
    ...(call.idempotencyKey === undefined
      ? {}
      : {
          claim: {
            actor: actorName(ctx.actor),
            key: call.idempotencyKey,
            hash: await sha256Hex(canonicalJson([row.key, args])),
            invocation: invocation.id,
            at: now.toISOString(),
          },
        }),
  });
  return taken ?? { reserved: true };
}

/** Records a refusal; nothing ran. A shape that is refused leaves no receipt, as a shape leaves none. */
export async function refuse(invocation: Invocation, call: Call, refusal: Fault, args?: Arguments, reserved = false): Promise<Reply> {
  const base = { kind: 'refused' as const, key: invocation.row.key, fault: refusal, help: helpFor(invocation, call, refusal, args) };
  if (call.shape === true) return base;
  const facts = {
    ok: false,
    ran: false,
    material: false,
    status: 'REFUSED' as const,
    fault: refusal,
    output: null,
    outputIsJson: false,
    upstreamStatus: null,
    warnings: [],
  };
  return { ...base, receipt: await writeRecord(invocation, args, facts, reserved) };
}

/** Records what came of a run, and answers with it. */
export async function conclude(invocation: Invocation, args: Arguments, outcome: Outcome, { reserved }: Reservation): Promise<Reply> {
  const { key } = invocation.row;
  const { warnings } = outcome;
  const value = outcome.value;
  const failure = outcome.ok ? undefined : outcome.fault;
  const ran = outcome.ok || outcome.outcomeUnknown || outcome.upstreamStatus !== undefined || RAN.has(statusOf(outcome.fault));
  const material = outcome.ok && isMaterial(outcome.value);
  const facts = {
    ok: outcome.ok,
    ran,
    material,
    status: statusFor(outcome, ran, material),
    fault: failure,
    output: value?.form ?? (failure === undefined ? null : literal(failure)),
    // What a failure says is text, in its reply and in every later piece of it.
    outputIsJson: outcome.ok && value?.data !== undefined,
    upstreamStatus: outcome.upstreamStatus ?? null,
    warnings,
  };
  const recorded = await tryToRecord(invocation, args, facts, reserved);
  if (!('id' in recorded))
    return {
      kind: 'failed',
      key,
      fault: recorded.fault,
      warnings,
      stateChanged: invocation.effect === 'read' ? false : null,
      receipt: recorded.left,
    };
  if (outcome.ok) return { kind: 'result', key, value: outcome.value, material, receipt: recorded, warnings, next: outcome.next };
  if (!ran) return { kind: 'refused', key, fault: outcome.fault, receipt: recorded };
  return { kind: 'failed', key, fault: outcome.fault, value, receipt: recorded, warnings, stateChanged: invocation.effect === 'read' ? false : null };
}

/** Statuses of faults that say that something ran; with any other fault nothing did, unless an upstream has answered. */
const RAN: ReadonlySet<number> = new Set([500, 502, 504]);

function statusFor(outcome: Outcome, ran: boolean, material: boolean): ReceiptStatus {
  if (outcome.ok) return material ? 'PROVEN_MATERIAL_RESULT' : 'PROVEN_EMPTY_RESULT';
  if (outcome.outcomeUnknown) return 'UNKNOWN_OUTCOME';
  return ran ? 'PROVEN_FAILURE' : 'REFUSED';
}

/** A result that is null, '', [] or {} proves that the call ran, but holds nothing. */
function isMaterial(value: Value): boolean {
  if (value.data === undefined) return value.text !== undefined && value.text !== '';
  return value.data !== null && value.data !== '' && !(typeof value.data === 'object' && Object.keys(value.data).length === 0);
}
