// fn `kv_put`: writes a key of DATA_KV.
import { z } from 'zod';
import { textOf } from '../../templates/parameters.ts';
import { defineFunction } from './define.ts';
import { attempt, bindingMissing, done } from './outcome.ts';
import { anyJson, kvKey, utf8Bytes } from './inputs.ts';

const NAME = 'kv_put';
/** The shortest life that Workers KV takes. */
const TTL_SECONDS_MIN = 60;
const TTL_SECONDS_MAX = 315_360_000;

/** Stores a text, or the text of a JSON value, under a key; what was there is replaced. */
export const kvPut = defineFunction({
  name: NAME,
  summary: 'Stores a text under a key of the key-value store.',
  category: 'data',
  effect: 'write',
  needs: 'DATA_KV',
  input: z.strictObject({
    key: kvKey,
    value: anyJson('Text, or JSON that is stored as its text'),
    ttl_seconds: z.int().min(TTL_SECONDS_MIN).max(TTL_SECONDS_MAX).optional().describe('Seconds until it is gone; absent: it stays'),
  }),
  async run({ key, value, ttl_seconds: ttl }, { bindings: { DATA_KV } }) {
    if (DATA_KV === undefined) return bindingMissing('DATA_KV');
    const stored = textOf(value);
    const put = await attempt(NAME, true, () => DATA_KV.put(key, stored, ttl === undefined ? {} : { expirationTtl: ttl }));
    return put.ok ? done({ key, stored: true, bytes: utf8Bytes(stored) }) : put.outcome;
  },
});
