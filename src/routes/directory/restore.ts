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
  summary: 'Bring a former version back',
  description: 'Writes it again as a new version; also brings a deleted row back.',
  params: keyParam,
  headers: ifMatchHeader,
  json: z.strictObject({ version: z.int().min(1) }),
  success: { 200: writtenSchema },
  faults: ['unknown_key', 'unknown_version', 'registry_hygiene_refused', 'version_conflict', 'key_exists', 'effect_not_allowed'],
  async handle(ctx, input) {
    const target = await writeTarget(ctx, 'write', input);
    return target.ok ? writtenAnswer(await restoreRow(ctx, target.value.key, input.json.version, target.value.ifMatch)) : target;
  },
});
