// Requests that once got an answer they must not get, or stored something: fuzz.test.ts replays them first, with the same
// checks. To add one: copy the counterexample that a failure printed (the tokens FIXTURE-… stay; OWNER for the key), shorten
// it while it still fails, and say in `was` what was wrong. A row of its own goes into fuzzRows.ts.
import type { FuzzRequest } from './fuzzRequests.ts';

export interface FoundRequest extends FuzzRequest {
  /** What was wrong with the answer. */
  readonly was: string;
}

export const fuzzFound: readonly FoundRequest[] = [];
