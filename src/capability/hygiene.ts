// What keeps a row from being stored: everything parse.ts finds, and what a reader needs besides. Pure but for
// what is handed in.
import type { DirectoryRow } from '../db/rows.ts';
import { isCredentialName } from '../env.ts';
import { fault } from '../errors.ts';
import type { Json } from '../templates/parameters.ts';
import { argumentTargetOf } from './argumentTarget.ts';
import { mapArguments } from './arguments.ts';
import { credentialVariables } from './authForm.ts';
import { checkSchema } from './jsonSchema.ts';
import type { Capability, FunctionCatalogue } from './model.ts';
import { parseRow, type ParsedRow } from './parse.ts';
import { includesOf } from './parseTypes.ts';
import { HYGIENE_RULES, type HygieneRule, type RowProblem } from './rules.ts';
import { credentialShapeIn } from './secretShapes.ts';
import { hasUnsafeText } from './unsafeText.ts';

export interface HygieneTools {
  readonly functions: FunctionCatalogue;
  readonly credentialNames: readonly string[];
  /** Whether a configured credential's value stands in the text, in any spelling. */
  readonly holdsSecret: (text: string) => boolean;
  /** The text of the included prompt blocks that exist. */
  readonly blocks: ReadonlyMap<string, string>;
}

export interface Inspection extends ParsedRow {
  /** All broken rules, in the order of the rules' list. */
  readonly broken: readonly RowProblem[];
}

/** Inspects a row that is to be written. The row may be stored where `broken` is empty. */
export function inspectRow(row: DirectoryRow, tools: HygieneTools): Inspection {
  const parsed = parseRow(row, tools.functions);
  const found: RowProblem[] = [...parsed.problems];
  const report = (rule: HygieneRule, column: keyof DirectoryRow, message: string, pointer = `/${column}`) => found.push({ rule, pointer, message });

  if (!isDescribed(row, parsed)) report('missing_description', 'content', describeHow(row));
  if (row.sensitive === 1 && isBlank(row.input_schema))
    report('high_risk_missing_schema', 'input_schema', 'a sensitive row needs an input_schema: send it in the same write');
  for (const column of ['input_schema', 'output_schema'] as const) {
    for (const violation of schemaViolations(row[column], column === 'input_schema' ? 'arguments' : 'result'))
      report(`invalid_${column}`, column, violation.message, `/${column}${violation.pointer}`);
  }
  if (parsed.capability !== undefined) {
    for (const violation of badExamples(parsed.capability)) report('bad_examples', 'examples', violation.message, violation.pointer);
  }
  for (const variable of credentialVariables(parsed.auth)) {
    if (!isCredentialName(variable, tools.credentialNames)) {
      report(
        'credential_not_allowed',
        'auth',
        `${variable} may not be named by a row: it does not match CREDENTIAL_NAMES (${tools.credentialNames.join(', ')}), or is the system’s own`,
      );
    }
  }
  for (const [column, message] of secretsIn(row, parsed.payload, tools)) report('secret_in_row', column, message);
  for (const name of row.type === 'agent' ? includesOf(row) : []) {
    if (!tools.blocks.has(name)) report('unknown_include', 'includes', `there is no prompt block \`${name}\`: write it with PUT /api/blocks/${name}`);
  }
  for (const [column, value] of Object.entries(row) as [keyof DirectoryRow, unknown][]) {
    if (typeof value === 'string' && hasUnsafeText(isJsonColumn(column) ? (tryJson(value) ?? value) : value)) {
      report('unsafe_text', column, 'holds control, bidirectional or tag characters (which a reader cannot see), or half of a surrogate pair');
    }
  }
  return { ...parsed, broken: inOrder(found) };
}

/** What a patch would newly break: rules broken after it and not before it. */
export function newlyBroken(before: readonly RowProblem[], after: readonly RowProblem[]): RowProblem[] {
  const known = new Set(before.map((problem) => `${problem.rule} ${problem.pointer} ${problem.message}`));
  return after.filter((problem) => !known.has(`${problem.rule} ${problem.pointer} ${problem.message}`));
}

/** The refusal of a write that breaks rules; the literal names the first of them. */
export function hygieneFault(broken: readonly RowProblem[]) {
  return fault(
    'registry_hygiene_refused',
    { rule: broken[0]?.rule ?? '' },
    { violations: broken.map(({ rule, pointer, message }) => ({ pointer, message, rule })) },
  );
}

function inOrder(problems: readonly RowProblem[]): RowProblem[] {
  return problems.toSorted((one, other) => HYGIENE_RULES.indexOf(one.rule) - HYGIENE_RULES.indexOf(other.rule));
}

function isDescribed(row: DirectoryRow, { docs, payload }: ParsedRow): boolean {
  return row.type === 'agent' ? docs.what !== '' || payload.trim() !== '' : Object.values(docs).some((doc) => doc.length > 0);
}

function describeHow(row: DirectoryRow): string {
  return row.type === 'agent'
    ? 'content (the system prompt) is empty'
    : 'content must begin with doc lines: `# WHAT: one sentence`, then `# WHEN_TO_USE:`, `# ARGS:`, `# EX:`';
}

function schemaViolations(column: string | null, of: 'arguments' | 'result') {
  const schema = isBlank(column) ? undefined : tryJson(column as string);
  return schema === undefined ? [] : checkSchema(schema, of);
}

/** Each example must be a call that the row itself would take. */
function badExamples(capability: Capability) {
  return capability.examples.flatMap((example, index) => {
    const given = typeof example === 'string' ? { body: example } : { args: example };
    const mapped = mapArguments(given, argumentTargetOf(capability));
    if (mapped.ok) return [];
    const why = (mapped.fault.violations ?? []).map((violation) => `${violation.pointer} ${violation.message}`.trim()).join('; ');
    return [{ pointer: `/examples/${index}`, message: `the row itself would refuse it: ${why === '' ? mapped.fault.code : why}` }];
  });
}

function secretsIn(row: DirectoryRow, payload: string, tools: HygieneTools): [keyof DirectoryRow, string][] {
  const found: [keyof DirectoryRow, string][] = [];
  for (const [column, value] of Object.entries(row) as [keyof DirectoryRow, unknown][]) {
    if (typeof value === 'string' && tools.holdsSecret(value))
      found.push([column, 'holds the value of a configured credential: name it in auth instead']);
  }
  for (const [column, value] of [
    ['target', row.target],
    ['auth', row.auth],
    ['content', payload],
  ] as const) {
    const issuer = credentialShapeIn(value ?? '');
    if (issuer !== undefined) found.push([column, `seems to hold a key (${issuer}): store it as a secret and name it in auth`]);
  }
  return found;
}

function isJsonColumn(column: keyof DirectoryRow): boolean {
  return column === 'input_schema' || column === 'output_schema' || column === 'examples';
}

function isBlank(value: string | null): boolean {
  return value === null || value.trim() === '';
}

function tryJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
