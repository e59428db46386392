// What a function is handed. Functions reach nothing but their input and these tools.
import type { CapabilityType, Effect, ReceiptStatus } from '../../db/rows.ts';
import type { Bindings } from '../../env.ts';

/** The bindings that data functions work on; the system's own database and store are not among them. */
export type DataBindings = Pick<Bindings, 'DATA_DB' | 'DATA_KV' | 'DATA_BUCKET' | 'DATA_QUEUE'>;

export interface DirectoryFilter {
  readonly category?: string;
  readonly type?: CapabilityType;
  readonly q?: string;
  readonly limit: number;
}

export type DirectoryItem = {
  readonly key: string;
  readonly type: CapabilityType;
  readonly category: string | null;
  readonly what: string;
  readonly effect: Effect;
};

export interface InvocationFilter {
  readonly key?: string;
  readonly status?: ReceiptStatus;
  readonly limit: number;
}

export type InvocationItem = {
  readonly id: string;
  readonly key: string;
  readonly status: ReceiptStatus;
  readonly started_at: string;
};

export interface FunctionTools {
  readonly now: () => Date;
  readonly randomUUID: () => string;
  readonly bindings: DataBindings;
  /** Rows that the caller may see, in canonical order, at most `limit`. */
  readonly listDirectory: (filter: DirectoryFilter) => Promise<readonly DirectoryItem[]>;
  /** Invocations that the caller may see, newest first, at most `limit`. */
  readonly listInvocations: (filter: InvocationFilter) => Promise<readonly InvocationItem[]>;
  readonly signal: AbortSignal;
}

/** Of all bindings only those that functions may touch. */
export function dataBindings({ DATA_DB, DATA_KV, DATA_BUCKET, DATA_QUEUE }: Bindings): DataBindings {
  return { DATA_DB, DATA_KV, DATA_BUCKET, DATA_QUEUE };
}
