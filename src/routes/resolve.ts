// GET /api/resolve: from an intent to a key and its call signature.
import { z } from 'zod';
import { refusalOf } from '../auth/permit.ts';
import { callSignature } from '../capability/callSignature.ts';
import { err, ok } from '../errors.ts';
import { answer } from '../http/answer.ts';
import { operation } from '../http/operation.ts';
import { resolve } from '../resolve/resolve.ts';
import { integer } from './schemas.ts';

export const resolveOperation = operation({
  method: 'get',
  path: '/api/resolve',
  operationId: 'resolve',
  tag: 'resolve',
  summary: 'Find the capability for an intent',
  query: z.strictObject({
    ask: z.string().max(4_000).optional(),
    limit: integer(1, 20).optional(),
    category: z.string().max(64).optional(),
  }),
  success: { 200: z.looseObject({ count: z.int() }) },
  faults: [],
  async handle(ctx, { query }) {
    const refusal = refusalOf(ctx, 'read');
    if (refusal !== undefined) return err(refusal);
    const found = await resolve(ctx, {
      ask: query.ask ?? '',
      limit: query.limit ?? 5,
      category: query.category,
      learns: refusalOf(ctx, 'invoke') === undefined,
    });
    const candidates = found.candidates.map(({ row, parsed, score }) => ({
      key: row.key,
      what: parsed.docs.what.slice(0, 100),
      call: callSignature(row.key, parsed.signature ?? [], parsed.capability?.inputSchema),
      score,
    }));
    return ok(answer(200, { count: candidates.length, best: candidates[0]?.key ?? null, candidates, ask_id: found.askId }));
  },
});
