// From what a row means to what its reader must know. Pure.
import { callForm } from '../capability/callForm.ts';
import type { ParsedRow } from '../capability/parse.ts';
import { argumentTargetOf } from '../capability/argumentTarget.ts';
import { asBody, workedExample } from '../capability/workedExample.ts';
import type { DirectoryRow } from '../db/rows.ts';
import type { Json } from '../templates/parameters.ts';
import type { Contract } from './contract.ts';
import { purse, type Purse } from './purse.ts';
import { ADDRESSES, RULES, troubleshooting } from './texts.ts';

export interface ContractSource {
  readonly row: DirectoryRow;
  readonly parsed: ParsedRow;
  /** The origin that addresses of this service have for the reader. */
  readonly origin: string;
  /** Whether the reader may see target, auth and the examples of sensitive rows. */
  readonly seesAll: boolean;
  readonly affordances: readonly string[];
  readonly mayInvoke: boolean;
  /** Why this build cannot run the row, whoever asks. */
  readonly problems: readonly string[];
  /** Everything, at any length. */
  readonly full: boolean;
  readonly siblings?: readonly string[];
}

/** Tokens of o200k_base that a short contract has at most, in either form. */
const CONTRACT_TOKENS_MAX = 400;
/** Of those, what the members and sentences that every contract has take (test/node/contractTokens.test.ts counts them). */
const SHARED_TOKENS = 246;
/** Bytes of a short contract of a row without schema, and how many of them every contract has. */
const CONTRACT_BYTES_MAX = 1_600;
const SHARED_BYTES = 960;
/** The most that one part may take of a short contract. */
const TOKENS = { what: 60, when: 40, args: 40, outputs: 36, example: 56, problem: 24 } as const;

/** Short by default: what is left out is named in `more`. A schema is whole or left out; `call` then stands for it. */
export function contractOf(source: ContractSource): Contract {
  const { row, parsed, origin, full, seesAll } = source;
  const schema = parsed.capability?.inputSchema;
  const hasSchema = schema !== undefined;
  const left = full
    ? purse(Infinity, Infinity)
    : purse(CONTRACT_TOKENS_MAX - SHARED_TOKENS, hasSchema ? Infinity : CONTRACT_BYTES_MAX - SHARED_BYTES);
  const signature = parsed.signature ?? [];
  const { call, lossy } = callForm(row.key, signature, schema);
  const path = `OIP > ${(row.category ?? row.type).toUpperCase()} > ${row.key}`;
  // The key stands in the request and in `more` too.
  for (const text of [row.key, row.key, row.key, path, call, origin]) left.must(text);

  const what = left.head(parsed.docs.what, full ? Infinity : TOKENS.what) ?? '';
  const example = exampleOf(source, left);
  const part = (name: 'when' | 'args' | 'outputs', text: string) => {
    const kept = text === '' ? undefined : left.head(text, full ? Infinity : TOKENS[name]);
    return kept === undefined ? {} : { [name]: kept };
  };
  const problems = source.problems.map((problem) => left.head(problem, full ? Infinity : TOKENS.problem) ?? '').filter((problem) => problem !== '');
  const docs = { ...part('outputs', parsed.docs.output), ...part('when', parsed.docs.whenToUse) };
  const inputs = schema !== undefined && signature.length > 0 && left.whole(JSON.stringify(schema)) ? { inputs: schema as Json } : {};
  const args = 'inputs' in inputs ? {} : part('args', parsed.docs.args);
  return {
    path,
    key: row.key,
    what,
    ...('when' in docs ? { when: docs.when } : {}),
    call,
    ...example,
    type: row.type,
    runner: row.runner === null || row.runner === '' ? 'edge' : row.runner,
    auth_required: parsed.auth.kind !== 'none',
    risk: row.sensitive === 1 ? 'high' : 'low',
    effect: parsed.effect,
    ...inputs,
    ...args,
    ...('outputs' in docs ? { outputs: docs.outputs } : {}),
    affordances: source.affordances,
    may_invoke: source.mayInvoke,
    ...(problems.length > 0 ? { problems } : {}),
    rules: RULES,
    addresses: ADDRESSES,
    ...(left.isOverdrawn() ? {} : { troubleshooting: troubleshooting(row.type, full) }),
    hash: row.contract_hash,
    ...(full
      ? everything(source)
      : { more: `${left.wasShort() || lossy ? 'cut here: ' : ''}${left.isOverdrawn() ? '' : `/api/directory/${row.key}/contract`}?full=1` }),
  };

  function everything({ siblings }: ContractSource): Partial<Contract> {
    const output = parsed.capability?.outputSchema;
    const shown = seesAll || row.sensitive !== 1;
    return {
      ...(output === undefined ? {} : { output_schema: output }),
      ...(shown && parsed.capability !== undefined && parsed.capability.examples.length > 0 ? { examples: parsed.capability.examples } : {}),
      ...(parsed.docs.ask.length > 0 ? { ask: parsed.docs.ask } : {}),
      ...(siblings !== undefined && siblings.length > 0 ? { siblings } : {}),
      ...(seesAll && row.target !== null ? { target: row.target } : {}),
      ...(seesAll && row.auth !== null && row.auth !== '' ? { auth: row.auth } : {}),
    };
  }
}

/** A request that runs the row with arguments that fit, and the same in prose; without arguments where those are too long. */
function exampleOf({ row, parsed, origin, seesAll, problems, full }: ContractSource, left: Purse): Pick<Contract, 'run_now' | 'tag'> {
  const { capability } = parsed;
  if (capability === undefined || problems.length > 0) return {};
  const examples = seesAll || row.sensitive !== 1 ? capability.examples : [];
  const telling = workedExample(capability, examples);
  const json = JSON.stringify(telling);
  const fits = left.whole(json, full ? Infinity : TOKENS.example);
  const body = asBody(telling, argumentTargetOf(capability));
  const tag = body === undefined || /[[\]]/.test(body) ? undefined : `[${row.key}]${body}[/${row.key}]`;
  return {
    run_now: {
      method: 'POST',
      url: `${origin}/api/invoke`,
      headers: { authorization: 'Bearer <TOKEN>', 'content-type': 'application/json' },
      json: { key: row.key, ...(fits ? { args: telling } : {}) } as Json,
    },
    ...(fits && tag !== undefined && left.whole(tag, full ? Infinity : TOKENS.example) ? { tag } : {}),
  };
}
