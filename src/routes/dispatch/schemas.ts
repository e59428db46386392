// What /api/dispatch answers, in the seed's dialect.
import { z } from 'zod';
import { CAPABILITY_TYPES, EFFECTS } from '../../db/schema.ts';
import { ACCEPTED_EXAMPLE, dispatchProofSchema, invocationSchema, replySchema } from '../../http/replySchema.ts';
import { contractSchema } from '../schemas.ts';
import { confirmationFields, receiptFields } from '../receipts/schemas.ts';

const protocol = { protocol: z.literal('OIP'), version: z.string() };
const found = { key: z.string(), what: z.string(), run_now: z.string() };
const example = {
  example: z.string().nullable().meta({ description: 'The arguments as one string; null where none says the same.' }),
  example_args: z.record(z.string(), z.unknown()).nullable(),
};
const count = z.int();

const manifest = z
  .object({
    ...protocol,
    kind: z.literal('manifest'),
    says: z.string(),
    verbs: z.array(z.string()),
    endpoints: z.record(z.string(), z.string()),
    typed: z.string(),
    credential: z.string(),
    paste: z.string(),
  })
  .meta({ id: 'Manifest', description: 'Without a parameter.' });

const ask = z
  .object({
    ...protocol,
    kind: z.literal('ask'),
    question: z.string(),
    count,
    total: z.int().optional(),
    best: z.object({ ...found, ...example, do: z.string() }).nullable(),
    candidates: z.array(z.object(found)),
    try: z.array(z.string()).optional(),
  })
  .meta({ id: 'AskAnswer', description: 'With `ask`.' });

const registry = z
  .object({
    ...protocol,
    kind: z.literal('registry'),
    count,
    objects: z.array(
      z.object({
        key: z.string(),
        type: z.enum(CAPABILITY_TYPES),
        category: z.string().nullable(),
        what: z.string(),
        call: z.string(),
        effect: z.enum(EFFECTS),
      }),
    ),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'Registry', description: 'With `registry`.' });

const map = z
  .object({
    ...protocol,
    kind: z.literal('map'),
    total: z.int(),
    counts: z.object({ all: z.int(), enabled: z.int(), registry: z.int(), planner_visible: z.int() }),
    categories: z.array(z.object({ category: z.string().nullable(), count })),
  })
  .meta({ id: 'CategoryMap', description: 'With `map`.' });

const receipt = receiptFields
  .extend({ object_id: z.string(), replay: z.string(), repair: z.string() })
  .meta({ id: 'DispatchReceipt', description: 'With `receipt`.' });
const confirmation = confirmationFields
  .extend({ id: z.string(), object_id: z.string(), public_receipt: z.string() })
  .meta({ id: 'DispatchConfirmation', description: 'With `confirm`.' });

export const dispatchAnswerSchema = z.union([manifest, ask, contractSchema, registry, map, receipt, confirmation]).meta({
  examples: [
    {
      protocol: 'OIP',
      version: '1.2.0',
      kind: 'map',
      total: 1,
      counts: { all: 1, enabled: 1, registry: 1, planner_visible: 1 },
      categories: [{ category: 'time', count: 1 }],
    },
  ],
});

export const dispatchReplySchema = replySchema
  .omit({ data: true, result: true, proof: true })
  .extend({
    result: z.string().optional().meta({ description: 'Always text; of http rows `HTTP 200:<body>`.' }),
    invocation: invocationSchema.optional(),
    proof: dispatchProofSchema.optional(),
  })
  .meta({ id: 'DispatchReply', examples: [{ ok: true, ran: true, key: 'NOW', result: '{"today":"2026-12-01"}' }] });

export const DISPATCH_ACCEPTED_EXAMPLE = {
  ...ACCEPTED_EXAMPLE,
  invocation: { id: ACCEPTED_EXAMPLE.proof.invocation_id, status: 'QUEUED', fingerprints: { contract: 'a'.repeat(64), input: null, output: null } },
  proof: {
    ok: false,
    did: 'QUEUED — REPORT',
    invocation_id: ACCEPTED_EXAMPLE.proof.invocation_id,
    status: 'QUEUED',
    receipt: `https://rowcall.example/api/dispatch?receipt=${ACCEPTED_EXAMPLE.proof.invocation_id}`,
    confirmation: `https://rowcall.example/api/dispatch?confirm=${ACCEPTED_EXAMPLE.proof.invocation_id}`,
    public_receipt: ACCEPTED_EXAMPLE.proof.public_receipt,
  },
};
