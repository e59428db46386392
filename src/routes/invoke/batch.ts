import { z } from 'zod';
import { refusalOf } from '../../auth/permit.ts';
import { err, ok } from '../../errors.ts';
import { answer } from '../../http/answer.ts';
import { operation } from '../../http/operation.ts';
import { problemSchema } from '../../http/problemSchema.ts';
import { renderReply } from '../../http/renderReply.ts';
import { replySchema } from '../../http/replySchema.ts';
import { invokeBatch } from '../../invoke/batch.ts';
import { batchRefusal } from '../../invoke/budget.ts';
import { callFields, toCall } from './schemas.ts';

const CALLS_MAX = 256;

const httpStatus = { http_status: z.int().meta({ description: 'The status that this call alone would have had.' }) };
const batchReplySchema = z
  .object({
    ok: z.boolean(),
    trace: z.string(),
    results: z.array(z.union([replySchema.extend(httpStatus), problemSchema.extend(httpStatus)])),
  })
  .meta({
    id: 'BatchReply',
    examples: [
      {
        ok: true,
        trace: '0123456789abcdef0123456789abcdef',
        results: [{ http_status: 200, ok: true, ran: true, key: 'NOW', data: { zone: 'UTC' } }],
      },
    ],
  });

export const batchOperation = operation({
  method: 'post',
  path: '/api/batch',
  operationId: 'batch',
  tag: 'invoke',
  access: 'key',
  summary: 'Run several capabilities',
  description: 'Not atomic. `results` has a reply for each call, in order, with its `http_status`. `sequence` stops at the first failure.',
  json: z
    .strictObject({ calls: z.array(z.strictObject(callFields)).min(1).max(CALLS_MAX), mode: z.enum(['parallel', 'sequence']).default('parallel') })
    .meta({ id: 'Batch', examples: [{ calls: [{ key: 'NOW' }, { key: 'UUID' }], mode: 'parallel' }] }),
  answers: { 200: { description: 'A reply for each call, in order.', json: batchReplySchema } },
  faults: ['too_many_invocations'],
  async handle(ctx, { json }) {
    const refusal = refusalOf(ctx, 'invoke') ?? batchRefusal(ctx, json.calls.length);
    if (refusal !== undefined) return err(refusal);
    const replies = await invokeBatch(ctx, json.calls.map(toCall), json.mode);
    const results = replies.map((reply) => {
      const { status, body } = renderReply(ctx, reply);
      return { http_status: status, ...body };
    });
    return ok(answer(200, { ok: replies.every((reply) => reply.kind === 'result' || reply.kind === 'accepted'), trace: ctx.trace, results }));
  },
});
