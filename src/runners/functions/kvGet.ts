// fn `kv_get`: reads a key of DATA_KV.
import { z } from 'zod';
import { defineFunction } from './define.ts';
import { attempt, bindingMissing, done, failed } from './outcome.ts';
import { kvKey, TEXT_CHARS_MAX } from './inputs.ts';

const NAME = 'kv_get';

/** The stored text, or null where the key holds nothing. Reads may lag a write by a minute (Workers KV). */
export const kvGet = defineFunction({
  name: NAME,
  summary: 'Reads a text from the key-value store; null where the key holds nothing.',
  category: 'data',
  effect: 'read',
  needs: 'DATA_KV',
  input: z.strictObject({ key: kvKey }),
  async run({ key }, { bindings: { DATA_KV } }) {
    if (DATA_KV === undefined) return bindingMissing('DATA_KV');
    const got = await attempt(NAME, false, () => DATA_KV.get(key));
    if (!got.ok) return got.outcome;
    if (got.value !== null && got.value.length > TEXT_CHARS_MAX) {
      return failed(NAME, 'too_large', `The value has more than ${TEXT_CHARS_MAX} characters.`);
    }
    return done(got.value);
  },
});
