import { ok } from '../../errors.ts';
import { answer } from '../../http/answer.ts';
import { confirmationView, findReceipt } from '../../http/forensic.ts';
import { operation } from '../../http/operation.ts';
import { problem } from '../../http/problem.ts';
import { idParam } from '../schemas.ts';
import { confirmationSchema } from './schemas.ts';

export const confirmationOperation = operation({
  method: 'get',
  path: '/api/receipts/{id}/confirmation',
  operationId: 'confirmReceipt',
  tag: 'receipts',
  access: 'open',
  summary: 'Confirm a receipt, without a credential',
  description: 'Public: it shows what the service claims and no input or output. Deleting the row does not change it.',
  params: idParam,
  answers: { 200: { description: 'What is claimed.', json: confirmationSchema } },
  faults: ['unknown_receipt'],
  async handle(ctx, { params }) {
    const receipt = await findReceipt(ctx, params.id);
    return ok(receipt.ok ? answer(200, confirmationView(ctx, receipt.value)) : problem(receipt.fault, { members: { confirmed: false } }));
  },
});
