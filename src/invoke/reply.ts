// What a call is answered with, before any transport gives it its form.
import type { Fault } from '../errors.ts';
import type { InvocationId } from '../ids.ts';
import type { ReceiptStatus } from '../db/rows.ts';
import type { Value } from '../runners/runner.ts';
import type { Json } from '../templates/parameters.ts';

/** The receipt of a call, as far as its reply shows it. */
export interface ReceiptReference {
  readonly id: InvocationId;
  readonly status: ReceiptStatus;
  readonly fingerprints: { readonly contract: string; readonly input: string | null; readonly output: string | null };
}

/** What helps a caller to mend a refused call. */
export interface Help {
  /** The row's call signature. */
  readonly call: string;
  /** The nearest valid call. */
  readonly try?: Json;
}

export type Reply =
  | {
      readonly kind: 'result';
      readonly key: string;
      readonly value: Value;
      readonly material: boolean;
      readonly receipt: ReceiptReference;
      readonly warnings: readonly string[];
      readonly next?: string;
      /** It ran before, under the same idempotency key; nothing ran now. */
      readonly replayed?: boolean;
    }
  /** It runs later; its receipt says what came of it. */
  | { readonly kind: 'accepted'; readonly key: string; readonly receipt: ReceiptReference; readonly replayed?: boolean }
  | { readonly kind: 'shape'; readonly key: string; readonly shape: Json }
  | { readonly kind: 'refused'; readonly key: string; readonly fault: Fault; readonly receipt?: ReceiptReference; readonly help?: Help }
  | {
      readonly kind: 'failed';
      readonly key: string;
      readonly fault: Fault;
      /** What the upstream or function said. */
      readonly value?: Value;
      readonly receipt?: ReceiptReference;
      readonly warnings: readonly string[];
      /** null: not known. */
      readonly stateChanged: false | null;
      readonly replayed?: boolean;
    };
