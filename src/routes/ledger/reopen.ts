// POST /api/ledger/reopen: the operator's word that a restored database is to be taken as it is.
import { z } from 'zod';
import { refusalOf } from '../../auth/permit.ts';
import { err, ok } from '../../errors.ts';
import { answer } from '../../http/answer.ts';
import { operation } from '../../http/operation.ts';
import { NOTE_EXAMPLE } from './schemas.ts';

export const reopenOperation = operation({
  method: 'post',
  path: '/api/ledger/reopen',
  operationId: 'reopenLedger',
  tag: 'receipts',
  access: 'key',
  summary: 'Go on with a log that was put back',
  description:
    'After the database was restored from a copy the service signs nothing more: the log lacks entries that it has signed. This takes the stored log as it is and appends an entry REOPENED with its size and root. Whoever holds a later checkpoint will see that the log was put back.',
  json: z
    .strictObject({ confirm: z.literal(true).meta({ description: 'true: entries that were signed are gone, and that is known.' }) })
    .meta({ id: 'Reopen', examples: [{ confirm: true }] }),
  answers: {
    200: {
      description: 'The log goes on.',
      json: z
        .object({ ok: z.literal(true), size: z.int(), checkpoint: z.string() })
        .meta({ id: 'Reopened', examples: [{ ok: true, size: 79, checkpoint: NOTE_EXAMPLE }] }),
    },
  },
  faults: [],
  async handle(ctx) {
    const refusal = refusalOf(ctx, 'write', 'destructive');
    if (refusal !== undefined) return err(refusal);
    const { size, note } = await ctx.ledger.reopen();
    return ok(answer(200, { ok: true, size, checkpoint: note }));
  },
});
