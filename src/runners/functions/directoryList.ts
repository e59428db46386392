// fn `directory_list`: which rows there are.
import { z } from 'zod';
import { CAPABILITY_TYPES } from '../../db/schema.ts';
import { defineFunction } from './define.ts';
import { done } from './outcome.ts';
import { listLimit } from './inputs.ts';

/** The rows that the caller may see, in canonical order. */
export const directoryList = defineFunction({
  name: 'directory_list',
  summary: 'Lists rows of the directory that the caller may see.',
  category: 'directory',
  effect: 'read',
  input: z.strictObject({
    category: z.string().max(64).optional().describe('Only rows of this category'),
    type: z.enum(CAPABILITY_TYPES).optional().describe('Only rows of this type'),
    q: z.string().max(200).optional().describe('Only rows with these words'),
    limit: listLimit,
  }),
  async run(filter, tools) {
    const items = await tools.listDirectory(filter);
    return done({ items: items.slice(0, filter.limit), count: Math.min(items.length, filter.limit) });
  },
});
