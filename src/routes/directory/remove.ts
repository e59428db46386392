import { z } from 'zod';
import { removeRow } from '../../directory/changeRow.ts';
import { ok } from '../../errors.ts';
import { answer } from '../../http/answer.ts';
import { operation } from '../../http/operation.ts';
import { ifMatchHeader, keyParam } from '../schemas.ts';
import { writeTarget } from './writeTarget.ts';

export const removeRowOperation = operation({
  method: 'delete',
  path: '/api/directory/{key}',
  operationId: 'deleteRow',
  tag: 'directory',
  summary: 'Delete a row',
  description: 'Its history and its receipts stay.',
  params: keyParam,
  headers: ifMatchHeader,
  success: { 200: z.object({ ok: z.literal(true), key: z.string(), deleted: z.literal(1) }) },
  faults: ['unknown_key', 'version_conflict', 'effect_not_allowed'],
  async handle(ctx, input) {
    const target = await writeTarget(ctx, 'destructive', input);
    if (!target.ok) return target;
    const removed = await removeRow(ctx, target.value.key, target.value.ifMatch);
    return removed.ok ? ok(answer(200, { ok: true, key: removed.value.key, deleted: 1 })) : removed;
  },
});
