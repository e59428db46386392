// The ledger as the service sees it, wherever its one sequencer is. What is written once a verb returns is durable.

/** Stands among parameters for the place that the entry gets. */
export const ENTRY_SEQ = { entry: 'seq' } as const;

/** SQL with its parameters, as it crosses to the sequencer. */
export interface PlainStatement {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/**
 * An entry without its place, and the statements that stand or fall with it. Those of one group run as: all `before` in
 * order, the entries, all `after`; only `after` knows the place.
 */
export interface Append {
  readonly kind: string;
  readonly subject: string;
  readonly at: string;
  /** RFC 8785 text. */
  readonly payload: string;
  readonly before: readonly PlainStatement[];
  readonly after: readonly PlainStatement[];
}

/** What an idempotency key is asked to stand for. */
export interface KeyClaim {
  readonly actor: string;
  readonly key: string;
  /** SHA-256 of the row's key and the mapped arguments, hex. */
  readonly hash: string;
  readonly invocation: string;
  readonly at: string;
}

/** Why nothing was stored: one of the statements failed, the log is damaged, or the storage did not answer. */
export type WhyNot = 'rejected' | 'damaged' | 'unavailable';

export type Appended = { readonly ok: true; readonly seq: number } | { readonly ok: false; readonly why: WhyNot; readonly message: string };

/** The idempotency key stands for another invocation already; nothing was stored. */
export interface Taken {
  readonly ok: false;
  readonly why: 'taken';
  readonly hash: string;
  readonly invocation: string;
}

/** A size of the log with its signed root. */
export interface Checkpoint {
  readonly size: number;
  /** Hex. */
  readonly root: string;
  /** C2SP signed note. */
  readonly note: string;
}

/** Its verbs throw where the sequencer does not answer. */
export interface Ledger {
  /** Appends one entry with its statements; under an idempotency key only where that is free. */
  readonly append: (append: Append, claim?: KeyClaim) => Promise<Appended | Taken>;
  /** The newest checkpoint; waits up to a second for one that covers so many entries. */
  readonly checkpoint: (covering?: number) => Promise<Checkpoint>;
  /** The checkpoint of an earlier size. */
  readonly checkpointAt: (size: number) => Promise<Checkpoint>;
  /** Settles calls whose time is over, and wakes queued ones that were forgotten. */
  readonly sweep: () => Promise<void>;
  /** Takes the stored log as it is, and says so in it: for a database that was restored from a copy. */
  readonly reopen: () => Promise<Checkpoint>;
}
