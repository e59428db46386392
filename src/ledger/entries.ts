// The kinds of ledger entries and their closed payloads: a field that is not here cannot be recorded.
import { z } from 'zod';
import type { LedgerKind } from '../db/rows.ts';
import { CAPABILITY_TYPES, EFFECTS, RECEIPT_STATUSES } from '../db/schema.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const invocation = z.string().regex(/^inv_[0-9a-f]{32}$/);
const trace = z.string().regex(/^[0-9a-f]{32}$/);
const params = z.record(z.string(), z.union([z.string(), z.number()]));

/** What the intent and the claims of an invocation both say. */
const identity = {
  id: invocation,
  key: z.string(),
  version: z.int(),
  type: z.enum(CAPABILITY_TYPES),
  runner: z.string(),
  actor: z.string(),
  trace,
  parent: invocation.nullable(),
  /** The invocation that this one is meant to mend, or to run again. */
  repairs: invocation.nullable(),
  replays: invocation.nullable(),
  effect: z.enum(EFFECTS),
  started_at: z.iso.datetime(),
};

/** The public claims of one invocation, exactly. No input, output or upstream text. */
export const claimsSchema = z
  .strictObject({
    ...identity,
    ok: z.boolean(),
    ran: z.boolean(),
    material: z.boolean(),
    status: z.enum(RECEIPT_STATUSES),
    error: z.strictObject({ code: z.string(), params }).nullable(),
    duration_ms: z.number().meta({ description: 'Milliseconds from the start of the invocation to its settlement.' }),
    cost_usd: z.number().nullable(),
    usage: z.null(),
    fingerprints: z.strictObject({ contract: hash, input: hash.nullable(), output: hash.nullable() }),
  })
  .meta({ id: 'Claims', description: 'What the service states about one invocation. Public: it holds no input and no output.' });

export type Claims = z.infer<typeof claimsSchema>;

const intentSchema = z.strictObject({
  ...identity,
  fingerprints: z.strictObject({ contract: hash, input: hash }),
});

export type Intent = z.infer<typeof intentSchema>;

export const PAYLOADS = {
  INTENT: intentSchema,
  INVOKE: claimsSchema,
  DIRECTORY_MUTATE: z.strictObject({
    action: z.enum(['create', 'replace', 'patch', 'delete', 'restore']),
    key: z.string(),
    version: z.int(),
    contract_hash: hash,
    /** Of the row as stored; of the former row where it was deleted. */
    row_hash: hash,
    actor: z.string(),
  }),
  BLOCK_MUTATE: z.strictObject({ action: z.enum(['write', 'delete']), key: z.string(), content_hash: hash, actor: z.string() }),
  /** The whole collection of pins after the write. */
  PIN_MUTATE: z.strictObject({ action: z.enum(['replace']), count: z.int(), content_hash: hash, actor: z.string() }),
  /** Input, output and salt of settled calls, by id or of all before a time. */
  ERASED: z.strictObject({ why: z.enum(['request', 'retention']), count: z.int(), before: z.iso.datetime().nullable(), actor: z.string() }),
  /** The key that signs checkpoints from here on: its thumbprint and its public half (base64url). */
  CHECKPOINT_KEY: z.strictObject({ kid: z.string(), x: z.string() }),
  /** A restored log was taken as it is: its size, and its root (hex). */
  REOPENED: z.strictObject({ size: z.int(), root: hash }),
} as const satisfies Record<LedgerKind, z.ZodType>;

/** An entry to append; `seq` is given when it is committed. */
export type Entry = {
  [K in LedgerKind]: { readonly kind: K; readonly subject: string; readonly at: string; readonly payload: z.infer<(typeof PAYLOADS)[K]> };
}[LedgerKind];
