import { ok } from '../../errors.ts';
import { operation } from '../../http/operation.ts';
import { renderReply } from '../../http/renderReply.ts';
import { invoke } from '../../invoke/invoke.ts';
import { keyParam } from '../schemas.ts';
import { INVOKE_FAULTS } from './faults.ts';
import { invokeKeyInput, replySchema, toCall } from './schemas.ts';

export const invokeKeyOperation = operation({
  method: 'post',
  path: '/api/invoke/{key}',
  operationId: 'invokeKey',
  tag: 'invoke',
  summary: 'Run the capability of this key',
  params: keyParam,
  json: invokeKeyInput,
  success: { 200: replySchema },
  faults: INVOKE_FAULTS,
  async handle(ctx, { params, json }) {
    return ok(renderReply(ctx, await invoke(ctx, toCall({ ...json, key: params.key })), { select: json.select, maxBytes: json.max_bytes }));
  },
});
