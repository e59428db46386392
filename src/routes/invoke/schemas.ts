// The fields of a call, and the reply, as the wire has them.
import { z } from 'zod';
import { RECEIPT_STATUSES } from '../../db/schema.ts';
import type { Call } from '../../invoke/call.ts';
import { ASK_ID_PATTERN, type AskId } from '../../ids.ts';
import { queryProblem } from '../../runners/functions/jmespath.ts';
import type { Json } from '../../templates/parameters.ts';

export const select = z.string().superRefine((expression, context) => {
  const message = queryProblem(expression);
  if (message !== undefined) context.addIssue({ code: 'custom', message });
});

/** Larger than any result that a runner gives. */
const RESULT_BYTES_MAX = 10_485_760;
export const maxBytes = z.int().min(1).max(RESULT_BYTES_MAX);

/** Taken as they came: a record of zod would drop a member `__proto__` without a word. What they are is for the mapping to say. */
export const namedOrListed = z
  .unknown()
  .refine((value) => value !== null && typeof value === 'object', 'must be an object by argument name or an array by position')
  .meta({ type: ['object', 'array'] });

const argumentFields = {
  body: z.string().nullable().optional().meta({ description: 'Arguments as one string, separated by `|`.' }),
  args: z.union([namedOrListed, z.string()]).optional().meta({ description: 'Arguments by name, by position, or the JSON text of either.' }),
};

export const keyField = z.string().max(256).meta({ description: 'Key of the row; any case.', example: 'NOW' });

/** One call inside a batch. */
export const callFields = { key: keyField, ...argumentFields };

const optionFields = {
  shape: z.boolean().optional().meta({ description: 'true: build and check everything, fire nothing.' }),
  select: select.optional().meta({ description: 'JMESPath over the data of the result.' }),
  max_bytes: maxBytes.optional().meta({ description: 'Bytes of the result to answer with; the rest is at `more`.' }),
  if_contract: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be a contract hash')
    .optional()
    .meta({ description: 'Refuse unless the row still has this contract hash.' }),
  ask_id: z
    .string()
    .regex(ASK_ID_PATTERN, 'must be an ask_id that resolve gave')
    .transform((text) => text as AskId)
    .optional()
    .meta({ description: 'The question that led here, as resolve named it: resolve learns from it. Kept for a day; later it is ignored.' }),
};

export const invokeInput = z.strictObject({ ...callFields, ...optionFields }).meta({ id: 'Invoke' });
export const invokeKeyInput = z.strictObject({ ...argumentFields, ...optionFields }).meta({ id: 'InvokeKey' });

export const proofSchema = z.object({ ok: z.boolean(), invocation_id: z.string(), status: z.enum(RECEIPT_STATUSES), public_receipt: z.string() });

export const replySchema = z
  .object({
    ok: z.literal(true),
    ran: z.boolean(),
    key: z.string(),
    data: z.unknown().optional(),
    result: z.string().optional(),
    shape: z.unknown().optional(),
    shown: z.int().optional(),
    total: z.int().optional(),
    more: z.string().optional(),
    next: z.string().optional(),
    warnings: z.array(z.string()).optional(),
    trace: z.string().optional(),
    proof: proofSchema.optional(),
  })
  .meta({ id: 'Reply', description: '`data` where the value is JSON, else `result`; never both.' });

type CallInput = z.infer<typeof invokeKeyInput> & { key: string };

export function toCall({ key, body, args, shape, if_contract, ask_id }: CallInput): Call {
  return { key, body, args: args as Json | undefined, shape, ifContract: if_contract, askId: ask_id };
}
