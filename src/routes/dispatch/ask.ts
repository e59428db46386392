// ?ask=: an intent, answered in the seed's form.
import { argumentTargetOf } from '../../capability/argumentTarget.ts';
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
    best: best === undefined ? null : { ...best, do: doneBy(ctx, best) },
    candidates: views.map(({ key, what, run_now }) => ({ key, what, run_now })),
    ...(best === undefined ? { try: WHAT_TO_TRY } : {}),
  });
}

/** What works now: POST, with the body that run_now has, by name where no body says the same. */
function doneBy({ origin }: CallContext, { key, example, example_args: args }: ReturnType<typeof viewOf>): string {
  const at = `${origin}/api/dispatch`;
  if (args === null) return `GET ${at}?key=${key}&full=1 for its arguments, then POST {"key":"${key}","args":{…}} to ${at} with your credential.`;
  const call = JSON.stringify({ key, ...(example === null ? { args } : { body: example }) });
  return `POST ${call} to ${at} with your credential; the arguments are an example's.`;
}

/** `example` is null where no body says what `example_args` say, both where the example is left to the contract. */
function viewOf({ origin, actor }: CallContext, { row, parsed: { docs, capability } }: Candidate) {
  const args = capability === undefined ? null : workedExample(capability, row.sensitive === 1 && actor.kind !== 'owner' ? [] : capability.examples);
  const isShort = args !== null && JSON.stringify(args).length <= EXAMPLE_CHARS_MAX;
  const body = isShort && capability !== undefined ? asBody(args, argumentTargetOf(capability)) : undefined;
  const query = new URLSearchParams({ invoke: row.key, ...(body === undefined || body === '' ? {} : { body }) });
  return {
    key: row.key,
    what: withinTokens(docs.what, WHAT_TOKENS_MAX),
    example: body ?? null,
    example_args: isShort ? args : null,
    run_now: `${origin}/api/dispatch?${query.toString()}&share=<TOKEN>`,
  };
}
