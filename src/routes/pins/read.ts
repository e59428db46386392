import { refusalOf } from '../../auth/permit.ts';
import { readPins } from '../../directory/pins.ts';
import { err, ok } from '../../errors.ts';
import { answer } from '../../http/answer.ts';
import { operation } from '../../http/operation.ts';
import { pinsSchema } from './schema.ts';

export const readPinsOperation = operation({
  method: 'get',
  path: '/api/pins',
  operationId: 'readPins',
  tag: 'directory',
  access: 'key',
  summary: 'Read the pins: questions with a fixed answer',
  description: 'A question that is asked word for word like a pin is answered with its row first.',
  answers: { 200: { description: 'All pins.', json: pinsSchema, headers: ['etag'] } },
  faults: [],
  async handle(ctx) {
    const refusal = refusalOf(ctx, 'write');
    if (refusal !== undefined) return err(refusal);
    const { pins, etag } = await readPins(ctx);
    return ok(answer(200, { pins }, { etag }));
  },
});
