import { z } from 'zod';
import { refusalOf } from '../../auth/permit.ts';
import { err, ok } from '../../errors.ts';
import { answer } from '../../http/answer.ts';
import { confirmationView, findReceipt, forensicView } from '../../http/forensic.ts';
import { operation } from '../../http/operation.ts';
import { problem } from '../../http/problem.ts';

const query = z
  .strictObject({ receipt: z.string().optional(), confirm: z.string().optional() })
  .refine((asked) => (asked.receipt === undefined) !== (asked.confirm === undefined), {
    path: ['receipt'],
    message: 'give either receipt=<id> or confirm=<id>',
  });

export const dispatchReadOperation = operation({
  method: 'get',
  path: '/api/dispatch',
  operationId: 'dispatchRead',
  tag: 'dispatch',
  summary: 'Read a receipt (credential), or confirm one (no credential)',
  query,
  success: { 200: z.looseObject({ id: z.string().optional(), object_id: z.string(), confirmed: z.boolean().optional() }) },
  faults: ['unknown_receipt'],
  async handle(ctx, { query: { receipt, confirm } }) {
    if (confirm !== undefined) {
      const found = await findReceipt(ctx, confirm);
      if (!found.ok) return ok(problem(found.fault, { members: { confirmed: false } }));
      return ok(
        answer(200, {
          ...confirmationView(found.value),
          id: found.value.id,
          object_id: `directory:${found.value.row.key}`,
          public_receipt: `${ctx.origin}/receipt/${found.value.id}`,
        }),
      );
    }
    const refusal = refusalOf(ctx, 'audit');
    if (refusal !== undefined) return err(refusal);
    const found = await findReceipt(ctx, receipt ?? '');
    if (!found.ok) return found;
    const view = await forensicView(ctx, found.value);
    return ok(answer(200, { ...view, object_id: `directory:${found.value.row.key}`, actor: dialectActor(found.value.row.actor) }));
  },
});

/** The seed named the owner by the header that the key came in. */
function dialectActor(actor: string): string {
  return actor === 'owner' ? 'owner:terminal-key' : actor;
}
