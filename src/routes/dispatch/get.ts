// GET /api/dispatch: the reading forms of the Object Invocation Protocol. This file only chooses the form.
import { z } from 'zod';
import { refusalOf } from '../../auth/permit.ts';
import { err, fault, ok } from '../../errors.ts';
import { answer, textResponse } from '../../http/answer.ts';
import { operation } from '../../http/operation.ts';
import { category, contractFormat, cursor, flag, integer } from '../schemas.ts';
import { askAnswer } from './ask.ts';
import { contractAnswer } from './contract.ts';
import { manifest, manifestMarkdown } from './manifest.ts';
import { confirmAnswer, receiptAnswer } from './receipt.ts';
import { dispatchAnswerSchema } from './schemas.ts';
import { mapAnswer, registryAnswer } from './registry.ts';

const on = z.literal(['1', 'true']);

/** What chooses the form, and what else that form takes. */
const FORMS = {
  ask: ['limit', 'category'],
  key: ['format', 'full'],
  registry: ['category', 'cursor', 'limit'],
  map: [],
  receipt: [],
  confirm: [],
  invoke: ['body', 'share'],
  explain: ['key', 'share'],
} as const;
type Form = keyof typeof FORMS;

const query = z
  .strictObject({
    ask: z.string().max(4_000).optional().meta({ description: 'Find rows: a question.', example: 'what time is it' }),
    key: z.string().max(256).optional().meta({ description: 'The contract of this row; with `explain`, the row in question.' }),
    registry: on.optional().meta({ description: 'List the rows.' }),
    map: on.optional().meta({ description: 'Categories and counts.' }),
    receipt: z.string().max(256).optional().meta({ description: 'The receipt of this invocation id.' }),
    confirm: z.string().max(256).optional().meta({ description: 'The same without a credential: only what is public.' }),
    invoke: z.string().max(256).optional().meta({ description: 'Run this row. This build answers 501.' }),
    explain: z.string().max(256).optional().meta({ description: 'What a token may do. This build answers 501.' }),
    format: contractFormat.optional().meta({ description: 'Of manifest and contract.' }),
    full: flag.optional().meta({ description: 'With `key`: the whole contract.' }),
    category,
    cursor,
    limit: integer(1, 500).optional().meta({ description: 'How many rows: 5 for `ask` (at most 20), 50 for `registry`, unless given.', example: 5 }),
    body: z.string().optional().meta({ description: 'With `invoke`: the arguments.' }),
    share: z.string().optional().meta({ description: 'With `invoke` and `explain`: a token.' }),
  })
  .superRefine((given, context) => {
    const form = formOf(given);
    const taken: readonly string[] = form === undefined ? ['format'] : [form, ...FORMS[form]];
    for (const [name, value] of Object.entries(given)) {
      const says = form === undefined ? 'belongs to a form that is not asked for' : `does not go together with ${form}=`;
      if (value !== undefined && !taken.includes(name)) context.addIssue({ code: 'custom', path: [name], message: says });
    }
    if (form === 'ask' && (given.limit ?? 0) > 20) context.addIssue({ code: 'custom', path: ['limit'], message: 'is at most 20 for ask=' });
  });

/** `explain` takes a key, so it is looked for first. */
function formOf(given: Readonly<Partial<Record<Form, unknown>>>): Form | undefined {
  if (given.explain !== undefined) return 'explain';
  return (Object.keys(FORMS) as Form[]).find((form) => given[form] !== undefined);
}

export const dispatchReadOperation = operation({
  method: 'get',
  path: '/api/dispatch',
  operationId: 'dispatchRead',
  tag: 'dispatch',
  access: 'catalogue',
  summary: 'Manifest, or one of its forms: ask, key, registry, map, receipt, confirm',
  description: 'Without a parameter: what this endpoint is; `format=markdown` gives a text to paste into a system prompt.',
  query,
  answers: {
    200: {
      description: 'The manifest, or what the form gives.',
      json: dispatchAnswerSchema,
      text: { 'text/markdown': '## §SELF — NOW (paste without context)\n' },
    },
  },
  faults: ['unknown_key', 'unknown_receipt', 'form_unavailable'],
  async handle(ctx, { query: asked }) {
    const { confirm, receipt, ask, key, limit } = asked;
    if (confirm !== undefined) return ok(await confirmAnswer(ctx, confirm));
    if (receipt !== undefined) return receiptAnswer(ctx, receipt);
    const form = formOf(asked);
    if (form === undefined) {
      const markdown = asked.format === 'markdown';
      return ok(markdown ? textResponse(manifestMarkdown(ctx), 'text/markdown', ctx.redactor) : answer(200, manifest(ctx)));
    }
    if (form === 'invoke' || form === 'explain') return err(fault('form_unavailable', { form }));
    const refusal = refusalOf(ctx, 'read');
    if (refusal !== undefined) return err(refusal);
    if (ask !== undefined) return ok(await askAnswer(ctx, { ask, limit: limit ?? 5, category: asked.category }));
    if (key !== undefined) return ok(await contractAnswer(ctx, key, { markdown: asked.format === 'markdown', full: asked.full === 1 }));
    if (form === 'registry') return registryAnswer(ctx, { category: asked.category, cursor: asked.cursor, limit: limit ?? 50 });
    return ok(await mapAnswer(ctx));
  },
});
