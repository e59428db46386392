import { z } from 'zod';
import { refusalOf } from '../../auth/permit.ts';
import { err, ok } from '../../errors.ts';
import { answer } from '../../http/answer.ts';
import { findReceipt, forensicView } from '../../http/forensic.ts';
import { operation } from '../../http/operation.ts';
import { WAIT_S_MAX } from '../../http/renderReply.ts';
import { idParam, integer } from '../schemas.ts';
import { receiptSchema } from './schemas.ts';

export const readReceiptOperation = operation({
  method: 'get',
  path: '/api/receipts/{id}',
  operationId: 'readReceipt',
  tag: 'receipts',
  access: 'key',
  summary: 'Read a receipt with its bodies',
  description: 'The claims are top-level members. SHA-256(salt ‖ bytes) of input (RFC 8785) and output gives their fingerprints.',
  params: idParam,
  query: z.strictObject({
    wait: integer(0, WAIT_S_MAX).optional().meta({ description: 'Seconds to wait for a call that has not ended.', example: 0 }),
  }),
  answers: { 200: { description: 'The receipt.', json: receiptSchema } },
  faults: ['unknown_receipt'],
  async handle(ctx, { params, query }) {
    const refusal = refusalOf(ctx, 'audit');
    if (refusal !== undefined) return err(refusal);
    const receipt = await findReceipt(ctx, params.id, query.wait);
    return receipt.ok ? ok(answer(200, await forensicView(ctx, receipt.value))) : receipt;
  },
});
