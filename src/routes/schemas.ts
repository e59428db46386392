// Wire schemas that several operations share.
import { z } from 'zod';
import { directoryRowSchema } from '../db/rows.ts';

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
    .pipe(z.int().min(min).max(max));
}

export const limit = integer(1, 500).optional();
export const flag = z.enum(['0', '1', 'true', 'false']).transform((text) => (text === '1' || text === 'true' ? 1 : 0));

const json = z.unknown().meta({ description: 'JSON.' });

export const rowSchema = directoryRowSchema.extend({ input_schema: json, output_schema: json, examples: json }).meta({ id: 'Row' });
export const writtenSchema = z
  .object({ ok: z.literal(true), key: z.string(), version: z.int(), updated_at: z.string(), warnings: z.array(z.string()) })
  .meta({ id: 'Written' });

export const contractFormat = z.enum(['json', 'markdown']);
export const contractSchema = z
  .looseObject({ path: z.string(), key: z.string(), what: z.string(), call: z.string(), hash: z.string(), may_invoke: z.boolean() })
  .meta({ id: 'Contract' });
