// The hygiene rules by name, in the order in which the first broken one names a refusal.
import type { Fault } from '../errors.ts';

export const HYGIENE_RULES = [
  'missing_description',
  'high_risk_missing_schema',
  'invalid_input_schema',
  'invalid_output_schema',
  'bad_examples',
  'bad_key',
  'bad_target',
  'bad_template',
  'bad_runner',
  'unknown_fn',
  'target_slot_in_origin',
  'unknown_auth_prefix',
  'credential_not_allowed',
  'secret_in_row',
  'bad_flow',
  'unknown_include',
  'effect_contradiction',
  'unsafe_text',
] as const;

export type HygieneRule = (typeof HYGIENE_RULES)[number];

/** One broken rule. A write that leaves any is refused; an old row that has one that matters is not run. */
export interface RowProblem {
  readonly rule: HygieneRule;
  /** RFC 6901 pointer to the column. */
  readonly pointer: string;
  readonly message: string;
  /** How invoking such a row answers, where that has a literal of its own. */
  readonly refusal?: Fault;
}
