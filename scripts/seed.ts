// Puts the rows of catalogue/ into a running Rowcall through its own API: `npm run seed -- https://…` with TERMINAL_KEY set.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './build.ts';
import { isMain } from './isMain.ts';
import { checked, orExit, refused, type Checked } from './checked.ts';

export interface Seeded {
  readonly created: readonly string[];
  /** Rows that stand already, edited or not, and rows that somebody deleted. */
  readonly left: readonly string[];
}

type SeedRow = Readonly<Record<string, unknown>> & { readonly key: string };

/** Rows that are asked about at once. */
const AT_ONCE = 8;

/**
 * Creates the rows that this service has never had. A row that exists, however edited, and a row that was deleted
 * (its history tells) are left as they are; so it may be run any number of times.
 */
export async function seedCatalogue(baseUrl: string, ownerKey: string, folder = join(ROOT, 'catalogue')): Promise<Checked<Seeded>> {
  const created: string[] = [];
  const left: string[] = [];
  const headers = { 'x-terminal-key': ownerKey, 'content-type': 'application/json' };
  const rows = await readCatalogue(folder);
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE);
    const outcomes = await Promise.all(some.map((row) => seedRow(new URL('/api/directory', baseUrl).href, row, headers)));
    for (const [at, outcome] of outcomes.entries()) {
      const { key } = some[at] as SeedRow;
      if (outcome === 'created') created.push(key);
      else if (outcome === 'left') left.push(key);
      else return refused(`seeding stopped at ${key}: ${outcome.problem}`);
    }
  }
  return checked({ created, left });
}

async function seedRow(address: string, row: SeedRow, headers: Record<string, string>): Promise<'created' | 'left' | { problem: string }> {
  try {
    const history = await fetch(`${address}/${row.key}/history?limit=1`, { headers });
    if (history.ok && countOf(await history.json()) > 0) return 'left';
    const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(row) });
    if (answer.status === 201) return 'created';
    return answer.status === 409 ? 'left' : { problem: `${address} answered ${answer.status} ${(await answer.text()).slice(0, 500)}` };
  } catch (error) {
    return { problem: `${address}: ${(error as Error).message}` };
  }
}

/** All rows of the JSON files of a folder, by file name. */
export async function readCatalogue(folder: string): Promise<SeedRow[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
  const contents = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  return contents.flatMap((text) => JSON.parse(text) as SeedRow[]);
}

function countOf(history: unknown): number {
  const items = (history as { items?: unknown[] }).items;
  return Array.isArray(items) ? items.length : 0;
}

if (isMain(import.meta)) {
  const [url] = process.argv.slice(2);
  const key = process.env.TERMINAL_KEY;
  if (url === undefined || !URL.canParse(url)) orExit(refused('say where: npm run seed -- https://rowcall.example.workers.dev'));
  if (key === undefined || key === '') orExit(refused('TERMINAL_KEY must hold the owner key of that service.'));
  const { created, left } = orExit(await seedCatalogue(String(url), String(key)));
  console.log(`created ${created.length}: ${created.join(', ') || 'nothing'}; left as they are: ${left.length}`);
}
