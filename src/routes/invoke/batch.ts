import { z } from 'zod';
import { refusalOf } from '../../auth/permit.ts';
import { err, ok } from '../../errors.ts';
import { answer } from '../../http/answer.ts';
import { operation } from '../../http/operation.ts';
import { renderReply } from '../../http/renderReply.ts';
import { invokeBatch } from '../../invoke/batch.ts';
import { batchRefusal } from '../../invoke/budget.ts';
import { callFields, toCall } from './schemas.ts';

const CALLS_MAX = 256;

export const batchOperation = operation({
  method: 'post',
  path: '/api/batch',
  operationId: 'batch',
  tag: 'invoke',
  summary: 'Run several capabilities',
  description: 'Not atomic. `results` has a reply for each call, in order, with its `http_status`. `sequence` stops at the first failure.',
  json: z
    .strictObject({ calls: z.array(z.strictObject(callFields)).min(1).max(CALLS_MAX), mode: z.enum(['parallel', 'sequence']).default('parallel') })
    .meta({ id: 'Batch' }),
  success: { 200: z.object({ ok: z.boolean(), trace: z.string(), results: z.array(z.looseObject({ ok: z.boolean(), http_status: z.int() })) }) },
  faults: ['too_many_invocations'],
  async handle(ctx, { json }) {
    const refusal = refusalOf(ctx, 'invoke') ?? batchRefusal(ctx, json.calls.length);
    if (refusal !== undefined) return err(refusal);
    const replies = await invokeBatch(ctx, json.calls.map(toCall), json.mode);
    const results = replies.map((reply) => {
      const { status, body } = renderReply(ctx, reply);
      return { http_status: status, ...body };
    });
    return ok(answer(200, { ok: replies.every((reply) => reply.kind === 'result'), trace: ctx.trace, results }));
  },
});
