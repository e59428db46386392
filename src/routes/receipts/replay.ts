// POST /api/receipts/{id}/replay: the same call once more, and whether it came to the same.
import { z } from 'zod';
import { refusalOf } from '../../auth/permit.ts';
import { err, fault, ok } from '../../errors.ts';
import { findReceipt } from '../../http/forensic.ts';
import { operation } from '../../http/operation.ts';
import { renderReply } from '../../http/renderReply.ts';
import { ACCEPTED_EXAMPLE, replySchema } from '../../http/replySchema.ts';
import { replay } from '../../invoke/replay.ts';
import { INVOKE_FAULTS } from '../invoke/faults.ts';
import { idParam } from '../schemas.ts';

export const replayOperation = operation({
  method: 'post',
  path: '/api/receipts/{id}/replay',
  operationId: 'replay',
  tag: 'receipts',
  access: 'key',
  summary: 'Run a call again',
  description:
    'The same row with the stored arguments, through the whole gate, as a call of its own with its own receipt, which names this one in `replays`. `replay` says whether contract and output are the same as then.',
  params: idParam,
  json: z
    .strictObject({ confirm: z.boolean().optional().meta({ description: 'true: run it although it has an effect.' }) })
    .meta({ id: 'Replay', examples: [{}] }),
  answers: {
    200: { description: 'It ran.', json: replySchema, headers: ['rowcall-receipt'] },
    202: { description: 'It will run.', json: replySchema, example: ACCEPTED_EXAMPLE, headers: ['rowcall-receipt'] },
  },
  faults: [...INVOKE_FAULTS, 'replay_unconfirmed'],
  async handle(ctx, { params, json }) {
    const refusal = refusalOf(ctx, 'audit') ?? refusalOf(ctx, 'invoke');
    if (refusal !== undefined) return err(refusal);
    const receipt = await findReceipt(ctx, params.id);
    if (!receipt.ok) return receipt;
    if (receipt.value.claims === undefined) return err(fault('not_final'));
    const replayed = await replay(ctx, receipt.value, receipt.value.claims, json.confirm === true);
    if (!replayed.ok) return replayed;
    const { reply, same } = replayed.value;
    const rendered = renderReply(ctx, reply);
    return ok(same === undefined ? rendered : { ...rendered, body: { ...rendered.body, replay: same } });
  },
});
