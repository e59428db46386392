// GET /api/resolve: from an intent to a key and its call signature, so that the next request can be the call itself.
import { z } from 'zod';
import { refusalOf } from '../auth/permit.ts';
import { CALL_TOKENS_MAX, callForm } from '../capability/callForm.ts';
import { tokensAtMost, withinTokens } from '../capability/tokens.ts';
import { err, ok } from '../errors.ts';
import { answer } from '../http/answer.ts';
import { contractView } from '../http/contractView.ts';
import { operation } from '../http/operation.ts';
import type { Candidate } from '../resolve/resolution.ts';
import { resolve } from '../resolve/resolve.ts';
import { category, contractSchema, flag, integer } from './schemas.ts';

/** Tokens of o200k_base that each candidate has on average, names of members included: five have at most 350. */
const CANDIDATE_TOKENS = 70;
const MEMBER_TOKENS = 17;
const EFFECT_TOKENS = 6;
/** What a candidate needs to be told from the others, kept back for those that follow. */
const LEAST_TOKENS = 40;
const WHAT_TOKENS_MAX = 32;
const WHAT_BYTES_MAX = 90;

const candidateSchema = z.object({
  key: z.string(),
  what: z.string(),
  call: z.string().meta({ description: 'Call signature: `?` is optional.' }),
  lossy: z.literal(true).optional().meta({ description: 'The signature was cut: the contract has all of it.' }),
  effect: z.enum(['write', 'destructive']).optional().meta({ description: 'What a call changes; absent where it only reads.' }),
  score: z.number(),
});

const resolutionSchema = z
  .object({
    count: z.int(),
    best: z.string().nullable().meta({ description: 'Key of the first candidate.' }),
    candidates: z.array(candidateSchema),
    total: z.int().optional().meta({ description: 'Without `ask`: how many rows there are.' }),
    contract: contractSchema.optional(),
    ask_id: z.string().optional().meta({ description: 'Give it with the invocation: resolve learns from it.' }),
    try: z.array(z.string()).optional().meta({ description: 'Where nothing fits: what to try.' }),
  })
  .meta({
    id: 'Resolution',
    examples: [
      {
        count: 1,
        best: 'NOW',
        candidates: [{ key: 'NOW', what: 'The current date and time.', call: 'NOW(zone?)', score: 36.9 }],
        ask_id: 'ask_0123456789abcdef',
      },
    ],
  });

export const resolveOperation = operation({
  method: 'get',
  path: '/api/resolve',
  operationId: 'resolve',
  tag: 'resolve',
  access: 'catalogue',
  summary: 'Find the capability for an intent in plain language',
  description: 'The best first. `call` is how to call it: `lossy` says that its contract has more. Without `ask` it lists rows, with their `total`.',
  query: z.strictObject({
    ask: z.string().max(4_000).optional().meta({ description: 'What is wanted, in plain language.', example: 'what time is it' }),
    limit: integer(1, 20).optional().meta({ description: 'How many candidates; 5 unless given.', example: 5 }),
    category,
    contract: flag.optional().meta({ description: 'true: with the contract of the best.', example: 'true' }),
  }),
  answers: { 200: { description: 'Ranked rows; none where nothing fits.', json: resolutionSchema } },
  faults: [],
  async handle(ctx, { query }) {
    const refusal = refusalOf(ctx, 'read');
    if (refusal !== undefined) return err(refusal);
    const { ask = '', limit = 5 } = query;
    const { candidates, total, askId } = await resolve(ctx, { ask, limit, category: query.category, learns: refusalOf(ctx, 'invoke') === undefined });
    const [best] = candidates;
    return ok(
      answer(200, {
        count: candidates.length,
        best: best?.row.key ?? null,
        ...(total === undefined ? {} : { total }),
        candidates: candidateViews(candidates),
        ...(best !== undefined && query.contract === 1 ? { contract: await contractView(ctx, best.row, { full: false }) } : {}),
        ...(askId === undefined ? {} : { ask_id: askId }),
        ...(candidates.length === 0 ? { try: WHAT_TO_TRY } : {}),
      }),
    );
  },
});

export const WHAT_TO_TRY = [
  'Say it in other words: the thing (weather, invoice, repository) and what to do with it.',
  'Leave out `category`, names and values.',
  'GET /api/resolve without `ask` lists what there is.',
];

/** What one does not need another may use, the best first. */
export function candidateViews(candidates: readonly Candidate[]) {
  let left = CANDIDATE_TOKENS * candidates.length;
  return candidates.map(({ row, parsed, score }, at) => {
    const least = LEAST_TOKENS * (candidates.length - at - 1);
    const { effect } = parsed;
    const members = MEMBER_TOKENS + (effect === 'read' ? 0 : EFFECT_TOKENS);
    const room = left - least - members - tokensAtMost(row.key);
    const { call, lossy } = callForm(row.key, parsed.signature ?? [], parsed.capability?.inputSchema, Math.min(CALL_TOKENS_MAX, room));
    const what = withinTokens(parsed.docs.what, Math.min(WHAT_TOKENS_MAX, room - tokensAtMost(call)), WHAT_BYTES_MAX);
    left -= members + tokensAtMost(row.key) + tokensAtMost(call) + tokensAtMost(what);
    return { key: row.key, what, call, ...(lossy ? { lossy } : {}), ...(effect === 'read' ? {} : { effect }), score: Math.round(score * 10) / 10 };
  });
}
