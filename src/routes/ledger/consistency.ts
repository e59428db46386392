// GET /api/ledger/consistency: proof that the log only grew between two sizes.
import { z } from 'zod';
import { err, fault, ok } from '../../errors.ts';
import { answer } from '../../http/answer.ts';
import { operation } from '../../http/operation.ts';
import { proveConsistency } from '../../ledger/proof.ts';
import { integer } from '../schemas.ts';
import { NOTE_EXAMPLE, path } from './schemas.ts';

const consistencySchema = z
  .object({ from: z.int(), to: z.int(), path, checkpoint: z.string().meta({ description: 'The signed note of the size `to`.' }) })
  .meta({ id: 'Consistency', examples: [{ from: 50, to: 78, path: ['a'.repeat(64)], checkpoint: NOTE_EXAMPLE }] });

export const consistencyOperation = operation({
  method: 'get',
  path: '/api/ledger/consistency',
  operationId: 'proveConsistency',
  tag: 'receipts',
  access: 'open',
  summary: 'Prove that the log only grew',
  description: 'A consistency proof (RFC 9162) from the size of a checkpoint that you hold to a later one. Public: it holds hashes alone.',
  query: z.strictObject({
    from: integer(0, Number.MAX_SAFE_INTEGER).meta({ description: 'Size of the checkpoint that you hold.', example: 1 }),
    to: integer(0, Number.MAX_SAFE_INTEGER).optional().meta({ description: 'A later size; the newest unless given.' }),
  }),
  answers: { 200: { description: 'The proof.', json: consistencySchema } },
  faults: [],
  async handle(ctx, { query }) {
    const proof = await proveConsistency({ db: ctx.db, binding: ctx.bindings.DB, ledger: ctx.ledger }, query.from, query.to);
    if (proof !== undefined) return ok(answer(200, proof));
    const violations = [{ pointer: '/from', message: 'must be no more than `to`, and both no more than the size of the log' }];
    return err(fault('invalid_field', { name: 'from' }, { violations }));
  },
});
