// The fields of a call, and the reply, as the wire has them.
import { z } from 'zod';
import type { Call } from '../../invoke/call.ts';
import { ASK_ID_PATTERN, type AskId, type InvocationId } from '../../ids.ts';
import { queryProblem } from '../../runners/functions/jmespath.ts';
import { err, fault, ok, type Result } from '../../errors.ts';
import type { Json } from '../../templates/parameters.ts';

export const select = z.string().superRefine((expression, context) => {
  const message = queryProblem(expression);
  if (message !== undefined) context.addIssue({ code: 'custom', message });
});

/** Larger than any result that a runner gives. */
export const RESULT_BYTES_MAX = 10_485_760;
const maxBytes = z.int().min(1).max(RESULT_BYTES_MAX);

/** Taken as they came: a record of zod would drop a member `__proto__` without a word. What they are is for the mapping to say. */
export const namedOrListed = z
  .unknown()
  .refine((value) => value !== null && typeof value === 'object', 'must be an object by argument name or an array by position')
  // Said in full, because some generators take a bare object for one that is empty.
  .meta({
    anyOf: [
      { type: 'object', additionalProperties: {} },
      { type: 'array', items: {} },
    ],
  });

const argumentFields = {
  body: z.string().nullable().optional().meta({ description: 'Arguments as one string, separated by `|`.' }),
  args: z.union([namedOrListed, z.string()]).optional().meta({ description: 'Arguments by name, by position, or the JSON text of either.' }),
};

export const keyField = z.string().max(256).meta({ description: 'Key of the row; any case.', example: 'NOW' });

/** Visible ASCII: what a header can carry. */
const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible ASCII characters')
  .optional()
  .meta({
    description: 'Your own name for this call. Equal calls under the same key run once, for a day at least; the others are answered as the first.',
  });

const keyedFields = { idempotency_key: idempotencyKey };
export const idempotencyHeader = z.object({
  'idempotency-key': idempotencyKey.meta({ description: 'As the field `idempotency_key`.' }),
});

/** One call inside a batch. */
export const callFields = { key: keyField, ...argumentFields, ...keyedFields };

/** What else a call may say, whatever its arguments are. */
export const optionFields = {
  shape: z.boolean().optional().meta({ description: 'true: build and check everything, fire nothing.' }),
  select: select.optional().meta({ description: 'JMESPath over the data of the result.' }),
  max_bytes: maxBytes.optional().meta({ description: 'Bytes of the result to answer with; the rest is at `more`.' }),
  if_contract: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be a contract hash')
    .optional()
    .meta({ description: 'Refuse unless the row still has this contract hash.' }),
  repairs: z
    .string()
    .regex(/^inv_[0-9a-f]{32}$/, 'must be an invocation id')
    .transform((text) => text as InvocationId)
    .optional()
    .meta({ description: 'The receipt of the call of this row that this one is meant to mend.' }),
  ask_id: z
    .string()
    .regex(ASK_ID_PATTERN, 'must be an ask_id that resolve gave')
    .transform((text) => text as AskId)
    .optional()
    .meta({ description: 'The question that led here, as resolve named it: resolve learns from it. Kept for a day; later it is ignored.' }),
};

export const invokeInput = z
  .strictObject({ ...callFields, ...optionFields })
  .meta({ id: 'Invoke', examples: [{ key: 'NOW', args: { zone: 'Asia/Tokyo' } }] });
export const invokeKeyInput = z
  .strictObject({ ...argumentFields, ...keyedFields, ...optionFields })
  .meta({ id: 'InvokeKey', examples: [{ args: { zone: 'Asia/Tokyo' } }] });

type CallInput = z.infer<typeof invokeKeyInput> & { key: string };

export function toCall({ key, body, args, shape, if_contract, ask_id, repairs, idempotency_key }: CallInput): Call {
  return { key, body, args: args as Json | undefined, shape, ifContract: if_contract, askId: ask_id, repairs, idempotencyKey: idempotency_key };
}

/** The call with the key of the header; fault invalid_field where the body names another. */
export function underKey(call: Call, headers: z.infer<typeof idempotencyHeader>): Result<Call> {
  const given = headers['idempotency-key'];
  if (given === undefined || given === call.idempotencyKey) return ok(call);
  if (call.idempotencyKey === undefined) return ok({ ...call, idempotencyKey: given });
  const violations = [{ pointer: '/idempotency_key', message: 'is not the key of the header Idempotency-Key' }];
  return err(fault('invalid_field', { name: 'idempotency_key' }, { violations }));
}
