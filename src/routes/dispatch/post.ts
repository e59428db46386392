import { z } from 'zod';
import { refusalOf } from '../../auth/permit.ts';
import { err, fault, ok } from '../../errors.ts';
import { operation } from '../../http/operation.ts';
import { invoke } from '../../invoke/invoke.ts';
import { INVOKE_FAULTS } from '../invoke/faults.ts';
import { idempotencyHeader, keyField, namedOrListed, optionFields, toCall, underKey } from '../invoke/schemas.ts';
import { dialectAnswer } from './dialect.ts';
import { DISPATCH_ACCEPTED_EXAMPLE, dispatchReplySchema } from './schemas.ts';

const input = z
  .strictObject({
    key: keyField.optional(),
    body: z.string().nullable().optional(),
    args: namedOrListed.optional(),
    shape: z.boolean().optional(),
    repairs: optionFields.repairs,
    text: z.string().optional().meta({ description: 'Prose with tags; this build cannot run it.' }),
  })
  .refine((call) => (call.key === undefined) !== (call.text === undefined), { path: ['key'], message: 'give the key of a row' })
  .meta({ id: 'Dispatch', examples: [{ key: 'NOW', body: 'Asia/Tokyo' }] });

export const dispatchOperation = operation({
  method: 'post',
  path: '/api/dispatch',
  operationId: 'dispatch',
  tag: 'dispatch',
  access: 'key',
  summary: 'Run a capability, in the form of the Object Invocation Protocol',
  description: 'As /api/invoke, with `result` always as a string (`HTTP 200:<body>` for http rows).',
  json: input,
  headers: idempotencyHeader,
  answers: {
    200: { description: 'It ran, or with `shape` is checked.', json: dispatchReplySchema, headers: ['rowcall-receipt'] },
    202: {
      description: 'It is on record and will run.',
      json: dispatchReplySchema,
      example: DISPATCH_ACCEPTED_EXAMPLE,
      headers: ['rowcall-receipt'],
    },
  },
  faults: [...INVOKE_FAULTS, 'form_unavailable'],
  async handle(ctx, { json, headers }) {
    const refusal = refusalOf(ctx, 'invoke');
    if (refusal !== undefined) return err(refusal);
    if (json.key === undefined) return err(fault('form_unavailable', { form: 'text' }));
    const call = underKey(toCall({ ...json, key: json.key }), headers);
    if (!call.ok) return call;
    return ok(dialectAnswer(ctx, await invoke(ctx, call.value), json.key));
  },
});
