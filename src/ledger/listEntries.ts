// Entries of the ledger in the order in which they were appended, a page at a time.
import { and, asc, eq, gt } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import type { LedgerKind } from '../db/rows.ts';
import { ledger } from '../db/schema.ts';
import { toHex } from '../ids.ts';
import type { Json } from '../templates/parameters.ts';
import { completedBy } from './merkle/tree.ts';
import { findNodes } from './nodes.ts';

export interface EntryFilter {
  readonly kind?: LedgerKind;
  /** What the entry is about: an invocation id, the key of a row or block, `pins`. */
  readonly subject?: string;
  /** Only entries behind this one. */
  readonly after: number;
  readonly limit: number;
}

export interface StoredEntry {
  readonly seq: number;
  readonly kind: LedgerKind;
  readonly subject: string;
  readonly at: string;
  readonly payload: Json;
  /** Kept hashes of the nodes that the entry completes, the leaf first; fewer where one is missing. */
  readonly hashes: readonly string[];
}

/** One page; `next` is the last seq of it where more follow. */
export async function listEntries(
  db: Database,
  binding: D1Database,
  { kind, subject, after, limit }: EntryFilter,
): Promise<{ items: StoredEntry[]; next?: number }> {
  const rows = await db
    .select()
    .from(ledger)
    .where(
      and(
        gt(ledger.seq, after),
        kind === undefined ? undefined : eq(ledger.kind, kind),
        subject === undefined ? undefined : eq(ledger.subject, subject),
      ),
    )
    .orderBy(asc(ledger.seq))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const hashAt = await findNodes(
    binding,
    page.flatMap(({ seq }) => completedBy(seq)),
  );
  const items = page.map((row) => ({
    ...row,
    payload: JSON.parse(row.payload) as Json,
    hashes: completedBy(row.seq)
      .flatMap((place) => hashAt(place) ?? [])
      .map(toHex),
  }));
  return { items, ...(rows.length > limit ? { next: items.at(-1)?.seq } : {}) };
}
