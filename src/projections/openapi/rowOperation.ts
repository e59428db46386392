// One row as an OpenAPI operation: POST /api/invoke/KEY, typed by the row's own schemas. Pure.
import { argumentTargetOf } from '../../capability/argumentTarget.ts';
import { mapArguments } from '../../capability/arguments.ts';
import { callForm } from '../../capability/callForm.ts';
import type { ParsedRow } from '../../capability/parse.ts';
import { withinTokens } from '../../capability/tokens.ts';
import { workedExample } from '../../capability/workedExample.ts';
import type { DirectoryRow } from '../../db/rows.ts';
import type { Json, JsonSchema } from '../../templates/parameters.ts';
import { documentSchema, holdsReference, type DocumentSchema } from './documentSchema.ts';
import { plainText } from './plainText.ts';

export interface RowOperation {
  readonly path: string;
  readonly tag: string;
  readonly item: { readonly [name: string]: Json };
  /** What the operation refers to besides the shared components, by name. */
  readonly components: Readonly<Record<string, JsonSchema>>;
}

const SUMMARY_TOKENS_MAX = 30;
const PROSE_CHARS_MAX = 2_000;
/** A longer example is left to the contract. */
const EXAMPLE_CHARS_MAX = 2_000;

/** `seesAll`: the reader may see the examples of sensitive rows. */
export function rowOperation(row: DirectoryRow, parsed: ParsedRow, { seesAll }: { seesAll: boolean }): RowOperation {
  const { capability } = parsed;
  const tag = row.category === null || row.category === '' ? row.type : row.category;
  const input = capability?.inputSchema === undefined ? undefined : documentSchema(capability.inputSchema, row.key);
  const output = capability?.outputSchema === undefined ? undefined : documentSchema(capability.outputSchema, `${row.key}.result`);
  const example = exampleOf(row, parsed, seesAll);
  const summary = plainText(withinTokens(parsed.docs.what, SUMMARY_TOKENS_MAX));
  return {
    path: `/api/invoke/${row.key}`,
    tag,
    item: {
      post: {
        operationId: row.key,
        tags: [tag],
        summary: summary || row.key,
        description: describe(row, parsed, input, summary),
        requestBody: {
          required: true,
          content: { 'application/json': { schema: bodySchema(parsed, input), ...(example === undefined ? {} : { example }) } },
        },
        responses: {
          '200': output === undefined ? RAN : resultResponse(output),
          ...(row.runner === 'queue' ? { '202': ACCEPTED } : {}),
          '4XX': REFUSED,
          '5XX': FAILED,
        },
      },
    },
    components: { ...input?.components, ...output?.components },
  };
}

const ARGUMENT_TEXT = { type: 'string', description: 'Arguments, separated by `|`.' };
const RAN = { $ref: '#/components/responses/Ran' };
const ACCEPTED = { $ref: '#/components/responses/Accepted' };
const REFUSED = { $ref: '#/components/responses/Refused' };
const FAILED = { $ref: '#/components/responses/Failed' };

function bodySchema({ signature = [] }: ParsedRow, input: DocumentSchema | undefined): Json {
  const call = (properties: { [name: string]: Json }, required: string[] = []): Json => ({
    allOf: [{ $ref: '#/components/schemas/CallOptions' }, { type: 'object', properties, ...(required.length === 0 ? {} : { required }) }],
  });
  if (input !== undefined) return call({ args: input.schema }, signature.some(({ required }) => required) ? ['args'] : []);
  const named = signature.filter(({ name }) => !/^\d+$/.test(name));
  const needed = named.filter(({ required }) => required).map(({ name }) => name);
  const args = {
    type: 'object',
    properties: Object.fromEntries(named.map(({ name }) => [name, {}])),
    ...(needed.length === 0 ? {} : { required: needed }),
  };
  return call({ body: ARGUMENT_TEXT, ...(named.length === 0 ? {} : { args }) });
}

function resultResponse({ schema }: DocumentSchema): Json {
  const data = { description: 'As the row declares it; `select` picks from it, and a result that deviates is answered with a warning.', ...schema };
  return {
    description: 'It ran, or with `shape` is checked.',
    headers: { 'rowcall-receipt': { $ref: '#/components/headers/Receipt' } },
    content: { 'application/json': { schema: { allOf: [{ $ref: '#/components/schemas/Reply' }, { type: 'object', properties: { data } }] } } },
  };
}

function describe(
  row: DirectoryRow,
  { docs, signature = [], capability, effect, problems }: ParsedRow,
  input: DocumentSchema | undefined,
  summary: string,
): string {
  const { call } = callForm(row.key, signature, capability?.inputSchema);
  return plainText(
    [
      // The summary is not said twice.
      plainText(docs.what) === summary ? '' : head(docs.what),
      docs.whenToUse === '' ? '' : `When: ${head(docs.whenToUse)}`,
      docs.output === '' ? '' : `Returns: ${head(docs.output)}`,
      `\`${call}\` · ${row.type} · effect ${effect}${row.sensitive === 1 ? ' · sensitive' : ''}`,
      problems.length === 0 ? '' : 'The row cannot run as it is stored: its contract says why.',
      input?.isPartial === true ? 'Its stored schema is malformed or nests too deeply: the document leaves out what it cannot say.' : '',
    ]
      .filter((line) => line !== '')
      .join('\n\n'),
  );
}

/** A row may say more than anybody reads in a list of operations; its contract has all of it. */
function head(text: string): string {
  return text.length > PROSE_CHARS_MAX ? `${text.slice(0, PROSE_CHARS_MAX).toWellFormed()}…` : text;
}

function exampleOf(row: DirectoryRow, { capability }: ParsedRow, seesAll: boolean): Json | undefined {
  if (capability === undefined) return {};
  const args = workedExample(capability, row.sensitive === 1 && !seesAll ? [] : capability.examples);
  const names = capability.signature.map(({ name }) => name);
  // Validators of others take what every object inherits for members of the example.
  if (names.some((name) => name in Object.prototype)) return undefined;
  // Suggested arguments need not meet every rule of the schema.
  if (!mapArguments({ args }, argumentTargetOf(capability)).ok) return undefined;
  // Numbered arguments have no names to stand under; they are the seed's one string.
  const isNumbered = capability.inputSchema === undefined && names.some((name) => /^\d+$/.test(name));
  const texts = Object.values(args).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  const example: Json = isNumbered ? { body: texts.join('|') } : { args: args as Json };
  return JSON.stringify(example).length > EXAMPLE_CHARS_MAX || holdsReference(example) ? undefined : example;
}
