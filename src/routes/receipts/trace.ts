// GET /api/traces/{trace}: what one request caused, as a tree.
import { z } from 'zod';
import { refusalOf } from '../../auth/permit.ts';
import { err, fault, ok } from '../../errors.ts';
import { answer } from '../../http/answer.ts';
import { operation } from '../../http/operation.ts';
import { readTrace, type TracedCall } from '../../ledger/readTrace.ts';
import { LISTED_EXAMPLE, listedFields } from './list.ts';

const tracedSchema: z.ZodType<TracedCall> = z
  .object({
    ...listedFields,
    get children(): z.ZodType<readonly TracedCall[]> {
      return z.array(tracedSchema);
    },
  })
  .meta({ id: 'TracedCall', description: 'A call with the calls that it made.' });

const traceSchema = z.object({ trace: z.string(), calls: z.array(tracedSchema) }).meta({
  id: 'Trace',
  examples: [{ trace: LISTED_EXAMPLE.trace, calls: [{ ...LISTED_EXAMPLE, children: [] }] }],
});

export const traceOperation = operation({
  method: 'get',
  path: '/api/traces/{trace}',
  operationId: 'readTrace',
  tag: 'receipts',
  access: 'key',
  summary: 'Read what one request caused',
  description: 'Its calls as a tree: under each the calls that it made, in the order in which they started. Without input and output.',
  params: z.strictObject({ trace: z.string().meta({ description: 'As replies and receipts name it.', example: LISTED_EXAMPLE.trace }) }),
  answers: { 200: { description: 'The tree.', json: traceSchema } },
  faults: ['unknown_trace'],
  async handle(ctx, { params }) {
    const refusal = refusalOf(ctx, 'audit');
    if (refusal !== undefined) return err(refusal);
    const calls = await readTrace(ctx.db, params.trace);
    return calls.length === 0 ? err(fault('unknown_trace')) : ok(answer(200, { trace: params.trace, calls }));
  },
});
