import { patchRow } from '../../directory/changeRow.ts';
import { emptyPatch, patchInput } from '../../directory/rowInput.ts';
import { operation } from '../../http/operation.ts';
import { ifMatchHeader, keyParam, writtenSchema } from '../schemas.ts';
import { writeTarget } from './writeTarget.ts';
import { writtenAnswer } from './written.ts';

export const patchRowOperation = operation({
  method: 'patch',
  path: '/api/directory/{key}',
  operationId: 'patchRow',
  tag: 'directory',
  access: 'key',
  summary: 'Change some columns of a row',
  description: 'Columns left out stay. Only what the patch newly breaks is refused.',
  params: keyParam,
  headers: ifMatchHeader,
  json: patchInput,
  precheck: emptyPatch,
  answers: { 200: { description: 'Written.', json: writtenSchema, headers: ['etag'] } },
  faults: [
    'unknown_key',
    'no_recognized_fields',
    'registry_hygiene_refused',
    'row_too_large',
    'read_only_field',
    'version_conflict',
    'effect_not_allowed',
  ],
  async handle(ctx, input) {
    const target = await writeTarget(ctx, 'write', input);
    return target.ok ? writtenAnswer(await patchRow(ctx, target.value.key, input.json, target.value.ifMatch)) : target;
  },
});
