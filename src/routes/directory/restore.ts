import { z } from 'zod';
import { restoreRow } from '../../directory/history.ts';
import { operation } from '../../http/operation.ts';
import { ifMatchHeader, keyParam, writtenSchema } from '../schemas.ts';
import { writeTarget } from './writeTarget.ts';
import { writtenAnswer } from './written.ts';

export const restoreRowOperation = operation({
  method: 'post',
  path: '/api/directory/{key}/restore',
  operationId: 'restoreRow',
  tag: 'directory',
  access: 'key',
  summary: 'Bring a former version back',
  description: 'Writes it again as a new version; also brings a deleted row back.',
  params: keyParam,
  headers: ifMatchHeader,
  json: z.strictObject({ version: z.int().min(1).meta({ description: 'A version of its history.' }) }).meta({ examples: [{ version: 1 }] }),
  answers: { 200: { description: 'Written.', json: writtenSchema, headers: ['etag'] } },
  faults: ['unknown_key', 'unknown_version', 'registry_hygiene_refused', 'row_too_large', 'version_conflict', 'key_exists', 'effect_not_allowed'],
  async handle(ctx, input) {
    const target = await writeTarget(ctx, 'write', input);
    return target.ok ? writtenAnswer(await restoreRow(ctx, target.value.key, input.json.version, target.value.ifMatch)) : target;
  },
});
