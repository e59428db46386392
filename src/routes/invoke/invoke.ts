import { ok } from '../../errors.ts';
import { operation } from '../../http/operation.ts';
import { renderReply } from '../../http/renderReply.ts';
import { invoke } from '../../invoke/invoke.ts';
import { INVOKE_FAULTS } from './faults.ts';
import { ACCEPTED_EXAMPLE, replySchema } from '../../http/replySchema.ts';
import { invokeInput, idempotencyHeader, toCall, underKey } from './schemas.ts';

export const invokeOperation = operation({
  method: 'post',
  path: '/api/invoke',
  operationId: 'invoke',
  tag: 'invoke',
  access: 'key',
  summary: 'Run a capability',
  description: 'Every call leaves a receipt, named in `proof` and in the header Rowcall-Receipt.',
  json: invokeInput,
  headers: idempotencyHeader,
  answers: {
    200: { description: 'It ran, or with `shape` is checked.', json: replySchema, headers: ['rowcall-receipt'] },
    202: { description: 'It is on record and will run.', json: replySchema, example: ACCEPTED_EXAMPLE, headers: ['rowcall-receipt'] },
  },
  faults: INVOKE_FAULTS,
  async handle(ctx, { json, headers }) {
    const call = underKey(toCall(json), headers);
    if (!call.ok) return call;
    return ok(renderReply(ctx, await invoke(ctx, call.value), { select: json.select, maxBytes: json.max_bytes }));
  },
});
