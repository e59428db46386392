// What a reader who knows nothing needs to use one row, as data. contractOf.ts makes it, contractMarkdown.ts writes it.
import type { Json } from '../templates/parameters.ts';

export interface Contract {
  /** `OIP > CATEGORY > KEY`. */
  readonly path: string;
  readonly key: string;
  readonly what: string;
  readonly when?: string;
  /** The call signature. */
  readonly call: string;
  /** A request that runs the row with a worked example; undefined where this build cannot run it. */
  readonly run_now?: { readonly method: 'POST'; readonly url: string; readonly headers: Readonly<Record<string, string>>; readonly json: Json };
  /** The same call as it stands in prose. */
  readonly tag?: string;
  readonly type: string;
  readonly runner: string;
  readonly auth_required: boolean;
  readonly risk: 'low' | 'high';
  readonly effect: string;
  readonly inputs?: Json;
  readonly args?: string;
  readonly outputs?: string;
  /** What the presented credential may do with the row now; the server decides again when it does. */
  readonly affordances: readonly string[];
  readonly may_invoke: boolean;
  /** Why the row cannot run as it is stored. */
  readonly problems?: readonly string[];
  readonly rules: readonly string[];
  readonly addresses: Readonly<Record<string, string>>;
  readonly troubleshooting?: readonly string[];
  /** Hash of what would run: send it as `if_contract` to be refused if it has changed. */
  readonly hash: string;
  /** What was left out, and the address that has it. */
  readonly more?: string;
  /** With `full=1`. */
  readonly output_schema?: Json;
  readonly examples?: readonly Json[];
  readonly ask?: readonly string[];
  readonly siblings?: readonly string[];
  readonly target?: string;
  readonly auth?: string;
}
