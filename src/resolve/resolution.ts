// What an intent resolves to.
import type { ParsedRow } from '../capability/parse.ts';
import type { DirectoryRow } from '../db/rows.ts';
import type { AskId } from '../ids.ts';

export interface Asked {
  /** Plain language; empty or without a word: the rows in canonical order. */
  readonly ask: string;
  readonly limit: number;
  readonly category?: string;
  /** The caller may invoke what is found, and resolve may learn from it. */
  readonly learns?: boolean;
}

export interface Candidate {
  /** The row as it is now, and what it means. */
  readonly row: DirectoryRow;
  readonly parsed: ParsedRow;
  /** Higher is better; comparable within one answer only. 0 in a listing. */
  readonly score: number;
}

export interface Resolution {
  /** The best first; all of them are visible to the caller. */
  readonly candidates: readonly Candidate[];
  /** How many rows there are to choose from; only where nothing was asked. */
  readonly total?: number;
  /** To be given with the invocation that follows, where `learns` was set and something was found. */
  readonly askId?: AskId;
}
