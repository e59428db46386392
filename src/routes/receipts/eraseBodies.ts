// DELETE /api/receipts/{id}/bodies: what went in and came out is erased; that it happened stays proven.
import { z } from 'zod';
import { refusalOf } from '../../auth/permit.ts';
import { actorName } from '../../context.ts';
import { isAssertionFailure } from '../../db/assert.ts';
import { err, fault, ok } from '../../errors.ts';
import { answer } from '../../http/answer.ts';
import { findReceipt } from '../../http/forensic.ts';
import { operation } from '../../http/operation.ts';
import { eraseBodies } from '../../ledger/erase.ts';
import { idParam } from '../schemas.ts';

export const eraseBodiesOperation = operation({
  method: 'delete',
  path: '/api/receipts/{id}/bodies',
  operationId: 'eraseBodies',
  tag: 'receipts',
  access: 'key',
  summary: 'Erase what went in and came out of a call',
  description: 'Input, output and their salt are gone for good, and an entry ERASED says so. The receipt, its signature and its proof stay valid.',
  params: idParam,
  answers: {
    200: {
      description: 'They are gone.',
      json: z
        .object({ ok: z.literal(true), id: z.string(), erased: z.literal(1) })
        .meta({ id: 'Erased', examples: [{ ok: true, id: 'inv_0123456789abcdef0123456789abcdef', erased: 1 }] }),
    },
  },
  faults: ['unknown_receipt', 'bodies_gone', 'not_final'],
  async handle(ctx, { params }) {
    const refusal = refusalOf(ctx, 'audit') ?? refusalOf(ctx, 'write', 'destructive');
    if (refusal !== undefined) return err(refusal);
    const receipt = await findReceipt(ctx, params.id);
    if (!receipt.ok) return receipt;
    const { id, claims, body } = receipt.value;
    if (claims === undefined) return err(fault('not_final'));
    if (body === undefined) return err(fault('bodies_gone'));
    try {
      const artifacts = await eraseBodies({ db: ctx.db, ledger: ctx.ledger, actor: actorName(ctx.actor), now: ctx.now() }, id);
      if (artifacts.length > 0) await ctx.bindings.ARTIFACTS?.delete(artifacts);
    } catch (error) {
      if (isAssertionFailure(error)) return err(fault('bodies_gone'));
      throw error;
    }
    return ok(answer(200, { ok: true, id, erased: 1 }));
  },
});
