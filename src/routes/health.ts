import { z } from 'zod';
import { checkReadiness } from '../db/readiness.ts';
import { err, fault, ok } from '../errors.ts';
import { answer } from '../http/answer.ts';
import { operation } from '../http/operation.ts';

export const healthOperation = operation({
  method: 'get',
  path: '/health',
  operationId: 'health',
  tag: 'service',
  access: 'open',
  summary: 'Whether the service can do its work',
  description: '503 until it is migrated and has its keys.',
  answers: {
    200: {
      description: 'It can.',
      json: z
        .object({
          ok: z.literal(true),
          database: z.literal('ok'),
          migrations: z.literal('ok'),
          owner_key: z.literal('ok'),
          signing_keys: z.literal('ok'),
        })
        .meta({ id: 'Health', examples: [{ ok: true, database: 'ok', migrations: 'ok', owner_key: 'ok', signing_keys: 'ok' }] }),
    },
  },
  faults: [],
  async handle(ctx) {
    const signing = await ctx.signing();
    const missing = [
      ...(await checkReadiness(ctx.db)),
      ...('problems' in signing ? signing.problems : []),
      ...(ctx.bindings.SEQUENCER === undefined ? ['the binding SEQUENCER is not configured'] : []),
      ...(ctx.config.ownerKey === undefined ? [ctx.config.ownerKeyProblem ?? 'TERMINAL_KEY is not set'] : []),
    ];
    if (missing.length > 0) return err(fault('not_ready', {}, { detail: `${missing.join('; ')}.` }));
    return ok(answer(200, { ok: true, database: 'ok', migrations: 'ok', owner_key: 'ok', signing_keys: 'ok' }));
  },
});
