// GET /api/receipts/{id}/proof: that the log holds the claims of a receipt.
import { z } from 'zod';
import { err, fault, ok } from '../../errors.ts';
import { answer } from '../../http/answer.ts';
import { findReceipt } from '../../http/forensic.ts';
import { operation } from '../../http/operation.ts';
import { proveInclusion } from '../../ledger/proof.ts';
import { entrySchema, hash, NOTE_EXAMPLE, path } from '../ledger/schemas.ts';
import { idParam } from '../schemas.ts';
import { CLAIMS_EXAMPLE } from './schemas.ts';

const proofSchema = z
  .object({
    entry: entrySchema,
    leaf_hash: hash.meta({ description: 'SHA-256(0x00 ‖ RFC 8785 bytes of the entry).' }),
    leaf_index: z.int(),
    tree_size: z.int(),
    path,
    checkpoint: z.string().meta({ description: 'The signed note of `tree_size`.' }),
  })
  .meta({
    id: 'InclusionProof',
    examples: [
      {
        entry: { seq: 78, kind: 'INVOKE', subject: CLAIMS_EXAMPLE.id, at: '2026-12-01T05:56:10.068Z', payload: CLAIMS_EXAMPLE },
        leaf_hash: 'a'.repeat(64),
        leaf_index: 77,
        tree_size: 78,
        path: ['b'.repeat(64)],
        checkpoint: NOTE_EXAMPLE,
      },
    ],
  });

export const receiptProofOperation = operation({
  method: 'get',
  path: '/api/receipts/{id}/proof',
  operationId: 'proveReceipt',
  tag: 'receipts',
  access: 'open',
  summary: 'Prove that the log holds a receipt',
  description: 'An inclusion proof (RFC 9162) against a signed checkpoint. Public, like the confirmation. `rowcall verify` checks it.',
  params: idParam,
  answers: { 200: { description: 'The proof.', json: proofSchema } },
  faults: ['unknown_receipt', 'not_final'],
  async handle(ctx, { params }) {
    const receipt = await findReceipt(ctx, params.id);
    if (!receipt.ok) return receipt;
    const { claims, row } = receipt.value;
    if (claims === undefined) return err(fault('not_final'));
    return ok(answer(200, await proveInclusion({ db: ctx.db, binding: ctx.bindings.DB, ledger: ctx.ledger }, row.seq)));
  },
});
