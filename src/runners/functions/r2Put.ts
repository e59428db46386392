// fn `r2_put`: writes an object of DATA_BUCKET.
import { z } from 'zod';
import { fromBase64 } from './base64.ts';
import { defineFunction } from './define.ts';
import { attempt, bindingMissing, done } from './outcome.ts';
import { R2_BYTES_MAX, r2Key, text } from './inputs.ts';

const NAME = 'r2_put';

/** Stores text, or bytes given as base64, under a name; what was there is replaced. */
export const r2Put = defineFunction({
  name: NAME,
  summary: 'Stores an object in the bucket.',
  category: 'data',
  effect: 'write',
  needs: 'DATA_BUCKET',
  input: z
    .strictObject({
      key: r2Key,
      value: text('Text, or bytes in base64'),
      content_type: z
        .string()
        .max(200)
        .regex(/^[\w.+-]+\/[\w.+-]+(?:;[\w.+=; -]+)?$/, 'is not a media type such as text/plain')
        .optional()
        .describe('Media type; by default plain text, or octets for base64'),
      encoding: z.enum(['text', 'base64']).default('text').describe('How value holds the bytes'),
    })
    .superRefine((input, context) => {
      const bytes = bytesOf(input);
      const message = bytes === undefined ? 'is not base64' : `has more than ${R2_BYTES_MAX} bytes`;
      if (bytes === undefined || bytes.length > R2_BYTES_MAX) context.addIssue({ code: 'custom', path: ['value'], message });
    }),
  async run(input, { bindings: { DATA_BUCKET } }) {
    if (DATA_BUCKET === undefined) return bindingMissing('DATA_BUCKET');
    const { key, encoding } = input;
    const contentType = input.content_type ?? (encoding === 'text' ? 'text/plain; charset=utf-8' : 'application/octet-stream');
    const bytes = bytesOf(input) ?? new Uint8Array();
    const put = await attempt(NAME, true, () => DATA_BUCKET.put(key, bytes, { httpMetadata: { contentType } }));
    return put.ok ? done({ key, size: put.value.size, content_type: contentType, etag: put.value.etag }) : put.outcome;
  },
});

/** undefined: not the base64 that the input says it is. */
function bytesOf(input: { readonly value: string; readonly encoding: 'text' | 'base64' }): Uint8Array | undefined {
  return input.encoding === 'text' ? new TextEncoder().encode(input.value) : fromBase64(input.value);
}
