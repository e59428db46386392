// GET /api/ledger: what was put on record, entry by entry.
import { z } from 'zod';
import { refusalOf } from '../../auth/permit.ts';
import { LEDGER_KINDS } from '../../db/schema.ts';
import { err, ok } from '../../errors.ts';
import { answer } from '../../http/answer.ts';
import { operation } from '../../http/operation.ts';
import { listEntries } from '../../ledger/listEntries.ts';
import { integer, limit } from '../schemas.ts';
import { listedEntrySchema } from './schemas.ts';

const entriesSchema = z
  .object({ items: z.array(listedEntrySchema), next_after: z.int().nullable().meta({ description: 'Give it as `after` for the next page.' }) })
  .meta({
    id: 'LedgerEntries',
    examples: [
      {
        items: [
          {
            seq: 1,
            kind: 'DIRECTORY_MUTATE',
            subject: 'NOW',
            at: '2026-12-01T05:55:35.709Z',
            payload: { action: 'create', key: 'NOW', version: 1, contract_hash: 'a'.repeat(64), row_hash: 'b'.repeat(64), actor: 'owner' },
            hashes: ['c'.repeat(64)],
          },
        ],
        next_after: null,
      },
    ],
  });

export const listEntriesOperation = operation({
  method: 'get',
  path: '/api/ledger',
  operationId: 'listEntries',
  tag: 'receipts',
  access: 'key',
  summary: 'List the entries of the ledger, the oldest first',
  description:
    'Every call, and every change of rows, blocks and pins, in the order in which they were put on record. Entries are never changed or removed.',
  query: z.strictObject({
    kind: z.enum(LEDGER_KINDS).optional().meta({ description: 'Only entries of this kind.', example: 'DIRECTORY_MUTATE' }),
    subject: z.string().max(256).optional().meta({ description: 'Only entries about this: an invocation id, the key of a row or block, pins.' }),
    after: integer(0, Number.MAX_SAFE_INTEGER).optional().meta({ description: 'Only entries with a greater `seq`.', example: 0 }),
    limit,
  }),
  answers: { 200: { description: 'A page of entries.', json: entriesSchema } },
  faults: [],
  async handle(ctx, { query }) {
    const refusal = refusalOf(ctx, 'audit');
    if (refusal !== undefined) return err(refusal);
    const { items, next } = await listEntries(ctx.db, ctx.bindings.DB, { ...query, after: query.after ?? 0, limit: query.limit ?? 50 });
    return ok(answer(200, { items, next_after: next ?? null }));
  },
});
