import { z } from 'zod';
import { refusalOf } from '../../auth/permit.ts';
import { readHistory } from '../../directory/history.ts';
import { unknownKey } from '../../directory/suggest.ts';
import { err, fault, ok } from '../../errors.ts';
import { answer } from '../../http/answer.ts';
import { operation } from '../../http/operation.ts';
import { parseKey } from '../../ids.ts';
import { integer, keyParam, limit, rowSchema } from '../schemas.ts';

const change = z.object({ field: z.string(), from: z.unknown(), to: z.unknown() });
const version = z.object({ version: z.int(), actor: z.string(), at: z.string(), row: rowSchema.partial(), changes: z.array(change) });

const historySchema = z
  .object({
    key: z.string(),
    items: z.array(version),
    next_before: z.int().nullable().meta({ description: 'Give it as `before` for the next page.' }),
  })
  .meta({ id: 'History', examples: [{ key: 'NOW', items: [], next_before: null }] });

export const rowHistoryOperation = operation({
  method: 'get',
  path: '/api/directory/{key}/history',
  operationId: 'rowHistory',
  tag: 'directory',
  access: 'key',
  summary: 'Former versions of a row',
  description: 'Newest first; `changes` is what each version’s successor changed. Works for deleted rows too.',
  params: keyParam,
  query: z.strictObject({
    limit,
    before: integer(1, Number.MAX_SAFE_INTEGER).optional().meta({ description: 'Only versions older than this one.' }),
  }),
  answers: { 200: { description: 'A page of former versions.', json: historySchema } },
  faults: ['unknown_key'],
  async handle(ctx, { params, query }) {
    const refusal = refusalOf(ctx, 'read') ?? (ctx.actor.kind === 'anonymous' ? fault('unauthorized') : undefined);
    if (refusal !== undefined) return err(refusal);
    const key = parseKey(params.key);
    if (key === undefined) return err(await unknownKey(ctx, params.key));
    const history = await readHistory(ctx, key, { limit: query.limit ?? 50, before: query.before });
    return history.ok ? ok(answer(200, { key, items: history.value.items, next_before: history.value.nextBefore })) : history;
  },
});
