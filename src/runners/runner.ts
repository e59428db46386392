// The contract between invoke and what runs a row.
import type { CallContext } from '../context.ts';
import type { Capability } from '../capability/model.ts';
import type { Fault, Result } from '../errors.ts';
import type { InvocationId } from '../ids.ts';
import type { Arguments, Json } from '../templates/parameters.ts';

export interface Run<C extends Capability = Capability> {
  readonly capability: C;
  /** Mapped and checked; the runner adds nothing to them. */
  readonly args: Arguments;
  readonly invocation: InvocationId;
  readonly ctx: CallContext;
}

/** A produced value, already redacted. */
export interface Value {
  /** The string form: what `/api/dispatch` shows as `result` and the output fingerprint covers. */
  readonly form: string;
  /** Exactly one of the two is what typed routes answer: `data` where the value is JSON, else `text`. */
  readonly data?: Json;
  readonly text?: string;
}

export type Outcome =
  | { readonly ok: true; readonly value: Value; readonly warnings: readonly string[]; readonly upstreamStatus?: number; readonly next?: string }
  | {
      readonly ok: false;
      readonly fault: Fault;
      /** What the upstream or function said, redacted; undefined where it said nothing. */
      readonly value?: Value;
      readonly warnings: readonly string[];
      readonly upstreamStatus?: number;
      /** true: something was sent and no complete reply came, so whether it took effect is not known. */
      readonly outcomeUnknown: boolean;
    };

/** A call that has passed everything that can be decided without running it. */
export interface Prepared {
  /** What would run, with credentials stripped. */
  readonly shape: Json;
  /**
   * Runs it, at most once, within `signal`. Never throws for the world's faults: they are outcomes.
   * Once `signal` aborts it returns promptly with `timed_out`.
   */
  readonly run: (signal: AbortSignal) => Promise<Outcome>;
}

export interface Runner<C extends Capability = Capability> {
  /** Has no effect outside the process and sends nothing. A refusal means nothing ran. */
  readonly prepare: (run: Run<C>) => Promise<Result<Prepared>>;
}
