// From what happened to the record and the reply: the only caller of reserve and settle.
import { argumentTargetOf } from '../capability/argumentTarget.ts';
import { canonicalJson } from '../capability/canonicalJson.ts';
import { callSignature } from '../capability/callSignature.ts';
import { nearestValidCall } from '../capability/nearestValidCall.ts';
import type { ReceiptStatus } from '../db/rows.ts';
import { fault as makeFault, statusOf, literal, type Fault } from '../errors.ts';
import { reserve } from '../ledger/reserve.ts';
import { settle } from '../ledger/settle.ts';
import { saltedFingerprint } from '../ledger/fingerprints.ts';
import { logDefect } from '../log.ts';
import type { Outcome, Value } from '../runners/runner.ts';
import type { Arguments, Json } from '../templates/parameters.ts';
import { placeBody } from './bodies.ts';
import type { Call } from './call.ts';
import { identityOf, type Invocation } from './invocation.ts';
import type { Help, ReceiptReference, Reply } from './reply.ts';

/** Whether INTENT stands on the ledger, and which input fingerprint it carries. */
export interface Reservation {
  readonly reserved: boolean;
}

/** Before a run whose effect is not `read`: puts the intent on record, so that no crash can hide it. */
export async function reserveIfNeeded(invocation: Invocation, args: Arguments): Promise<Reservation> {
  if (invocation.effect === 'read') return { reserved: false };
  const input = canonicalJson(args);
  const placed = await placeBody(invocation.ctx, input, 'application/json');
  await reserve(
    invocation.ctx.db,
    { ...identityOf(invocation), fingerprints: { contract: invocation.contractHash, input: await saltedFingerprint(invocation.salt, input) } },
    { salt: invocation.salt, input: placed.inline, inputArtifact: placed.artifact },
  );
  return { reserved: true };
}

/** Records a refusal; nothing ran. A shape that is refused leaves no receipt, as a shape leaves none. */
export async function refuse(invocation: Invocation, call: Call, refusal: Fault, args?: Arguments): Promise<Reply> {
  const base = { kind: 'refused' as const, key: invocation.row.key, fault: refusal, help: helpFor(invocation, call, refusal) };
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
  return { ...base, receipt: await writeRecord(invocation, args, facts, false) };
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

interface Facts {
  readonly ok: boolean;
  readonly ran: boolean;
  readonly material: boolean;
  readonly status: ReceiptStatus;
  readonly fault?: Fault;
  readonly output: string | null;
  readonly outputIsJson: boolean;
  readonly upstreamStatus: number | null;
  readonly warnings: readonly string[];
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

/** A run whose record cannot be written is answered as a failure: what is not on record was not proven. */
async function tryToRecord(
  invocation: Invocation,
  args: Arguments,
  facts: Facts,
  reserved: boolean,
): Promise<ReceiptReference | { fault: Fault; left?: ReceiptReference }> {
  try {
    return await writeRecord(invocation, args, facts, reserved);
  } catch (error) {
    logDefect(invocation.ctx, error);
    const left = { id: invocation.id, status: 'RUNNING' as const, fingerprints: { contract: invocation.contractHash, input: null, output: null } };
    return {
      fault: makeFault('storage_unavailable', {}, { detail: 'The call ran, but its receipt could not be written.' }),
      ...(reserved ? { left } : {}),
    };
  }
}

async function writeRecord(invocation: Invocation, args: Arguments | undefined, facts: Facts, reserved: boolean): Promise<ReceiptReference> {
  const { ctx, salt } = invocation;
  const input = args === undefined ? null : canonicalJson(args);
  const [placedInput, placedOutput] = await Promise.all([placeBody(ctx, input, 'application/json'), placeBody(ctx, facts.output, 'text/plain')]);
  const fingerprints = {
    contract: invocation.contractHash,
    input: input === null ? null : await saltedFingerprint(salt, input),
    output: facts.output === null ? null : await saltedFingerprint(salt, facts.output),
  };
  const at = ctx.now();
  const claims = {
    ...identityOf(invocation),
    repairs: null,
    replays: null,
    ok: facts.ok,
    ran: facts.ran,
    material: facts.material,
    status: facts.status,
    error: facts.fault === undefined ? null : { code: facts.fault.code, params: publicParams(facts.fault) },
    duration_ms: at.getTime() - invocation.startedAt.getTime(),
    cost_usd: 0,
    usage: null,
    fingerprints,
  };
  await settle(
    ctx.db,
    claims,
    {
      salt,
      input: placedInput.inline,
      inputArtifact: placedInput.artifact,
      output: placedOutput.inline,
      outputArtifact: placedOutput.artifact,
      outputIsJson: facts.outputIsJson,
      upstreamStatus: facts.upstreamStatus,
      warnings: facts.warnings,
    },
    at.toISOString(),
    reserved,
  );
  return { id: invocation.id, status: facts.status, fingerprints };
}

/** Claims are public: a param that may repeat what the caller sent stays out of them. */
function publicParams(of: Fault): Fault['params'] {
  return CALLER_TEXT.has(of.code) ? {} : of.params;
}

const CALLER_TEXT: ReadonlySet<string> = new Set(['unknown_argument', 'invalid_argument', 'fn_bad_content_json', 'contract_changed']);

/** Only a fault of the arguments is mended by other arguments. */
function helpFor(invocation: Invocation, call: Call, refusal: Fault): Help | undefined {
  const { capability } = invocation.parsed;
  if (capability === undefined || !ARGUMENT_FAULTS.has(refusal.code)) return undefined;
  const { key, signature, inputSchema, examples } = capability;
  return {
    call: callSignature(key, signature, inputSchema),
    try: nearestValidCall(key, call, argumentTargetOf(capability), examples) as unknown as Json,
  };
}

const ARGUMENT_FAULTS: ReadonlySet<string> = new Set([
  'unknown_argument',
  'missing_argument',
  'too_many_arguments',
  'invalid_argument',
  'bad_path_segment',
  'url_reshaped',
]);
