// Proofs for whoever does not trust this service: that the log holds an entry, and that it only grew. Reads are O(log n).
import { eq, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { ledger as entries } from '../db/schema.ts';
import { toHex } from '../ids.ts';
import type { Json } from '../templates/parameters.ts';
import { leafText } from './leaf.ts';
import type { Ledger } from './ledger.ts';
import { leafHash } from './merkle/hash.ts';
import { consistencyPath, hashesOf, inclusionPath, placesOf, type Subtree } from './merkle/paths.ts';
import { readNodes } from './nodes.ts';

export interface Log {
  readonly db: Database;
  /** The binding of the same database. */
  readonly binding: D1Database;
  readonly ledger: Pick<Ledger, 'checkpoint' | 'checkpointAt'>;
}

/** RFC 9162 section 2.1.3; hashes in hex, the path from leaf to root. */
export interface InclusionProof {
  readonly entry: { readonly seq: number; readonly kind: string; readonly subject: string; readonly at: string; readonly payload: Json };
  readonly leaf_hash: string;
  readonly leaf_index: number;
  readonly tree_size: number;
  readonly path: readonly string[];
  /** The signed note of `tree_size`. */
  readonly checkpoint: string;
}

/** RFC 9162 section 2.1.4. */
export interface ConsistencyProof {
  readonly from: number;
  readonly to: number;
  readonly path: readonly string[];
  /** The signed note of the size `to`. */
  readonly checkpoint: string;
}

/** The proof that the log holds the entry at this place, against the newest checkpoint that covers it. */
export async function proveInclusion({ db, binding, ledger }: Log, seq: number): Promise<InclusionProof> {
  const [entry, checkpoint] = await Promise.all([db.select().from(entries).where(eq(entries.seq, seq)).get(), ledger.checkpoint(seq)]);
  if (entry === undefined) throw new Error(`the ledger has no entry ${seq}`);
  const index = seq - 1;
  return {
    entry: { seq, kind: entry.kind, subject: entry.subject, at: entry.at, payload: JSON.parse(entry.payload) as Json },
    leaf_hash: toHex(await leafHash(new TextEncoder().encode(leafText(entry)))),
    leaf_index: index,
    tree_size: checkpoint.size,
    path: await hashesAlong(binding, inclusionPath(index, checkpoint.size)),
    checkpoint: checkpoint.note,
  };
}

/** The proof that the log of `to` entries begins with that of `from`; undefined unless from ≤ to ≤ the present size. */
export async function proveConsistency({ db, binding, ledger }: Log, from: number, to: number | undefined): Promise<ConsistencyProof | undefined> {
  const { size } = (await db
    .select({ size: sql<number>`coalesce(max(${entries.seq}), 0)` })
    .from(entries)
    .get()) ?? { size: 0 };
  if (from > (to ?? size) || (to ?? 0) > size) return undefined;
  const checkpoint = to === undefined ? await ledger.checkpoint(from) : await ledger.checkpointAt(to);
  const path = await hashesAlong(binding, consistencyPath(from, checkpoint.size));
  return { from, to: checkpoint.size, path, checkpoint: checkpoint.note };
}

async function hashesAlong(binding: D1Database, path: readonly Subtree[]): Promise<string[]> {
  const hashAt = await readNodes(binding, placesOf(path));
  return (await hashesOf(path, hashAt)).map(toHex);
}
