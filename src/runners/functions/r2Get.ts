// fn `r2_get`: reads an object of DATA_BUCKET.
import { z } from 'zod';
import type { Json } from '../../templates/parameters.ts';
import { toBase64 } from './base64.ts';
import { defineFunction } from './define.ts';
import { attempt, bindingMissing, done, failed } from './outcome.ts';
import { R2_BYTES_MAX, r2Key } from './inputs.ts';

const NAME = 'r2_get';

/** An object with its bytes as `text` where they are UTF-8 text, else as `base64`; null where there is none. */
export const r2Get = defineFunction({
  name: NAME,
  summary: 'Reads an object from the bucket; null where there is none.',
  category: 'data',
  effect: 'read',
  needs: 'DATA_BUCKET',
  input: z.strictObject({ key: r2Key }),
  async run({ key }, { bindings: { DATA_BUCKET } }) {
    if (DATA_BUCKET === undefined) return bindingMissing('DATA_BUCKET');
    const got = await attempt(NAME, false, async () => {
      const object = await DATA_BUCKET.get(key);
      if (object === null) return null;
      if (object.size > R2_BYTES_MAX) return 'too_large';
      const bytes = new Uint8Array(await object.arrayBuffer());
      return { key, size: object.size, content_type: object.httpMetadata?.contentType ?? 'application/octet-stream', ...contentOf(bytes) };
    });
    if (!got.ok) return got.outcome;
    if (got.value === 'too_large') return failed(NAME, 'too_large', `The object has more than ${R2_BYTES_MAX} bytes.`);
    return done(got.value);
  },
});

function contentOf(bytes: Uint8Array): { [member: string]: Json } {
  try {
    const decoded = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    // A NUL is valid UTF-8, but no text has one.
    if (!decoded.includes('\0')) return { text: decoded };
  } catch {
    // Not UTF-8.
  }
  return { base64: toBase64(bytes) };
}
