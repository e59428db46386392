// What the row parser and its parts by type hand to each other.
import type { DirectoryRow, Effect } from '../db/rows.ts';
import type { Key } from '../ids.ts';
import type { Json, JsonSchema, Parameter } from '../templates/parameters.ts';
import type { AuthForm, Capability, Docs } from './model.ts';
import type { HygieneRule, RowProblem } from './rules.ts';

/** What all types of row have in common, parsed; the types add theirs to it. */
export interface CommonParts {
  readonly key: Key;
  readonly version: number;
  readonly row: DirectoryRow;
  readonly docs: Docs;
  readonly payload: string;
  readonly inputSchema?: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly examples: readonly Json[];
  readonly timeoutMs: number;
  readonly auth: AuthForm;
}

/** What a type's parser found: what the capability adds to the common parts, or what is wrong. */
export interface TypedParts {
  readonly capability?: Capability;
  readonly signature?: readonly Parameter[];
  readonly effect: Effect;
}

export type Report = (rule: HygieneRule, column: keyof DirectoryRow, message: string, refusal?: RowProblem['refusal']) => void;
