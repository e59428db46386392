// ?ask=: an intent, answered in the seed's form.
import { withinTokens } from '../../capability/tokens.ts';
import { asBody, workedExample } from '../../capability/workedExample.ts';
import type { CallContext } from '../../context.ts';
import { answer, type Answer } from '../../http/answer.ts';
import type { Candidate } from '../../resolve/resolution.ts';
import { resolve } from '../../resolve/resolve.ts';
import { WHAT_TO_TRY } from '../resolve.ts';
import { PROTOCOL } from './manifest.ts';

const WHAT_TOKENS_MAX = 24;
/** A longer example is left to the contract. */
const EXAMPLE_CHARS_MAX = 200;

export async function askAnswer(ctx: CallContext, asked: { ask: string; limit: number; category?: string }): Promise<Answer> {
  const { candidates, total } = await resolve(ctx, asked);
  const views = candidates.map((candidate) => viewOf(ctx, candidate));
  const [best] = views;
  return answer(200, {
    ...PROTOCOL,
    kind: 'ask',
    question: asked.ask,
    count: views.length,
    ...(total === undefined ? {} : { total }),
    best:
      best === undefined
        ? null
        : {
            ...best,
            do: `POST ${JSON.stringify({ key: best.key, body: best.example })} to ${ctx.origin}/api/dispatch with your credential; the arguments are an example's.`,
          },
    candidates: views.map(({ key, what, run_now }) => ({ key, what, run_now })),
    ...(best === undefined ? { try: WHAT_TO_TRY } : {}),
  });
}

function viewOf({ origin, actor }: CallContext, { row, parsed: { docs, capability } }: Candidate) {
  const examples = capability === undefined || (row.sensitive === 1 && actor.kind !== 'owner') ? [] : capability.examples;
  const args = capability === undefined ? {} : workedExample(capability, examples);
  const body = asBody(args);
  const isShort = body.length <= EXAMPLE_CHARS_MAX;
  const query = new URLSearchParams({ invoke: row.key, ...(isShort && body !== '' ? { body } : {}) });
  return {
    key: row.key,
    what: withinTokens(docs.what, WHAT_TOKENS_MAX),
    example: isShort ? body : '',
    example_args: isShort ? args : {},
    run_now: `${origin}/api/dispatch?${query.toString()}&share=<TOKEN>`,
  };
}
