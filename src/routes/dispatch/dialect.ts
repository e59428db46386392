// The seed's dialect of a reply: `result` is always the string form, failures say `ERR:…`, and proof has addresses.
// The only place that knows it.
import type { CallContext } from '../../context.ts';
import { literal, type Fault } from '../../errors.ts';
import type { Answer } from '../../http/answer.ts';
import { renderReply } from '../../http/renderReply.ts';
import type { ReceiptReference, Reply } from '../../invoke/reply.ts';

/** The reply as `/api/dispatch` gives it; `attempted` is the key as the caller wrote it. */
export function dialectAnswer(ctx: CallContext, reply: Reply, attempted: string): Answer {
  const rendered = renderReply(ctx, reply);
  if (reply.kind === 'shape') return rendered;
  if (reply.kind === 'accepted')
    return { ...rendered, body: { ...rendered.body, invocation: reply.receipt, proof: proofOf(ctx, reply, reply.receipt) } };
  const { data: _data, result: _result, ...rest } = rendered.body as Record<string, unknown>;
  const receipt = reply.receipt;
  const body = {
    ...rest,
    ...(reply.kind === 'result' ? { result: reply.value.form } : failureMembers(reply, attempted)),
    ...(receipt === undefined ? {} : { invocation: receipt, proof: proofOf(ctx, reply, receipt) }),
  };
  return { ...rendered, body };
}

function failureMembers(reply: Extract<Reply, { kind: 'refused' | 'failed' }>, attempted: string): Record<string, unknown> {
  const error = dialectLiteral(reply.fault, reply.key);
  const said = reply.kind === 'failed' ? (reply.value?.form ?? error) : error;
  return { error, result: said, ...(reply.fault.code === 'unknown_key' ? { attempted } : {}) };
}

/** The auth literal of the seed names the row that has the wrong prefix. */
function dialectLiteral(of: Fault, key: string): string {
  return of.code === 'auth_unknown_prefix' ? `ERR:http:${key}:${literal(of)}` : literal(of);
}

const DID: Readonly<Record<Reply['kind'], string>> = {
  result: 'DONE',
  accepted: 'QUEUED',
  shape: 'NOT DONE',
  refused: 'NOT DONE',
  failed: 'NOT DONE',
};

function proofOf({ origin }: CallContext, reply: Reply, { id, status }: ReceiptReference): Record<string, unknown> {
  return {
    ok: status === 'PROVEN_MATERIAL_RESULT',
    did: `${DID[reply.kind]} — ${reply.key}`,
    invocation_id: id,
    status,
    receipt: `${origin}/api/dispatch?receipt=${id}`,
    confirmation: `${origin}/api/dispatch?confirm=${id}`,
    public_receipt: `${origin}/receipt/${id}`,
  };
}
