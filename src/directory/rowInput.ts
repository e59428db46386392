// What may be written to a row, as zod schemas of the wire; the columns come from the table.
import { z } from 'zod';
import type { DirectoryRow } from '../db/rows.ts';
import { CAPABILITY_TYPES, EFFECTS } from '../db/schema.ts';
import { fault, type Fault } from '../errors.ts';
import { roundedInteger } from './roundedInteger.ts';

/** The columns that the service sets itself. */
export const READ_ONLY_COLUMNS = ['created_at', 'updated_at', 'version', 'contract_hash'] as const satisfies readonly (keyof DirectoryRow)[];

const text = z.string().nullable();
const flag = z
  .union([z.literal(0), z.literal(1), z.boolean()])
  .transform(Number)
  .meta({ description: '0 or 1; true and false are accepted.' });
/** JSON, or the text of JSON. Text that is no JSON is kept as it is: hygiene names what is wrong with it. */
const json = z.unknown().transform(jsonText);

/** Every column a caller may set, with its default. `key` and `type` are required. */
export const writableColumns = {
  key: z
    .string()
    .max(256)
    .meta({ description: 'The invocation name: A-Z, 0-9 and _, at most 64; any case is folded to upper case.', example: 'NOW' }),
  type: z.enum(CAPABILITY_TYPES).meta({ description: 'Which runner reads target and content.' }),
  target: text.default(null).meta({ description: 'fn: a function · http: `METHOD url` · agent: a model id · flow: empty.' }),
  auth: text.default(null).meta({ description: 'How a credential is applied and the NAME of the variable that holds it; never a value.' }),
  content: text.default(null).meta({ description: 'Doc lines (`# WHAT: …`), then the payload.' }),
  category: z.string().max(64).nullable().default(null),
  allowed_categories: text.default(null).meta({ description: 'agent rows: categories whose rows the agent may call, or `*`.' }),
  seq: z.int().nullable().default(null).meta({ description: 'Pins the position in listings.' }),
  enabled: flag.default(1),
  planner_visible: flag.default(1),
  planner_rank: z.int().default(100).meta({ description: 'Lower wins.' }),
  input_schema: json.default(null).meta({ description: 'JSON Schema (2020-12 or draft-07) of the arguments object.' }),
  examples: json.default(null).meta({ description: 'Array of worked argument strings or objects.' }),
  sensitive: flag.default(0),
  runner: text.default(null).meta({ description: 'null or edge, queue, workflow.' }),
  includes: text.default(null).meta({ description: 'agent rows: prompt-block keys, comma-separated.' }),
  output_schema: json.default(null),
  effect: z.enum(EFFECTS).nullable().default(null).meta({ description: 'null: derived from type and target.' }),
  timeout_ms: z.int().min(1).max(600_000).nullable().default(null).meta({ description: 'Milliseconds one run may take; null is 30 000.' }),
  owner_only: flag.default(0),
} as const;

export type WritableColumn = keyof typeof writableColumns;
/** The writable part of a row, as it is stored. */
export type RowDraft = Pick<DirectoryRow, WritableColumn>;

export const WRITABLE_COLUMNS = Object.keys(writableColumns) as WritableColumn[];

/** Fields of the service's own that a caller may send back as GET gave them. */
const readOnly = Object.fromEntries([...READ_ONLY_COLUMNS, 'row_num'].map((name) => [name, z.unknown().optional()]));

export const createInput = z.strictObject({ ...writableColumns, ...readOnly }).meta({
  id: 'RowInput',
  examples: [{ key: 'GREETING', type: 'fn', target: 'template', content: '# WHAT: Greets somebody.\n["Hello, {{1}}!", "$1"]' }],
});
/** A replacement: what is left out takes its default. The key stands in the path. */
export const replaceInput = z
  .strictObject({ ...writableColumns, key: writableColumns.key.optional(), ...readOnly })
  .meta({ id: 'RowReplacement', examples: [{ type: 'fn', target: 'now', content: '# WHAT: The current date and time.' }] });
/** A patch: what is left out stays. */
export const patchInput = z
  .strictObject({ ...Object.fromEntries(WRITABLE_COLUMNS.map((name) => [name, withoutDefault(writableColumns[name]).optional()])), ...readOnly })
  .meta({ id: 'RowPatch', examples: [{ category: 'time' }] });

/** Why a patch that names no column at all is refused, or undefined; of others the schema says what is wrong. */
export function emptyPatch(patch: unknown): Fault | undefined {
  if (patch === null || typeof patch !== 'object' || Array.isArray(patch)) return undefined;
  const namesColumn = Object.keys(patch).some((name) => Object.hasOwn(writableColumns, name) || Object.hasOwn(readOnly, name));
  return namesColumn ? undefined : fault('no_recognized_fields');
}

function withoutDefault(schema: (typeof writableColumns)[WritableColumn]): z.ZodType {
  return schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : schema;
}

/** Stored form of a JSON column: compact, members in the order given; null where there is nothing. */
function jsonText(value: unknown, context: z.RefinementCtx): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string') return JSON.stringify(value);
  try {
    const parsed: unknown = JSON.parse(value);
    const rounded = roundedInteger(value);
    if (rounded !== undefined) context.addIssue({ code: 'custom', message: `${rounded.pointer} ${rounded.message}` });
    return parsed === null ? null : JSON.stringify(parsed);
  } catch {
    return value;
  }
}
