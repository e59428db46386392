// fn `uuid`: a new UUID.
import { z } from 'zod';
import { defineFunction } from './define.ts';
import { done } from './outcome.ts';

/** A random UUID (version 4), or one that sorts by time (version 7). RFC 9562. */
export const uuid = defineFunction({
  name: 'uuid',
  summary: 'A new UUID: version 4 is random, version 7 sorts by time.',
  category: 'id',
  effect: 'read',
  input: z.strictObject({ version: z.literal([4, 7]).default(4).describe('4 random, 7 sorts by time') }),
  run: async ({ version }, tools) => done(version === 4 ? tools.randomUUID() : timeOrdered(tools.randomUUID(), tools.now())),
});

/** RFC 9562 section 5.7: 48 bits of Unix milliseconds, then the random bits of the given version 4 UUID. */
function timeOrdered(random: string, at: Date): string {
  const stamp = at.getTime().toString(16).padStart(12, '0');
  return `${stamp.slice(0, 8)}-${stamp.slice(8, 12)}-7${random.slice(15)}`;
}
