// The page of an error code: where `type` of a problem document leads.
import { z } from 'zod';
import { ERRORS, fault, ok, err, type ErrorCode } from '../../errors.ts';
import { pageResponse } from '../../http/answer.ts';
import { operation } from '../../http/operation.ts';
import { renderPage } from './layout.tsx';

export const errorPageOperation = operation({
  method: 'get',
  path: '/docs/errors/{code}',
  operationId: 'errorPage',
  tag: 'pages',
  access: 'open',
  summary: 'What an error code means and what to do, for people',
  description: 'Where `type` of a problem document leads.',
  params: z.strictObject({ code: z.string().meta({ description: 'An error code.', example: 'unknown_key' }) }),
  answers: { 200: { description: 'The page.', text: { 'text/html': '<!doctype html>' } } },
  faults: ['not_found'],
  async handle(ctx, { params: { code } }) {
    if (!Object.hasOwn(ERRORS, code)) return err(fault('not_found'));
    const { title, status, literal, howToFix } = ERRORS[code as ErrorCode];
    const content = (
      <>
        <dl>
          <dt>HTTP status</dt>
          <dd>{status}</dd>
          <dt>Code</dt>
          <dd>
            <code>{code}</code>
          </dd>
          <dt>Literal</dt>
          <dd>
            <code>{literal}</code>
          </dd>
        </dl>
        <h2>What to do</h2>
        <p>{howToFix}</p>
      </>
    );
    return ok(pageResponse(await renderPage(title, content), 200, ctx.redactor));
  },
});
