import { z } from 'zod';
import { refusalOf } from '../../auth/permit.ts';
import { writeBlock } from '../../directory/blocks.ts';
import { hygieneFault } from '../../capability/hygiene.ts';
import { err, ok } from '../../errors.ts';
import { answer } from '../../http/answer.ts';
import { operation } from '../../http/operation.ts';
import { parseKey } from '../../ids.ts';
import { keyParam } from '../schemas.ts';

export const writeBlockOperation = operation({
  method: 'put',
  path: '/api/blocks/{key}',
  operationId: 'writeBlock',
  tag: 'blocks',
  access: 'key',
  summary: 'Write a prompt block',
  description: 'A block is part of the contract of every row that includes it: their contract hashes change with it.',
  params: keyParam,
  json: z.strictObject({ content: z.string().min(1) }).meta({ examples: [{ content: 'Answer in one sentence.' }] }),
  answers: {
    200: {
      description: 'Written. `rehashed`: how many rows have a new contract hash by it.',
      json: z
        .object({ ok: z.literal(true), key: z.string(), updated_at: z.string(), rehashed: z.int() })
        .meta({ examples: [{ ok: true, key: 'TONE', updated_at: '2026-12-01T05:55:35.709Z', rehashed: 2 }] }),
    },
  },
  faults: ['registry_hygiene_refused', 'version_conflict', 'effect_not_allowed'],
  async handle(ctx, { params, json }) {
    const refusal = refusalOf(ctx, 'write', 'write');
    if (refusal !== undefined) return err(refusal);
    const key = parseKey(params.key);
    if (key === undefined)
      return err(hygieneFault([{ rule: 'bad_key', pointer: '/key', message: 'a key is 1 to 64 of A-Z, 0-9 and _, not beginning with a digit' }]));
    const written = await writeBlock(ctx, key, json.content);
    if (!written.ok) return written;
    const { updated_at, rehashed } = written.value;
    return ok(answer(200, { ok: true, key, updated_at, rehashed }));
  },
});
