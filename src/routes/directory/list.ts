import { z } from 'zod';
import { refusalOf } from '../../auth/permit.ts';
import { CAPABILITY_TYPES } from '../../db/schema.ts';
import { listRows } from '../../directory/listRows.ts';
import { rowFields } from '../../directory/rowFields.ts';
import { viewFor } from '../../directory/view.ts';
import { err, ok } from '../../errors.ts';
import { answer } from '../../http/answer.ts';
import { operation } from '../../http/operation.ts';
import { category, cursor, flag, limit, rowSchema } from '../schemas.ts';

const listingSchema = z
  .object({
    items: z.array(rowSchema.partial().extend({ row_num: z.int() })),
    count: z.int().meta({ description: 'How many rows the filter matches in all.' }),
    next_cursor: z.string().nullable().meta({ description: 'Give it as `cursor` for the next page.' }),
    fields: z.record(z.string(), z.string()).meta({ description: 'What each column means.' }),
  })
  .meta({
    id: 'Listing',
    examples: [{ items: [{ key: 'NOW', type: 'fn', row_num: 1 }], count: 1, next_cursor: null, fields: { key: 'invocation name, A-Z 0-9 _' } }],
  });

export const listRowsOperation = operation({
  method: 'get',
  path: '/api/directory',
  operationId: 'listRows',
  tag: 'directory',
  access: 'catalogue',
  summary: 'List capabilities',
  description: 'In canonical order: seq, planner_rank, key. `count` is how many rows the filter matches in all.',
  query: z.strictObject({
    category,
    type: z.enum(CAPABILITY_TYPES).optional().meta({ description: 'Only rows of this type.', example: 'fn' }),
    q: z.string().max(256).optional().meta({ description: 'A substring of key or doc lines.' }),
    enabled: flag.optional().meta({ description: 'Only rows that are enabled, or only those that are not.', example: '1' }),
    limit,
    cursor,
  }),
  answers: { 200: { description: 'A page of rows.', json: listingSchema } },
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
