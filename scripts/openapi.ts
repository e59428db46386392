// Writes openapi/openapi.json, the document of the typed routes, from the list of operations in src/routes/routes.ts.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { BUNDLING, ROOT } from './build.ts';
import { isMain } from './isMain.ts';

const FILE = join(ROOT, 'openapi/openapi.json');

const ENTRY = `
  import { openapiDocument } from './src/http/openapi/document.ts';
  import { operations } from './src/routes/routes.ts';
  export const made = (version) => openapiDocument(operations, version);
`;

/** The text of the document. The source is bundled first: Node reads no JSX. */
export async function openapiText(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const { outputFiles } = await build({ ...BUNDLING, stdin: { contents: ENTRY, resolveDir: ROOT, loader: 'ts' }, write: false });
  const code = outputFiles?.[0]?.contents ?? new Uint8Array();
  const { made } = (await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)) as { made: (version: string) => object };
  return `${JSON.stringify(made(version), null, 2)}\n`;
}

/** Whether openapi/openapi.json says what the routes say. */
export async function isOpenapiFresh(): Promise<boolean> {
  return (await readFile(FILE, 'utf8').catch(() => undefined)) === (await openapiText());
}

if (isMain(import.meta)) {
  const text = await openapiText();
  await writeFile(FILE, text);
  console.log(`openapi/openapi.json: ${(text.length / 1024).toFixed(0)} KiB`);
}
