import { refusalOf } from '../../auth/permit.ts';
import { etagOf } from '../../directory/ifMatch.ts';
import { readVisibleRow } from '../../directory/readVisibleRow.ts';
import { viewFor } from '../../directory/view.ts';
import { err, ok } from '../../errors.ts';
import { answer } from '../../http/answer.ts';
import { operation } from '../../http/operation.ts';
import { keyParam, shownRowSchema } from '../schemas.ts';

export const readRowOperation = operation({
  method: 'get',
  path: '/api/directory/{key}',
  operationId: 'readRow',
  tag: 'directory',
  access: 'catalogue',
  summary: 'Read one row',
  description: 'The ETag is the row’s version. Who may only read the catalogue sees no target, auth or payload.',
  params: keyParam,
  answers: { 200: { description: 'The row.', json: shownRowSchema, headers: ['etag'] } },
  faults: ['unknown_key'],
  async handle(ctx, { params }) {
    const refusal = refusalOf(ctx, 'read');
    if (refusal !== undefined) return err(refusal);
    const found = await readVisibleRow(ctx, params.key);
    if (!found.ok) return found;
    const row = found.value;
    return ok(answer(200, viewFor(ctx.actor, row), { etag: etagOf(row.version) }));
  },
});
