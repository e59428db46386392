import { refusalOf } from '../../auth/permit.ts';
import { readBlock } from '../../directory/blocks.ts';
import { err, fault, ok } from '../../errors.ts';
import { answer } from '../../http/answer.ts';
import { operation } from '../../http/operation.ts';
import { parseKey } from '../../ids.ts';
import { blockSchema } from './schema.ts';
import { keyParam } from '../schemas.ts';

export const readBlockOperation = operation({
  method: 'get',
  path: '/api/blocks/{key}',
  operationId: 'readBlock',
  tag: 'blocks',
  access: 'key',
  summary: 'Read a prompt block',
  description: 'Its text, as agent rows include it.',
  params: keyParam,
  answers: { 200: { description: 'The block.', json: blockSchema } },
  faults: ['unknown_block'],
  async handle(ctx, { params }) {
    // Prompts are not part of the public catalogue.
    const refusal = refusalOf(ctx, 'audit');
    if (refusal !== undefined) return err(refusal);
    const key = parseKey(params.key);
    const block = key === undefined ? err(fault('unknown_block')) : await readBlock(ctx, key);
    return block.ok ? ok(answer(200, block.value)) : block;
  },
});
