import { refusalOf } from '../../auth/permit.ts';
import { writePins } from '../../directory/pins.ts';
import { retried } from '../../directory/retried.ts';
import { err, ok } from '../../errors.ts';
import { answer } from '../../http/answer.ts';
import { operation } from '../../http/operation.ts';
import { ifMatchHeader } from '../schemas.ts';
import { pinsSchema } from './schema.ts';

export const writePinsOperation = operation({
  method: 'put',
  path: '/api/pins',
  operationId: 'writePins',
  tag: 'directory',
  access: 'key',
  summary: 'Replace the pins',
  description: 'The whole collection: a pin that is not in it is gone. Give the ETag of what you read as If-Match, and nobody’s change is lost.',
  headers: ifMatchHeader,
  json: pinsSchema,
  answers: { 200: { description: 'The pins as they are now.', json: pinsSchema, headers: ['etag'] } },
  faults: ['registry_hygiene_refused', 'version_conflict', 'effect_not_allowed'],
  async handle(ctx, { json, headers }) {
    const refusal = refusalOf(ctx, 'write', 'write');
    if (refusal !== undefined) return err(refusal);
    const tags = headers['if-match']?.split(',').map((tag) => tag.trim());
    const write = () => writePins(ctx, json.pins, (etag) => tags === undefined || tags.includes('*') || tags.includes(etag));
    const written = await (tags === undefined ? retried(write) : write());
    return written.ok ? ok(answer(200, { pins: written.value.pins }, { etag: written.value.etag })) : written;
  },
});
