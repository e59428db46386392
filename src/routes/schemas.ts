// Wire schemas that several operations share.
import { z } from 'zod';
import { directoryRowSchema } from '../db/rows.ts';
import { EFFECTS } from '../db/schema.ts';

/** A key in any case; a name that no key can have is an unknown key, not a malformed request. */
export const keyParam = z.strictObject({ key: z.string().meta({ description: 'Key of a row; any case.', example: 'NOW' }) });
export const idParam = z.strictObject({ id: z.string().meta({ description: 'Invocation id.', example: 'inv_0123456789abcdef0123456789abcdef' }) });
export const ifMatchHeader = z.object({ 'if-match': z.string().max(1000).optional().meta({ description: 'Entity tag of the version to change.' }) });

/** An integer in a query string. */
export function integer(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(min).max(max))
    .meta({ wire: { type: 'integer', minimum: min, maximum: max } });
}

export const limit = integer(1, 500).optional().meta({ description: 'Rows a page; 50 unless given.', example: 50 });
export const flag = z.enum(['0', '1', 'true', 'false']).transform((text) => (text === '1' || text === 'true' ? 1 : 0));
export const category = z.string().max(64).optional().meta({ description: 'Only rows of this category.', example: 'time' });
export const cursor = z.string().max(512).optional().meta({ description: '`next_cursor` of the page before.' });

const json = z.unknown().meta({ description: 'JSON.' });

export const rowSchema = directoryRowSchema.extend({ input_schema: json, output_schema: json, examples: json });
/** Who may only read the catalogue sees fewer columns. */
export const shownRowSchema = rowSchema.partial().meta({
  id: 'Row',
  description: 'One capability; without target, auth and payload for those who may only read the catalogue.',
  examples: [{ key: 'NOW', type: 'fn', target: 'now', content: '# WHAT: The current date and time.', category: 'time', version: 1 }],
});
export const writtenSchema = z
  .object({ ok: z.literal(true), key: z.string(), version: z.int(), updated_at: z.string(), warnings: z.array(z.string()) })
  .meta({ id: 'Written', examples: [{ ok: true, key: 'NOW', version: 1, updated_at: '2026-12-01T05:55:35.709Z', warnings: [] }] });
export const deletedSchema = z
  .object({ ok: z.literal(true), key: z.string(), deleted: z.literal(1) })
  .meta({ id: 'Deleted', examples: [{ ok: true, key: 'NOW', deleted: 1 }] });

export const contractFormat = z.enum(['json', 'markdown']);
const texts = z.array(z.string());
export const contractSchema = z
  .object({
    path: z.string(),
    key: z.string(),
    what: z.string(),
    when: z.string().optional(),
    call: z.string().meta({ description: 'The call signature.' }),
    run_now: z
      .object({ method: z.literal('POST'), url: z.string(), headers: z.record(z.string(), z.string()), json: z.record(z.string(), z.unknown()) })
      .optional()
      .meta({ description: 'A request that runs the row.' }),
    tag: z.string().optional(),
    type: z.string(),
    runner: z.string(),
    auth_required: z.boolean(),
    risk: z.enum(['low', 'high']),
    effect: z.enum(EFFECTS),
    inputs: z.unknown().optional().meta({ description: 'JSON Schema of the arguments.' }),
    args: z.string().optional(),
    outputs: z.string().optional(),
    affordances: texts.meta({ description: 'What the presented credential may do with the row.' }),
    may_invoke: z.boolean(),
    problems: texts.optional().meta({ description: 'Why the row cannot run as it is stored.' }),
    rules: texts,
    addresses: z.record(z.string(), z.string()),
    troubleshooting: texts.optional(),
    hash: z.string().meta({ description: 'Give it as `if_contract` to be refused if the row has changed.' }),
    more: z.string().optional().meta({ description: 'What was left out, and where it is.' }),
    output_schema: z.unknown().optional(),
    examples: z.array(z.unknown()).optional(),
    ask: texts.optional(),
    siblings: texts.optional(),
    target: z.string().optional(),
    auth: z.string().optional(),
  })
  .meta({
    id: 'Contract',
    description: 'All that a reader who knows nothing needs to use one row.',
    examples: [
      {
        path: 'OIP > TIME > NOW',
        key: 'NOW',
        what: 'The current date and time.',
        call: 'NOW(zone?)',
        type: 'fn',
        runner: 'edge',
        auth_required: false,
        risk: 'low',
        effect: 'read',
        affordances: ['read', 'shape', 'invoke'],
        may_invoke: true,
        rules: ['Send only the arguments of `call`.'],
        addresses: { receipt: '/api/receipts/{id}' },
        hash: 'a'.repeat(64),
      },
    ],
  });
