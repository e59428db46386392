import { replaceRow } from '../../directory/changeRow.ts';
import { replaceInput } from '../../directory/rowInput.ts';
import { operation } from '../../http/operation.ts';
import { ifMatchHeader, keyParam, writtenSchema } from '../schemas.ts';
import { writeTarget } from './writeTarget.ts';
import { writtenAnswer } from './written.ts';

export const replaceRowOperation = operation({
  method: 'put',
  path: '/api/directory/{key}',
  operationId: 'replaceRow',
  tag: 'directory',
  access: 'key',
  summary: 'Replace a row',
  description: 'Columns left out take their defaults. PUT of what GET gave changes nothing.',
  params: keyParam,
  headers: ifMatchHeader,
  json: replaceInput,
  answers: { 200: { description: 'Written.', json: writtenSchema, headers: ['etag'] } },
  faults: ['unknown_key', 'registry_hygiene_refused', 'row_too_large', 'read_only_field', 'version_conflict', 'effect_not_allowed'],
  async handle(ctx, input) {
    const target = await writeTarget(ctx, 'write', input);
    return target.ok ? writtenAnswer(await replaceRow(ctx, target.value.key, input.json, target.value.ifMatch)) : target;
  },
});
