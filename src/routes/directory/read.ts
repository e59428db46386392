import { refusalOf } from '../../auth/permit.ts';
import { etagOf } from '../../directory/ifMatch.ts';
import { readRow } from '../../directory/readRow.ts';
import { unknownKey } from '../../directory/suggest.ts';
import { viewFor } from '../../directory/view.ts';
import { isVisible } from '../../directory/visible.ts';
import { err, ok } from '../../errors.ts';
import { answer } from '../../http/answer.ts';
import { operation } from '../../http/operation.ts';
import { parseKey } from '../../ids.ts';
import { keyParam, rowSchema } from '../schemas.ts';

export const readRowOperation = operation({
  method: 'get',
  path: '/api/directory/{key}',
  operationId: 'readRow',
  tag: 'directory',
  summary: 'Read one row',
  description: 'The ETag is the row’s version. Who may only read the catalogue sees no target, auth or payload.',
  params: keyParam,
  success: { 200: rowSchema.partial() },
  faults: ['unknown_key'],
  async handle(ctx, { params }) {
    const refusal = refusalOf(ctx, 'read');
    if (refusal !== undefined) return err(refusal);
    const key = parseKey(params.key);
    const row = key && (await readRow(ctx.db, key));
    if (row === undefined || !isVisible(ctx.actor, row)) return err(await unknownKey(ctx, params.key));
    return ok(answer(200, viewFor(ctx.actor, row), { etag: etagOf(row.version) }));
  },
});
