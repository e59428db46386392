// Problem details as the wire has them (problem.ts and renderReply.ts write them).
import { z } from 'zod';
import { ERRORS, type ErrorCode } from '../errors.ts';
import { dispatchProofSchema, invocationSchema, partFields, proofSchema, replayField } from './replySchema.ts';

const violation = z
  .object({
    pointer: z.string().meta({ description: 'JSON Pointer (RFC 6901) into what was sent.' }),
    message: z.string(),
    rule: z.string().optional().meta({ description: 'Name of the broken rule, where rules have names.' }),
  })
  .meta({ id: 'Violation' });

const { data: _data, ...saidFields } = partFields;

export const problemSchema = z
  .object({
    type: z.string().meta({ description: 'Address of the page about this code.' }),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    ok: z.literal(false),
    ran: z.boolean().meta({ description: 'Whether anything ran.' }),
    state_changed: z.literal(false).nullable().meta({ description: 'null: not known.' }),
    error: z.string().meta({ description: 'The code with its params in one short literal; never what an upstream said.' }),
    code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
    how_to_fix: z.string(),
    did_you_mean: z.array(z.string()).optional(),
    violations: z.array(violation).optional(),
    key: z.string().optional().meta({ description: 'Of a call: the row.' }),
    call: z.string().optional().meta({ description: 'Its call signature.' }),
    try: z.unknown().optional().meta({ description: 'The nearest valid call.' }),
    ...saidFields,
    replayed: z
      .literal(true)
      .optional()
      .meta({ description: 'Nothing ran now: this is the answer of the first call under the same idempotency key.' }),
    replay: replayField,
    trace: z.string().optional(),
    proof: z.union([proofSchema, dispatchProofSchema]).optional(),
    confirmed: z.literal(false).optional(),
    attempted: z.string().optional().meta({ description: 'By /api/dispatch: the key as it was written.' }),
    invocation: invocationSchema.optional(),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem details: what happened, what did not, what to do.' });
