// fn `invocations_list`: what was called.
import { z } from 'zod';
import { RECEIPT_STATUSES } from '../../db/schema.ts';
import { defineFunction } from './define.ts';
import { done } from './outcome.ts';
import { listLimit } from './inputs.ts';

/** The invocations that the caller may see, newest first. */
export const invocationsList = defineFunction({
  name: 'invocations_list',
  summary: 'Lists invocations that the caller may see, newest first.',
  category: 'directory',
  effect: 'read',
  input: z.strictObject({
    key: z.string().max(64).optional().describe('Only calls of this row'),
    status: z.enum(RECEIPT_STATUSES).optional().describe('Only calls with this outcome'),
    limit: listLimit,
  }),
  async run(filter, tools) {
    const items = await tools.listInvocations(filter);
    return done({ items: items.slice(0, filter.limit), count: Math.min(items.length, filter.limit) });
  },
});
