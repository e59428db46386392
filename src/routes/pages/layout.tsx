// The frame of every page for people: readable without style or script, with nothing from elsewhere.
import type { Child } from 'hono/jsx';

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
  h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; }
  dt { opacity: .7; } dd { margin: 0; overflow-wrap: anywhere; }
  code, pre { font: .875rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; white-space: pre-wrap; }
  a { color: inherit; text-underline-offset: .2em; overflow-wrap: anywhere; } :focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
  label { display: block; font-weight: 600; margin-top: .75rem; } label small, .hint { font-weight: 400; opacity: .75; }
  input, select, textarea, button { font: inherit; box-sizing: border-box; padding: .5rem .6rem; border: 1px solid #8888; border-radius: .4rem; color: inherit; background: transparent; }
  input, select, textarea { width: 100%; } select option { color: initial; }
  button { cursor: pointer; min-height: 2.75rem; padding-inline: 1rem; margin: 1rem .5rem 0 0; background: #8882; } button:disabled { cursor: not-allowed; opacity: .5; }
  details { margin-top: 1.5rem; } summary { cursor: pointer; font-weight: 600; }
  .ask { display: grid; grid-template-columns: 1fr max-content; gap: .5rem; align-items: end; } .ask button { margin: 0; }
  ol.found { list-style: none; padding: 0; } ol.found li { border-top: 1px solid #8884; padding: .6rem 0; } ol.found a { font-weight: 600; }
  ol.found p { margin: .1rem 0 0; } pre { background: #8881; padding: .75rem; border-radius: .4rem; overflow-x: auto; }
  @media (max-width: 30rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; } }
`;

/** The whole document as text. */
export async function renderPage(title: string, content: Child, script?: string): Promise<string> {
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · Rowcall`}</title>
        <style>{STYLE}</style>
        {script === undefined ? null : <script src={script} defer />}
      </head>
      <body>
        <main>
          <h1>{title}</h1>
          {content}
        </main>
      </body>
    </html>
  );
  return `<!doctype html>${await page}`;
}
