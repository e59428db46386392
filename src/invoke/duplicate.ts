// An idempotency key that is taken: the reply of the call that took it, as its receipt stands now. Nothing runs.
import { canonicalJson } from '../capability/canonicalJson.ts';
import { sha256Hex } from '../capability/sha256.ts';
import type { CallContext } from '../context.ts';
import { ERRORS, fault, statusOf, type ErrorCode, type Fault } from '../errors.ts';
import { parseInvocationId } from '../ids.ts';
import type { Claims } from '../ledger/entries.ts';
import { readReceipt, type StoredReceipt } from '../ledger/readReceipt.ts';
import type { Taken } from '../ledger/ledger.ts';
import { valueOfForm } from '../runners/valueOfForm.ts';
import type { Arguments } from '../templates/parameters.ts';
import type { Call } from './call.ts';
import type { Invocation } from './invocation.ts';
import { readBodyText } from './readBodies.ts';
import { refuse } from './record.ts';
import type { ReceiptReference, Reply } from './reply.ts';

/** Faults: idempotency_key_reused, idempotency_in_flight, outcome_unknown, bodies_gone. */
export async function duplicate(invocation: Invocation, call: Call, args: Arguments, taken: Taken): Promise<Reply> {
  const { ctx, row } = invocation;
  if (taken.hash !== (await sha256Hex(canonicalJson([row.key, args])))) return refuse(invocation, call, fault('idempotency_key_reused'), args);
  const id = parseInvocationId(taken.invocation);
  const first = id && (await readReceipt(ctx.db, id));
  if (id === undefined || first === undefined) throw new Error(`the idempotency key names ${taken.invocation}, which has no receipt`);
  const { status } = first.row;
  const receipt: ReceiptReference = { id, status, fingerprints: fingerprintsOf(first) };
  if (status === 'QUEUED') return { kind: 'accepted', key: row.key, receipt, replayed: true };
  if (first.claims === undefined) return { kind: 'refused', key: row.key, fault: fault('idempotency_in_flight'), receipt };
  if (status === 'UNKNOWN_OUTCOME') return { kind: 'refused', key: row.key, fault: fault('outcome_unknown'), receipt };
  return replyOf(ctx, first, first.claims, receipt);
}

/** The reply that the settled call had, as far as it is kept. */
async function replyOf(ctx: CallContext, { body, row }: StoredReceipt, claims: Claims, receipt: ReceiptReference): Promise<Reply> {
  const form = await readBodyText(ctx, body?.output, body?.output_artifact);
  const warnings = body?.warnings == null ? [] : (JSON.parse(body.warnings) as string[]);
  const value = form === null ? undefined : { form, ...valueOfForm(form, claims.type, body?.output_is_json === 1) };
  if (!claims.ok) {
    const stateChanged = claims.effect === 'read' ? (false as const) : null;
    return { kind: 'failed', key: row.key, fault: faultOf(claims), value, receipt, warnings, stateChanged, replayed: true };
  }
  if (value === undefined) {
    const detail = 'The call ran and its receipt is proven, but its result is no longer kept.';
    return { kind: 'refused', key: row.key, fault: fault('bodies_gone', {}, { detail }), receipt };
  }
  return { kind: 'result', key: row.key, value, material: claims.material, receipt, warnings, replayed: true };
}

function fingerprintsOf({ claims, intent }: StoredReceipt): ReceiptReference['fingerprints'] {
  if (claims !== undefined) return claims.fingerprints;
  return { contract: intent?.fingerprints.contract ?? '', input: intent?.fingerprints.input ?? null, output: null };
}

/** Claims keep of a fault what is public. */
function faultOf({ error }: Claims): Fault {
  if (error === null || !Object.hasOwn(ERRORS, error.code)) return fault('internal_error');
  const of = fault(error.code as ErrorCode, error.params);
  return statusOf(of) < 500 ? fault('internal_error') : of;
}
