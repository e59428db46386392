import { ok } from '../../errors.ts';
import { textResponse } from '../../http/answer.ts';
import { operation } from '../../http/operation.ts';
import { HOME_SCRIPT } from './homeScript.ts';

export const homeScriptOperation = operation({
  method: 'get',
  path: '/home.js',
  operationId: 'homeScript',
  tag: 'pages',
  summary: 'The script of the home page',
  success: { 200: 'text/javascript' },
  faults: [],
  async handle(ctx) {
    return ok(textResponse(HOME_SCRIPT, 'text/javascript', ctx.redactor));
  },
});
