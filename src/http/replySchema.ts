// The reply of an invocation as the wire has it (renderReply.ts writes it).
import { z } from 'zod';
import { RECEIPT_STATUSES } from '../db/schema.ts';

const invocationId = z.string().regex(/^inv_[0-9a-f]{32}$/);

export const proofSchema = z
  .object({
    ok: z.boolean().meta({ description: 'true: the call ran and has a result.' }),
    invocation_id: invocationId.meta({ description: 'Names the receipt.' }),
    status: z.enum(RECEIPT_STATUSES),
    public_receipt: z.string().meta({ description: 'The page of the receipt, for anybody.' }),
  })
  .meta({ id: 'Proof', description: 'Where the receipt of the call is.' });

/** Members of every reply that is about one part of a larger result. */
export const partFields = {
  data: z.unknown().optional().meta({ description: 'The result, where it is JSON.' }),
  result: z.string().optional().meta({ description: 'The result, where it is text.' }),
  shown: z.int().optional().meta({ description: 'Items (or bytes of a text) that are here.' }),
  total: z.int().optional().meta({ description: 'Items (or bytes) that there are.' }),
  more: z.string().optional().meta({ description: 'Address of the rest.' }),
  warnings: z.array(z.string()).optional(),
};

export const replayField = z
  .object({ contract: z.boolean(), output: z.boolean().nullable() })
  .optional()
  .meta({ description: 'Of a replay: whether contract and output are the same as then; null where that cannot be told.' });

const PROOF_EXAMPLE = {
  ok: true,
  invocation_id: 'inv_0123456789abcdef0123456789abcdef',
  status: 'PROVEN_MATERIAL_RESULT',
  public_receipt: 'https://rowcall.example/receipt/inv_0123456789abcdef0123456789abcdef',
};

export const replySchema = z
  .object({
    ok: z.literal(true),
    ran: z.boolean().meta({ description: 'false for a shape, which fires nothing, and for a call that will run later.' }),
    key: z.string(),
    ...partFields,
    shape: z.unknown().optional().meta({ description: 'What would be run or sent, without credentials.' }),
    next: z.string().optional().meta({ description: 'Address of the upstream’s next page.' }),
    queued: z.literal(true).optional().meta({ description: 'The call is on record and will run; its receipt says what came of it.' }),
    poll: z
      .string()
      .optional()
      .meta({ description: 'Of a queued call: answers with the receipt as soon as the call has ended, and after some seconds in any case.' }),
    replayed: z
      .literal(true)
      .optional()
      .meta({ description: 'Nothing ran now: this is the answer of the first call under the same idempotency key.' }),
    replay: replayField,
    trace: z.string().optional().meta({ description: 'Shared by all that one request caused (W3C Trace Context).' }),
    proof: proofSchema.optional(),
  })
  .meta({
    id: 'Reply',
    description: 'Exactly one of `data`, `result`, `shape` and `queued`.',
    examples: [
      {
        ok: true,
        ran: true,
        key: 'NOW',
        data: { today: '2026-12-01', zone: 'UTC' },
        trace: '0123456789abcdef0123456789abcdef',
        proof: PROOF_EXAMPLE,
      },
    ],
  });

/** The reply of a row that runs later. */
export const ACCEPTED_EXAMPLE = {
  ok: true,
  ran: false,
  key: 'REPORT',
  queued: true,
  poll: 'https://rowcall.example/api/receipts/inv_0123456789abcdef0123456789abcdef?wait=25',
  trace: '0123456789abcdef0123456789abcdef',
  proof: { ...PROOF_EXAMPLE, ok: false, status: 'QUEUED' },
};

/** What /api/dispatch says of the receipt. */
export const dispatchProofSchema = proofSchema
  .extend({ did: z.string(), receipt: z.string(), confirmation: z.string() })
  .meta({ id: 'DispatchProof', description: 'Where the receipt of the call is, with all its addresses.' });

export const invocationSchema = z
  .object({
    id: invocationId,
    status: z.enum(RECEIPT_STATUSES),
    fingerprints: z.object({ contract: z.string(), input: z.string().nullable(), output: z.string().nullable() }),
  })
  .meta({ id: 'Invocation' });
