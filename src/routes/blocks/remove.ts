import { refusalOf } from '../../auth/permit.ts';
import { removeBlock } from '../../directory/blocks.ts';
import { err, fault, ok } from '../../errors.ts';
import { answer } from '../../http/answer.ts';
import { operation } from '../../http/operation.ts';
import { parseKey } from '../../ids.ts';
import { deletedSchema, keyParam } from '../schemas.ts';

export const removeBlockOperation = operation({
  method: 'delete',
  path: '/api/blocks/{key}',
  operationId: 'deleteBlock',
  tag: 'blocks',
  access: 'key',
  summary: 'Delete a prompt block',
  description: 'Refused while a row includes it.',
  params: keyParam,
  answers: { 200: { description: 'It is gone.', json: deletedSchema } },
  faults: ['unknown_block', 'block_in_use', 'version_conflict'],
  async handle(ctx, { params }) {
    const refusal = refusalOf(ctx, 'write', 'destructive');
    if (refusal !== undefined) return err(refusal);
    const key = parseKey(params.key);
    const removed = key === undefined ? err(fault('unknown_block')) : await removeBlock(ctx, key);
    return removed.ok ? ok(answer(200, { ok: true, key: removed.value.key, deleted: 1 })) : removed;
  },
});
