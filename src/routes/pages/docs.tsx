// GET /docs: Swagger UI over both OpenAPI documents. Its own document and not the frame of the other pages, whose style of
// fields and buttons would reach into Swagger UI.
import { z } from 'zod';
import { ok } from '../../errors.ts';
import { pageResponse } from '../../http/answer.ts';
import { operation } from '../../http/operation.ts';
import { SWAGGER_UI_VERSION } from './docsFiles.ts';

const STYLE = `
  :root { color-scheme: light; --back: #fff; --ink: #3b4151; } :root.dark-mode { color-scheme: dark; --back: #1c2022; --ink: #e4e6e6; }
  body { margin: 0; background: var(--back); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
  .rowcall { box-sizing: border-box; max-width: 1460px; margin: 0 auto; padding: 1.25rem 20px 0; }
  .rowcall h1 { font-size: 1.4rem; margin: 0; } .rowcall p { margin: .5rem 0; max-width: 52rem; }
  .rowcall a { color: inherit; text-underline-offset: .2em; } .rowcall :focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
  .rowcall .fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(15rem, 100%), 1fr)); gap: .75rem 1rem; margin-top: 1rem; }
  .rowcall label { display: block; font-weight: 600; } .rowcall small { display: block; font-weight: 400; opacity: .75; }
  .rowcall input, .rowcall select { font: inherit; font-weight: 400; box-sizing: border-box; width: 100%; min-height: 2.75rem; padding: .5rem .6rem; border: 1px solid #8888; border-radius: .4rem; color: inherit; background: var(--back); }
  .rowcall code { font-family: ui-monospace, monospace; white-space: nowrap; } .rowcall #status { min-height: 1.5em; margin-bottom: 0; } [hidden] { display: none !important; }
  .swagger-ui .info { margin: 20px 0; } .swagger-ui .info .title { font-size: 1.6rem; } .swagger-ui .scheme-container { padding: 15px 0; margin: 0; }
  .swagger-ui .receipt-link { font: 600 14px/1.5 system-ui, sans-serif; margin: 0 0 10px; overflow-wrap: anywhere; } .swagger-ui .receipt-link a { color: inherit; }
  @media (max-width: 640px) { .swagger-ui .wrapper { padding: 0 20px; } .swagger-ui .filter .operation-filter-input { max-width: none; } .swagger-ui .opblock .opblock-summary { flex-wrap: wrap; } .swagger-ui .response-col_links { display: none; } }
`;

export const docsPageOperation = operation({
  method: 'get',
  path: '/docs',
  operationId: 'docsPage',
  tag: 'pages',
  access: 'open',
  summary: 'Swagger UI over the API and over the rows, for people',
  description: 'Reads both documents with the key that is given on the page, and sends requests with it.',
  query: z.strictObject({
    document: z.enum(['api', 'rows']).optional().meta({ description: 'Which document to show first.', example: 'rows' }),
    category: z.string().max(64).optional().meta({ description: 'The rows of this category only.', example: 'time' }),
  }),
  answers: { 200: { description: 'The page.', text: { 'text/html': '<!doctype html>' } } },
  faults: [],
  async handle(ctx, { query: { category = '', document = category === '' ? 'api' : 'rows' } }) {
    const page = (
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>API documents · Rowcall</title>
          <link rel="icon" href="data:," />
          <link rel="stylesheet" href={fileAddress('swagger-ui.css')} />
          <style>{STYLE}</style>
          <script src={fileAddress('swagger-ui-bundle.js')} defer />
          <script src="/docs/init.js" defer />
        </head>
        <body>
          <Choice document={document} category={category} />
          <div id="swagger-ui" />
          <noscript>
            <p class="rowcall">This page needs JavaScript. The documents are read without it, at the addresses above.</p>
          </noscript>
        </body>
      </html>
    );
    return ok(pageResponse(`<!doctype html>${await page}`, 200, ctx.redactor, { script: true, styleFiles: true }));
  },
});

function fileAddress(name: string): string {
  return `/docs/${name}?v=${SWAGGER_UI_VERSION}`;
}

/** Which document, of which category, with which key. */
function Choice({ document, category }: { document: 'api' | 'rows'; category: string }) {
  return (
    <header class="rowcall">
      <h1>API documents</h1>
      <p>
        <a href="/openapi.json">The API</a> is this service’s own routes; <a href="/openapi/directory.json">the rows</a> are its capabilities, an
        operation each. Execute really runs what stands there, and a row leaves a receipt. Of many rows, show one category:{' '}
        <a href="/docs?category=time">
          <code>/docs?category=time</code>
        </a>
        . To ask in plain words instead: <a href="/">the first page</a>.
      </p>
      <div class="fields">
        <label>
          Document
          <select id="document" autocomplete="off">
            <option value="api" selected={document === 'api'}>
              The API
            </option>
            <option value="rows" selected={document === 'rows'}>
              The rows
            </option>
          </select>
          <small>as OpenAPI 3.1</small>
        </label>
        <label id="of-rows" hidden={document === 'api'}>
          Category
          <input id="category" value={category} maxlength={64} autocomplete="off" spellcheck={false} />
          <small>empty: all</small>
        </label>
        <label>
          Key
          <input id="owner-key" type="password" autocomplete="off" spellcheck={false} />
          <small>stays in this page and goes out only as a header to this service</small>
        </label>
      </div>
      <p id="status" role="status" aria-live="polite" />
    </header>
  );
}
