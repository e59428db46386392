import { z } from 'zod';
import { refusalOf } from '../../auth/permit.ts';
import { CAPABILITY_TYPES } from '../../db/schema.ts';
import { listRows } from '../../directory/listRows.ts';
import { rowFields } from '../../directory/rowFields.ts';
import { viewFor } from '../../directory/view.ts';
import { err, ok } from '../../errors.ts';
import { answer } from '../../http/answer.ts';
import { operation } from '../../http/operation.ts';
import { flag, limit, rowSchema } from '../schemas.ts';

export const listRowsOperation = operation({
  method: 'get',
  path: '/api/directory',
  operationId: 'listRows',
  tag: 'directory',
  summary: 'List capabilities',
  description: 'In canonical order: seq, planner_rank, key. `count` is how many rows the filter matches in all.',
  query: z.strictObject({
    category: z.string().max(64).optional(),
    type: z.enum(CAPABILITY_TYPES).optional(),
    q: z.string().max(256).optional().meta({ description: 'A substring of key or doc lines.' }),
    enabled: flag.optional(),
    limit,
    cursor: z.string().max(512).optional(),
  }),
  success: {
    200: z.object({
      items: z.array(rowSchema.partial().extend({ row_num: z.int() })),
      count: z.int(),
      next_cursor: z.string().nullable(),
      fields: z.record(z.string(), z.string()),
    }),
  },
  faults: [],
  async handle(ctx, { query }) {
    const refusal = refusalOf(ctx, 'read');
    if (refusal !== undefined) return err(refusal);
    const listing = await listRows(ctx, { ...query, enabled: query.enabled, limit: query.limit ?? 50 });
    if (!listing.ok) return listing;
    const { items, count, nextCursor } = listing.value;
    return ok(
      answer(200, {
        items: items.map(({ row, rowNum }) => ({ ...viewFor(ctx.actor, row), row_num: rowNum })),
        count,
        next_cursor: nextCursor,
        fields: rowFields,
      }),
    );
  },
});
