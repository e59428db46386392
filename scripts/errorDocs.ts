// Writes docs/errors/<code>.md, one page an error code, from the table in src/errors.ts.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ERRORS } from '../src/errors.ts';
import { ROOT } from './build.ts';
import { isMain } from './isMain.ts';

const FOLDER = join(ROOT, 'docs/errors');

/** Every page by file name. */
export function errorPages(): ReadonlyMap<string, string> {
  return new Map(Object.entries(ERRORS).map(([code, spec]) => [`${code}.md`, page(code, spec)]));
}

/** The file names that differ from what the table says, or should not be there. */
export async function staleErrorPages(folder = FOLDER): Promise<string[]> {
  const pages = errorPages();
  const present = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.md'));
  const changed = await Promise.all(
    [...pages].map(async ([name, text]) => ((await readFile(join(folder, name), 'utf8').catch(() => undefined)) === text ? [] : [name])),
  );
  return [...changed.flat(), ...present.filter((name) => !pages.has(name))].toSorted();
}

function page(code: string, spec: (typeof ERRORS)[keyof typeof ERRORS]): string {
  const filled = [...new Set(Array.from(`${spec.literal} ${spec.howToFix}`.matchAll(/\{([a-z_]+)\}/gi), ([name]) => `\`${name}\``))];
  const braces = filled.length > 0 ? `\n${filled.join(', ')} ${filled.length > 1 ? 'stand' : 'stands'} for values that the answer fills in.\n` : '';
  return `# ${code}

<!-- Made from src/errors.ts by scripts/errorDocs.ts. -->

HTTP status ${spec.status}, \`error\`: \`${spec.literal}\`

## What happened

${sentence(spec.title)}

## What to do

${sentence(spec.howToFix)}
${braces}`;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

if (isMain(import.meta)) {
  const stale = await staleErrorPages();
  const pages = errorPages();
  await mkdir(FOLDER, { recursive: true });
  await Promise.all(
    stale.map((name) => {
      const text = pages.get(name);
      return text === undefined ? rm(join(FOLDER, name)) : writeFile(join(FOLDER, name), text);
    }),
  );
  console.log(`docs/errors: ${pages.size} pages, ${stale.length} written`);
}
