// GET /: one page for people. Asks, shows the contract of a row, tries it and leads to the receipt. The server renders what
// is asked for in the address, so that looking around needs no script; running does.
import { z } from 'zod';
import { refusalOf } from '../../auth/permit.ts';
import { callForm } from '../../capability/callForm.ts';
import { withinTokens } from '../../capability/tokens.ts';
import { parseRow } from '../../capability/parse.ts';
import { workedExample } from '../../capability/workedExample.ts';
import type { CallContext } from '../../context.ts';
import { contractMarkdown } from '../../contract/contractMarkdown.ts';
import type { DirectoryRow } from '../../db/rows.ts';
import { readVisibleRow } from '../../directory/readVisibleRow.ts';
import { ok } from '../../errors.ts';
import { pageResponse } from '../../http/answer.ts';
import { contractView } from '../../http/contractView.ts';
import { operation } from '../../http/operation.ts';
import type { Resolution } from '../../resolve/resolution.ts';
import { resolve } from '../../resolve/resolve.ts';
import { renderPage } from './layout.tsx';
import { RowForm, TryButtons } from './rowForm.tsx';

const SHOWN = 8;

export const homePageOperation = operation({
  method: 'get',
  path: '/',
  operationId: 'homePage',
  tag: 'pages',
  access: 'open',
  summary: 'The page for people: ask, read a contract, try a row',
  description: 'Works without a script but for running a row. On a directory that is not public it asks for the key.',
  query: z.strictObject({
    ask: z.string().max(4_000).optional().meta({ description: 'A question.', example: 'what time is it' }),
    key: z.string().max(256).optional().meta({ description: 'Key of the row to show.', example: 'NOW' }),
  }),
  answers: { 200: { description: 'The page.', text: { 'text/html': '<!doctype html>' } } },
  faults: [],
  async handle(ctx, { query: { ask = '', key } }) {
    const mayRead = refusalOf(ctx, 'read') === undefined;
    const found = key === undefined || !mayRead ? undefined : await readVisibleRow(ctx, key);
    const row = found?.ok === true ? found.value : undefined;
    const content = row === undefined ? await askPart(ctx, ask, mayRead, key) : await rowPart(ctx, row, ask);
    const page = (
      <>
        {content}
        <noscript>
          <p>
            Without JavaScript this page finds and shows capabilities; running one from here needs it. The contract has the request for any other
            client.
          </p>
        </noscript>
      </>
    );
    return ok(
      pageResponse(await renderPage(row === undefined ? 'What do you want to do?' : row.key, page, '/home.js'), 200, ctx.redactor, {
        script: true,
        forms: true,
      }),
    );
  },
});

/** What the page has to say, for eyes and screen readers. */
function Status({ children }: { children?: string }) {
  return (
    <p id="status" role="status" aria-live="polite">
      {children}
    </p>
  );
}

function KeyField() {
  return (
    <>
      <label for="owner-key">
        Key <small>needed to run something; it stays in this page and goes out only as a header to this service</small>
      </label>
      <input id="owner-key" type="password" autocomplete="off" spellcheck={false} />
    </>
  );
}

function Outcome() {
  return (
    <section id="outcome" hidden>
      <h2>Result</h2>
      <pre id="result" tabindex={-1} />
      <p id="receipt" />
    </section>
  );
}

/** What the script fills in for a row that is read with the key. */
function PrivateRow() {
  return (
    <template id="private-row">
      <form id="try">
        <h2 />
        <p />
        <label for="arguments">
          Arguments <small>a JSON object</small>
        </label>
        <textarea id="arguments" data-type="all" rows={4} spellcheck={false} />
        <TryButtons />
        <details>
          <summary>Contract</summary>
          <pre />
        </details>
      </form>
    </template>
  );
}

async function askPart(ctx: CallContext, ask: string, mayRead: boolean, unknown: string | undefined) {
  const found: Resolution = mayRead ? await resolve(ctx, { ask, limit: SHOWN }) : { candidates: [] };
  return (
    <>
      <p>
        This service holds capabilities that programs and models call over HTTP. Ask for what you want in plain words. The same for a program:{' '}
        <a href="/api/dispatch">/api/dispatch</a>; as a text for a model: <a href="/api/dispatch?format=markdown">/api/dispatch?format=markdown</a>.
      </p>
      {unknown !== undefined && mayRead ? <p role="alert">No row here has the key {unknown}.</p> : null}
      <form id="asking" class="ask" role="search" method="get" action="/">
        <div>
          <label for="ask">Ask</label>
          <input id="ask" name="ask" type="search" value={ask} maxlength={4_000} placeholder="what time is it" autofocus autocomplete="off" />
        </div>
        <button type="submit">Find</button>
      </form>
      {mayRead ? null : (
        <>
          <KeyField />
          <PrivateRow />
        </>
      )}
      <Status>{mayRead ? verdictOn(found) : 'This directory is not public: give its key to read it.'}</Status>
      {mayRead ? null : <Outcome />}
      <ol id="found" class="found" aria-label="Capabilities, the best first">
        {found.candidates.map(({ row, parsed }) => (
          <li>
            <a href={`/?${new URLSearchParams({ key: row.key, ask }).toString()}`}>{row.key}</a>
            <p>{withinTokens(parsed.docs.what, 60)}</p>
            <code>{callForm(row.key, parsed.signature ?? [], parsed.capability?.inputSchema).call}</code>
          </li>
        ))}
      </ol>
      {mayRead ? <KeyField /> : null}
    </>
  );
}

function verdictOn({ candidates, total }: Resolution): string {
  if (total !== undefined) return `${total} capabilities, the first of them:`;
  return candidates.length === 0 ? 'Nothing fits. Say it in other words.' : 'The best first:';
}

async function rowPart(ctx: CallContext, row: DirectoryRow, ask: string) {
  const { docs, capability } = parseRow(row, ctx.functions);
  const contract = await contractView(ctx, row, { full: true });
  const examples = capability === undefined || (row.sensitive === 1 && ctx.actor.kind !== 'owner') ? [] : capability.examples;
  return (
    <>
      <p>
        <a href={`/?${new URLSearchParams({ ask }).toString()}`}>← Ask something else</a>
      </p>
      <p>{docs.what}</p>
      <KeyField />
      {row.sensitive === 1 ? <p role="note">It speaks to people or spends money: look twice before you run it.</p> : null}
      {capability === undefined ? (
        <p role="alert">This row cannot run as it is stored.</p>
      ) : (
        <RowForm capability={capability} example={workedExample(capability, examples)} />
      )}
      <Status />
      <Outcome />
      <details>
        <summary>Contract</summary>
        <pre>{contractMarkdown(contract)}</pre>
      </details>
    </>
  );
}
