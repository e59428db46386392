// GET /api/receipts: what was called, found by row, caller, outcome, trace and time.
import { z } from 'zod';
import { refusalOf } from '../../auth/permit.ts';
import { EFFECTS, RECEIPT_STATUSES } from '../../db/schema.ts';
import { err, fault, ok } from '../../errors.ts';
import { answer } from '../../http/answer.ts';
import { operation } from '../../http/operation.ts';
import { parseInvocationId } from '../../ids.ts';
import { listReceipts, type Place } from '../../ledger/listReceipts.ts';
import { cursor, limit } from '../schemas.ts';

/** A time as it is stored: UTC, with milliseconds. */
const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());

export const listedFields = {
  id: z.string(),
  seq: z.int().meta({ description: 'The entry of the ledger that holds its claims.' }),
  key: z.string(),
  actor: z.string(),
  status: z.enum(RECEIPT_STATUSES),
  effect: z.enum(EFFECTS),
  error: z.string().nullable().meta({ description: 'Code of the fault; null where there was none.' }),
  trace: z.string(),
  parent: z.string().nullable().meta({ description: 'The call that made this one.' }),
  started_at: z.string(),
  duration_ms: z.number().nullable().meta({ description: 'Milliseconds; null while it is running.' }),
};
const listedSchema = z.object(listedFields);

export const LISTED_EXAMPLE = {
  id: 'inv_0123456789abcdef0123456789abcdef',
  seq: 78,
  key: 'NOW',
  actor: 'owner',
  status: 'PROVEN_MATERIAL_RESULT',
  effect: 'read',
  error: null,
  trace: '0123456789abcdef0123456789abcdef',
  parent: null,
  started_at: '2026-12-01T05:56:10.045Z',
  duration_ms: 23,
};

const receiptsSchema = z
  .object({ items: z.array(listedSchema), next_cursor: z.string().nullable().meta({ description: 'Give it as `cursor` for the next page.' }) })
  .meta({
    id: 'Receipts',
    examples: [
      {
        items: [LISTED_EXAMPLE],
        next_cursor: null,
      },
    ],
  });

export const listReceiptsOperation = operation({
  method: 'get',
  path: '/api/receipts',
  operationId: 'listReceipts',
  tag: 'receipts',
  access: 'key',
  summary: 'List receipts, the newest first',
  description:
    'Without input and output: those are in the receipt itself. All calls of one request have the same `trace`, and `parent` says which made which.',
  query: z.strictObject({
    key: z.string().max(256).optional().meta({ description: 'Only calls of this row, in any case.', example: 'NOW' }),
    actor: z.string().max(256).optional().meta({ description: 'Only calls by this caller, such as owner.' }),
    status: z.enum(RECEIPT_STATUSES).optional().meta({ description: 'Only calls with this outcome.' }),
    trace: z.string().max(64).optional().meta({ description: 'Only calls of this request.' }),
    parent: z.string().max(64).optional().meta({ description: 'Only calls that this call made.' }),
    since: time.optional().meta({ description: 'Only calls that started then or later (ISO 8601).', example: '2026-12-01T00:00:00Z' }),
    until: time.optional().meta({ description: 'Only calls that started before (ISO 8601).' }),
    limit,
    cursor,
  }),
  answers: { 200: { description: 'A page of receipts.', json: receiptsSchema } },
  faults: [],
  async handle(ctx, { query }) {
    const refusal = refusalOf(ctx, 'audit');
    if (refusal !== undefined) return err(refusal);
    const after = query.cursor === undefined ? undefined : placeOf(query.cursor);
    if (after === null)
      return err(
        fault('invalid_field', { name: 'cursor' }, { violations: [{ pointer: '/cursor', message: 'must be a next_cursor of a former page' }] }),
      );
    const { items, next } = await listReceipts(ctx.db, { ...query, key: query.key?.toUpperCase(), limit: query.limit ?? 50, after });
    return ok(answer(200, { items, next_cursor: next === undefined ? null : next.join('~') }));
  },
});

/** null for a text that is no cursor of this list. */
function placeOf(text: string): Place | null {
  const [startedAt = '', id = '', ...more] = text.split('~');
  return more.length === 0 && z.iso.datetime().safeParse(startedAt).success && parseInvocationId(id) !== undefined ? [startedAt, id] : null;
}
