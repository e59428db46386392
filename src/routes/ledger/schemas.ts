// Parts of proofs as the wire has them.
import { z } from 'zod';
import { LEDGER_KINDS } from '../../db/schema.ts';
import { PAYLOADS } from '../../ledger/entries.ts';

export const NOTE_EXAMPLE = 'https://rowcall.example\n78\n6PWV2k3RHXb1sGCmzPMVz0nS2ADSqQX0zCiVnUsy9bA=\n\n— https://rowcall.example mYWDGQ==\n';

export const hash = z.string().regex(/^[0-9a-f]{64}$/);
export const path = z.array(hash).meta({ description: 'Hashes in hex, in the order in which RFC 9162 has them.' });

const common = { seq: z.int().meta({ description: 'Counts from 1, without a gap.' }), subject: z.string(), at: z.string() };
const entries = LEDGER_KINDS.map((kind) => z.object({ ...common, kind: z.literal(kind), payload: PAYLOADS[kind] }));

/** Its RFC 8785 bytes are the leaf of the tree. */
export const entrySchema = z.union(entries);

const hashes = z.array(hash).meta({ description: 'Of the nodes of the tree that this entry completes, the leaf first.' });
export const listedEntrySchema = z.union(entries.map((entry) => entry.extend({ hashes })));
