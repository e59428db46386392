import { z } from 'zod';
import { RECEIPT_STATUSES } from '../../db/schema.ts';
import { ok } from '../../errors.ts';
import { answer } from '../../http/answer.ts';
import { confirmationView, findReceipt } from '../../http/forensic.ts';
import { operation } from '../../http/operation.ts';
import { problem } from '../../http/problem.ts';
import { claimsSchema } from '../../ledger/entries.ts';
import { idParam } from '../schemas.ts';

export const confirmationOperation = operation({
  method: 'get',
  path: '/api/receipts/{id}/confirmation',
  operationId: 'confirmReceipt',
  tag: 'receipts',
  summary: 'Confirm a receipt, without a credential',
  description: 'Public: it shows what the service claims and no input or output. Deleting the row does not change it.',
  params: idParam,
  success: {
    200: z.object({
      confirmed: z.boolean(),
      status: z.enum(RECEIPT_STATUSES),
      claims: claimsSchema.nullable(),
      signature: z.null(),
      proof_url: z.null(),
    }),
  },
  faults: ['unknown_receipt'],
  async handle(ctx, { params }) {
    const receipt = await findReceipt(ctx, params.id);
    return ok(receipt.ok ? answer(200, confirmationView(receipt.value)) : problem(receipt.fault, { members: { confirmed: false } }));
  },
});
