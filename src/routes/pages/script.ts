import { ok } from '../../errors.ts';
import { textResponse } from '../../http/answer.ts';
import { operation } from '../../http/operation.ts';
import { HOME_SCRIPT } from './homeScript.ts';

export const homeScriptOperation = operation({
  method: 'get',
  path: '/home.js',
  operationId: 'homeScript',
  tag: 'pages',
  access: 'open',
  summary: 'The script of the home page',
  description: 'Served by the service itself: the page loads nothing from another host.',
  answers: { 200: { description: 'The script.', text: { 'text/javascript': "'use strict';" } } },
  faults: [],
  async handle(ctx) {
    return ok(textResponse(HOME_SCRIPT, 'text/javascript', ctx.redactor));
  },
});
