import { ok } from '../../errors.ts';
import { operation } from '../../http/operation.ts';
import { renderReply } from '../../http/renderReply.ts';
import { invoke } from '../../invoke/invoke.ts';
import { keyParam } from '../schemas.ts';
import { INVOKE_FAULTS } from './faults.ts';
import { ACCEPTED_EXAMPLE, replySchema } from '../../http/replySchema.ts';
import { invokeKeyInput, idempotencyHeader, toCall, underKey } from './schemas.ts';

export const invokeKeyOperation = operation({
  method: 'post',
  path: '/api/invoke/{key}',
  operationId: 'invokeKey',
  tag: 'invoke',
  access: 'key',
  summary: 'Run the capability of this key',
  description: 'As /api/invoke, with the key in the address. The document at /openapi/directory.json has it typed for each row.',
  params: keyParam,
  json: invokeKeyInput,
  headers: idempotencyHeader,
  answers: {
    200: { description: 'It ran, or with `shape` is checked.', json: replySchema, headers: ['rowcall-receipt'] },
    202: { description: 'It is on record and will run.', json: replySchema, example: ACCEPTED_EXAMPLE, headers: ['rowcall-receipt'] },
  },
  faults: INVOKE_FAULTS,
  async handle(ctx, { params, json, headers }) {
    const call = underKey(toCall({ ...json, key: params.key }), headers);
    if (!call.ok) return call;
    return ok(renderReply(ctx, await invoke(ctx, call.value), { select: json.select, maxBytes: json.max_bytes }));
  },
});
