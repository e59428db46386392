import { removeRow } from '../../directory/changeRow.ts';
import { ok } from '../../errors.ts';
import { answer } from '../../http/answer.ts';
import { operation } from '../../http/operation.ts';
import { deletedSchema, ifMatchHeader, keyParam } from '../schemas.ts';
import { writeTarget } from './writeTarget.ts';

export const removeRowOperation = operation({
  method: 'delete',
  path: '/api/directory/{key}',
  operationId: 'deleteRow',
  tag: 'directory',
  access: 'key',
  summary: 'Delete a row',
  description: 'Its history and its receipts stay.',
  params: keyParam,
  headers: ifMatchHeader,
  answers: { 200: { description: 'It is gone.', json: deletedSchema } },
  faults: ['unknown_key', 'version_conflict'],
  async handle(ctx, input) {
    const target = await writeTarget(ctx, 'destructive', input);
    if (!target.ok) return target;
    const removed = await removeRow(ctx, target.value.key, target.value.ifMatch);
    return removed.ok ? ok(answer(200, { ok: true, key: removed.value.key, deleted: 1 })) : removed;
  },
});
