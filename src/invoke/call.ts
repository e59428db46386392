// A call, whatever transport it came by.
import type { AskId, InvocationId } from '../ids.ts';
import type { Json } from '../templates/parameters.ts';

export interface Call {
  readonly key: string;
  /** The seed's form: one string, arguments separated by `|`. */
  readonly body?: string | null;
  /** Arguments by name or by position. */
  readonly args?: Json;
  /** true: build and check everything, fire nothing. */
  readonly shape?: boolean;
  /** Refuse unless the row's contract has this hash. */
  readonly ifContract?: string;
  /** The question that led to this call, as resolve named it. */
  readonly askId?: AskId;
  /** Equal calls of one caller under the same key run once. */
  readonly idempotencyKey?: string;
  /** The settled call of the same row that this one is meant to mend, or to run again. */
  readonly repairs?: InvocationId;
  readonly replays?: InvocationId;
}
