import { refusalOf } from '../../auth/permit.ts';
import { createRow } from '../../directory/createRow.ts';
import { createInput } from '../../directory/rowInput.ts';
import { err } from '../../errors.ts';
import { operation } from '../../http/operation.ts';
import { writtenSchema } from '../schemas.ts';
import { writtenAnswer } from './written.ts';

export const createRowOperation = operation({
  method: 'post',
  path: '/api/directory',
  operationId: 'createRow',
  tag: 'directory',
  access: 'key',
  summary: 'Add a capability',
  description: 'One row is the whole contract of one capability. It can be called on the very next request.',
  json: createInput,
  answers: { 201: { description: 'Added.', json: writtenSchema, headers: ['location', 'etag'] } },
  faults: ['key_exists', 'registry_hygiene_refused', 'row_too_large', 'read_only_field', 'version_conflict', 'effect_not_allowed'],
  async handle(ctx, { json }) {
    const refusal = refusalOf(ctx, 'write', 'write');
    return refusal === undefined ? writtenAnswer(await createRow(ctx, json), 201) : err(refusal);
  },
});
