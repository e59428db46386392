import { ok } from '../../errors.ts';
import { operation } from '../../http/operation.ts';
import { renderReply } from '../../http/renderReply.ts';
import { invoke } from '../../invoke/invoke.ts';
import { INVOKE_FAULTS } from './faults.ts';
import { invokeInput, replySchema, toCall } from './schemas.ts';

export const invokeOperation = operation({
  method: 'post',
  path: '/api/invoke',
  operationId: 'invoke',
  tag: 'invoke',
  summary: 'Run a capability',
  description: 'Every call leaves a receipt, named in `proof` and in the header Rowcall-Receipt.',
  json: invokeInput,
  success: { 200: replySchema },
  faults: INVOKE_FAULTS,
  async handle(ctx, { json }) {
    return ok(renderReply(ctx, await invoke(ctx, toCall(json)), { select: json.select, maxBytes: json.max_bytes }));
  },
});
