// Reads the ledger as it stands.
import { env } from 'cloudflare:workers';
import type { PAYLOADS } from '../../src/ledger/entries.ts';

/** A well-formed hash and time, for entries that tests make themselves. */
export const HASH = 'a'.repeat(64);
export const AT = '2026-07-26T11:36:19.832Z';

export interface LedgerEntry {
  readonly seq: number;
  readonly kind: keyof typeof PAYLOADS;
  readonly subject: string;
  readonly at: string;
  readonly payload: string;
}

/** All entries, in order. */
export async function ledger(): Promise<LedgerEntry[]> {
  return (await env.DB.prepare('SELECT seq, kind, subject, at, payload FROM ledger ORDER BY seq').all<LedgerEntry>()).results;
}

export const entriesOf = async (subject: string): Promise<LedgerEntry[]> => (await ledger()).filter((entry) => entry.subject === subject);
export const kindsOf = async (subject: string): Promise<string[]> => (await entriesOf(subject)).map(({ kind }) => kind);
