// fn `kv_delete`: removes a key of DATA_KV.
import { z } from 'zod';
import { defineFunction } from './define.ts';
import { attempt, bindingMissing, done } from './outcome.ts';
import { kvKey } from './inputs.ts';

const NAME = 'kv_delete';

/** Removes a key. Succeeds also where it held nothing: Workers KV does not tell. */
export const kvDelete = defineFunction({
  name: NAME,
  summary: 'Removes a key from the key-value store.',
  category: 'data',
  effect: 'destructive',
  needs: 'DATA_KV',
  input: z.strictObject({ key: kvKey }),
  async run({ key }, { bindings: { DATA_KV } }) {
    if (DATA_KV === undefined) return bindingMissing('DATA_KV');
    const removed = await attempt(NAME, true, () => DATA_KV.delete(key));
    return removed.ok ? done({ key, deleted: true }) : removed.outcome;
  },
});
