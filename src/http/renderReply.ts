// The reply of an invocation in its wire form, the same for invoke, batch and dispatch.
import type { CallContext } from '../context.ts';
import type { Fault } from '../errors.ts';
import type { Help, ReceiptReference, Reply } from '../invoke/reply.ts';
import type { Value } from '../runners/runner.ts';
import { valueOfForm } from '../runners/valueOfForm.ts';
import { answer, type Answer } from './answer.ts';
import { present, type Wanted } from './present.ts';
import { problem } from './problem.ts';

/** Seconds after which to ask again for a call that has not ended, and for how many its receipt can be waited for. */
const RETRY_AFTER_S = 2;
export const WAIT_S_MAX = 25;

/** 200 where it ran and is ok, or for a shape; 202 where it will run; else the problem of its fault, with the receipt where there is one. */
export function renderReply(ctx: CallContext, reply: Reply, wanted: Wanted = {}): Answer {
  switch (reply.kind) {
    case 'shape':
      return answer(200, { ok: true, ran: false, key: reply.key, shape: reply.shape });
    case 'accepted': {
      const { receipt } = reply;
      const poll = `${ctx.origin}/api/receipts/${receipt.id}?wait=${WAIT_S_MAX}`;
      const body = { ok: true, ran: false, key: reply.key, queued: true, poll, ...replayed(reply), trace: ctx.trace, proof: proofOf(ctx, receipt) };
      return answer(202, body, receiptHeader(receipt));
    }
    case 'result': {
      const { receipt } = reply;
      const shown = present(reply.value, wanted);
      const warnings = [...reply.warnings, ...shown.warnings];
      return answer(
        200,
        {
          ok: true,
          ran: true,
          key: reply.key,
          ...shown.members,
          ...(shown.next === undefined ? {} : { more: restOf(ctx, receipt, shown.next, wanted) }),
          ...(reply.next === undefined ? {} : { next: reply.next }),
          ...(warnings.length === 0 ? {} : { warnings }),
          ...replayed(reply),
          trace: ctx.trace,
          proof: proofOf(ctx, receipt),
        },
        receiptHeader(receipt),
      );
    }
    case 'refused':
      return refusal(ctx, reply.key, reply.fault, { receipt: reply.receipt, help: reply.help });
    case 'failed': {
      const { receipt } = reply;
      // What a failing upstream said is text to read, not data to work with; `select` is about data.
      const part = { maxBytes: wanted.maxBytes };
      const said = reply.value === undefined ? undefined : present({ text: textOfFailure(reply.value) }, part);
      const more = receipt === undefined || said?.next === undefined ? {} : { more: restOf(ctx, receipt, said.next, part) };
      const warnings = reply.warnings.length === 0 ? {} : { warnings: reply.warnings };
      return refusal(ctx, reply.key, reply.fault, {
        receipt,
        ran: true,
        stateChanged: reply.stateChanged,
        members: { ...said?.members, ...more, ...warnings, ...replayed(reply) },
      });
    }
  }
}

/** As it was said, byte for byte as the receipt keeps it; of failures only an http row's can be JSON. */
function textOfFailure({ text, form }: Value): string | undefined {
  return text ?? valueOfForm(form, 'http', false).text;
}

function refusal(
  ctx: CallContext,
  key: string,
  of: Fault,
  more: { receipt?: ReceiptReference; help?: Help; ran?: boolean; stateChanged?: false | null; members?: Record<string, unknown> },
): Answer {
  const { receipt, help } = more;
  return problem(of, {
    ran: more.ran,
    stateChanged: more.stateChanged,
    headers: { ...receiptHeader(receipt), ...(of.code === 'idempotency_in_flight' ? { 'retry-after': String(RETRY_AFTER_S) } : {}) },
    members: {
      key,
      ...(help === undefined ? {} : help),
      ...more.members,
      ...(receipt === undefined ? {} : { trace: ctx.trace, proof: proofOf(ctx, receipt) }),
    },
  });
}

/** Says that nothing ran now: the answer is that of the first call under the same idempotency key. */
function replayed(reply: { readonly replayed?: boolean }): { replayed?: true } {
  return reply.replayed === true ? { replayed: true } : {};
}

function proofOf(ctx: CallContext, { id, status }: ReceiptReference) {
  return { ok: status === 'PROVEN_MATERIAL_RESULT', invocation_id: id, status, public_receipt: `${ctx.origin}/receipt/${id}` };
}

/** Where the rest of a long result is read. */
function restOf(ctx: CallContext, { id }: ReceiptReference, offset: number, { maxBytes, select }: Wanted): string {
  const query = new URLSearchParams({
    offset: String(offset),
    ...(maxBytes === undefined ? {} : { max_bytes: String(maxBytes) }),
    ...(select === undefined ? {} : { select }),
  });
  return `${ctx.origin}/api/receipts/${id}/result?${query.toString()}`;
}

function receiptHeader(receipt: ReceiptReference | undefined): Record<string, string> {
  return receipt === undefined ? {} : { 'rowcall-receipt': receipt.id };
}
