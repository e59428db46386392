import { z } from 'zod';
import { refusalOf } from '../../auth/permit.ts';
import { err, ok } from '../../errors.ts';
import { answer } from '../../http/answer.ts';
import { findReceipt, forensicView } from '../../http/forensic.ts';
import { operation } from '../../http/operation.ts';
import { claimsSchema } from '../../ledger/entries.ts';
import { idParam } from '../schemas.ts';

export const forensicSchema = claimsSchema
  .partial()
  .extend({
    seq: z.int(),
    signature: z.null(),
    input: z.unknown(),
    output: z.string().nullable(),
    salt: z.string().nullable(),
    upstream_status: z.int().nullable(),
    warnings: z.array(z.string()),
    repaired_by: z.array(z.string()),
    children: z.array(z.string()),
    idempotency_key: z.null(),
  })
  .meta({ id: 'Receipt' });

export const readReceiptOperation = operation({
  method: 'get',
  path: '/api/receipts/{id}',
  operationId: 'readReceipt',
  tag: 'receipts',
  summary: 'Read a receipt with its bodies',
  description: 'The claims are top-level members. SHA-256(salt ‖ bytes) of input (RFC 8785) and output gives their fingerprints.',
  params: idParam,
  success: { 200: forensicSchema },
  faults: ['unknown_receipt'],
  async handle(ctx, { params }) {
    const refusal = refusalOf(ctx, 'audit');
    if (refusal !== undefined) return err(refusal);
    const receipt = await findReceipt(ctx, params.id);
    return receipt.ok ? ok(answer(200, await forensicView(ctx, receipt.value))) : receipt;
  },
});
