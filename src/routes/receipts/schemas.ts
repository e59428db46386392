// A receipt as the wire has it (http/forensic.ts makes it).
import { z } from 'zod';
import { RECEIPT_STATUSES } from '../../db/schema.ts';
import { claimsSchema } from '../../ledger/entries.ts';

export const CLAIMS_EXAMPLE = {
  id: 'inv_0123456789abcdef0123456789abcdef',
  key: 'NOW',
  version: 1,
  type: 'fn',
  runner: 'edge',
  actor: 'owner',
  trace: '0123456789abcdef0123456789abcdef',
  parent: null,
  effect: 'read',
  started_at: '2026-12-01T05:56:10.045Z',
  repairs: null,
  replays: null,
  ok: true,
  ran: true,
  material: true,
  status: 'PROVEN_MATERIAL_RESULT',
  error: null,
  duration_ms: 23,
  cost_usd: 0,
  usage: null,
  fingerprints: { contract: 'a'.repeat(64), input: 'b'.repeat(64), output: 'c'.repeat(64) },
};

const signature = z
  .string()
  .nullable()
  .meta({ description: 'Detached JWS (RFC 7515 appendix F) over the RFC 8785 bytes of the claims; null while the call is running.' });
const SIGNATURE_EXAMPLE = `eyJhbGciOiJFZDI1NTE5In0..${'A'.repeat(86)}`;

export const receiptFields = claimsSchema.partial().extend({
  seq: z.int().meta({ description: 'The entry of the ledger that holds these claims.' }),
  signature: signature,
  input: z.unknown().meta({ description: 'The mapped arguments; null where they are not kept.' }),
  output: z.string().nullable().meta({ description: 'Byte for byte what the fingerprint covers; null where it is not kept.' }),
  salt: z.string().nullable(),
  upstream_status: z.int().nullable(),
  warnings: z.array(z.string()),
  repaired_by: z.array(z.string()),
  children: z.array(z.string()).meta({ description: 'Receipts of the calls under this one.' }),
  idempotency_key: z.string().nullable(),
});

export const receiptSchema = receiptFields.meta({
  id: 'Receipt',
  description: 'Claims and bodies of one invocation; of a running one its intent and `status`.',
  examples: [
    {
      ...CLAIMS_EXAMPLE,
      seq: 78,
      signature: SIGNATURE_EXAMPLE,
      input: { zone: 'UTC' },
      output: '{"today":"2026-12-01"}',
      salt: '0'.repeat(32),
      upstream_status: null,
      warnings: [],
      repaired_by: [],
      children: [],
      idempotency_key: null,
    },
  ],
});

export const confirmationFields = z.object({
  confirmed: z.boolean().meta({ description: 'false while the call is running.' }),
  status: z.enum(RECEIPT_STATUSES),
  claims: claimsSchema.nullable(),
  signature,
  proof_url: z.string().nullable().meta({ description: 'Where the proof is that the log holds it; null while the call is running.' }),
});

export const confirmationSchema = confirmationFields.meta({
  id: 'Confirmation',
  examples: [
    {
      confirmed: true,
      status: 'PROVEN_MATERIAL_RESULT',
      claims: CLAIMS_EXAMPLE,
      signature: SIGNATURE_EXAMPLE,
      proof_url: 'https://rowcall.example/api/receipts/inv_0123456789abcdef0123456789abcdef/proof',
    },
  ],
});
