// The fields of a call, and the reply, as the wire has them.
import { z } from 'zod';
import type { Call } from '../../invoke/call.ts';
import { ASK_ID_PATTERN, type AskId } from '../../ids.ts';
import { queryProblem } from '../../runners/functions/jmespath.ts';
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

/** One call inside a batch. */
export const callFields = { key: keyField, ...argumentFields };

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
  .strictObject({ ...argumentFields, ...optionFields })
  .meta({ id: 'InvokeKey', examples: [{ args: { zone: 'Asia/Tokyo' } }] });

type CallInput = z.infer<typeof invokeKeyInput> & { key: string };

export function toCall({ key, body, args, shape, if_contract, ask_id }: CallInput): Call {
  return { key, body, args: args as Json | undefined, shape, ifContract: if_contract, askId: ask_id };
}
