// The frame of every page for people: readable without style, script or anything from elsewhere.
import type { Child } from 'hono/jsx';

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
  h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; }
  dt { opacity: .7; } dd { margin: 0; overflow-wrap: anywhere; }
  code, pre { font: .875rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; white-space: pre-wrap; }
  @media (max-width: 30rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; } }
`;

/** The whole document as text. */
export async function renderPage(title: string, content: Child): Promise<string> {
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · Rowcall`}</title>
        <style>{STYLE}</style>
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
