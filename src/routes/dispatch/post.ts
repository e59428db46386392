import { z } from 'zod';
import { refusalOf } from '../../auth/permit.ts';
import { err, fault, ok } from '../../errors.ts';
import { operation } from '../../http/operation.ts';
import { invoke } from '../../invoke/invoke.ts';
import { INVOKE_FAULTS } from '../invoke/faults.ts';
import { keyField, namedOrListed, proofSchema, toCall } from '../invoke/schemas.ts';
import { dialectAnswer } from './dialect.ts';

const input = z
  .strictObject({
    key: keyField.optional(),
    body: z.string().nullable().optional(),
    args: namedOrListed.optional(),
    shape: z.boolean().optional(),
    text: z.string().optional().meta({ description: 'Prose with tags; this build cannot run it.' }),
  })
  .refine((call) => (call.key === undefined) !== (call.text === undefined), { path: ['key'], message: 'give the key of a row' })
  .meta({ id: 'Dispatch' });

export const dispatchOperation = operation({
  method: 'post',
  path: '/api/dispatch',
  operationId: 'dispatch',
  tag: 'dispatch',
  summary: 'Run a capability, in the form of the Object Invocation Protocol',
  description: 'As /api/invoke, with `result` always as a string (`HTTP 200:<body>` for http rows).',
  json: input,
  success: {
    200: z.looseObject({
      ok: z.literal(true),
      ran: z.boolean(),
      key: z.string(),
      result: z.string().optional(),
      proof: z.looseObject(proofSchema.shape).optional(),
    }),
  },
  faults: [...INVOKE_FAULTS, 'form_unavailable'],
  async handle(ctx, { json }) {
    const refusal = refusalOf(ctx, 'invoke');
    if (refusal !== undefined) return err(refusal);
    if (json.key === undefined) return err(fault('form_unavailable', { form: 'text' }));
    return ok(dialectAnswer(ctx, await invoke(ctx, toCall({ ...json, key: json.key })), json.key));
  },
});
