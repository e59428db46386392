// `npm run bench:scale`: whether resolve, contract and invoke take as long with 100,000 rows as with 100. Four directories
// at once, asked in turns within one run. Prints medians and the ratio of the largest to the smallest; asserts nothing.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseRow } from '../src/capability/parse.ts';
import { searchDocs } from '../src/capability/searchDocs.ts';
import type { DirectoryRow } from '../src/db/rows.ts';
import { ROOT } from '../scripts/build.ts';
import { addRows, OWNER, startProduct, type Product } from './product.ts';
import { readTools, toolRow, type Tool } from './toolRows.ts';

const SIZES = (process.env.SIZES ?? '100,1000,10000,100000').split(',').map(Number);
const ROUNDS = Number(process.env.ROUNDS ?? 12);
const DATA = join(ROOT, 'bench/data');
const ROWS_AT_ONCE = 250;

const tools = shuffled(await allTools());
const questions = await someQuestions();
const directories = [];
for (const size of SIZES) {
  const product = await startProduct();
  const started = performance.now();
  const keys = await load(product, size);
  console.log(`${size} rows loaded in ${((performance.now() - started) / 1_000).toFixed(0)} s`);
  directories.push({ size, product, keys });
}

const subjects = {
  resolve: (round: number) => ({ path: `/api/resolve?ask=${encodeURIComponent(questions[round % questions.length] as string)}` }),
  contract: (round: number, keys: readonly string[]) => ({ path: `/api/directory/${keys[(round * 7_919) % keys.length]}/contract` }),
  invoke: () => ({ path: '/api/invoke', body: '{"key":"NOW"}' }),
};

for (const [name, subject] of Object.entries(subjects)) {
  const times = new Map<number, number[]>(directories.map(({ size }) => [size, []]));
  const count = name === 'resolve' ? questions.length : 60;
  for (let round = 0; round < ROUNDS; round++) {
    for (let at = 0; at < count; at++) {
      for (const { size, product, keys } of directories) {
        const { path, body } = { body: undefined, ...subject(at, keys) };
        const started = performance.now();
        const answer = await fetch(product.url + path, body === undefined ? { headers: OWNER } : { method: 'POST', headers: OWNER, body });
        await answer.text();
        if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
        // The first round warms up.
        if (round > 0) times.get(size)?.push(performance.now() - started);
      }
    }
  }
  const medians = SIZES.map((size) => quantile(times.get(size) ?? [], 0.5));
  const tails = SIZES.map((size) => quantile(times.get(size) ?? [], 0.95));
  const ratio = (values: readonly number[]) => ((values.at(-1) ?? 0) / (values[0] ?? 1)).toFixed(2);
  console.log(`\n${name}: ratio of ${SIZES.at(-1)} rows to ${SIZES[0]}: median ${ratio(medians)}, 95th percentile ${ratio(tails)}`);
  for (const [at, size] of SIZES.entries())
    console.log(`  ${String(size).padStart(7)} rows  median ${medians[at]?.toFixed(1)} ms, 95th percentile ${tails[at]?.toFixed(1)} ms`);
}
await Promise.all(directories.map(({ product }) => product.stop()));
process.exit(0);

async function allTools(): Promise<Tool[]> {
  const sets = (await readdir(join(DATA, 'retrieval')))
    .filter((set) => set !== 'metatool_multi')
    .map((set) => join(DATA, 'retrieval', set, 'tools.jsonl'));
  const others = [join(DATA, 'mcp/pool.jsonl'), join(DATA, 'openapi/github.jsonl'), join(DATA, 'openapi/slack.jsonl')];
  return (await Promise.all([...sets, ...others].map(readTools))).flat();
}

/** Ten questions of each of six sets, short and long. */
async function someQuestions(): Promise<string[]> {
  const sets = ['metatool', 'toolbench', 'restbench_tmdb', 'sealtools', 'bfcl_dedup', 'livemcpbench'];
  const files = await Promise.all(sets.map((set) => readFile(join(DATA, 'retrieval', set, 'queries.jsonl'), 'utf8')));
  return files.flatMap((text) =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .filter((_, at, all) => at % Math.floor(all.length / 10) === 0)
      .slice(0, 10)
      .map((line) => (JSON.parse(line) as { query: string }).query.slice(0, 4_000)),
  );
}

/**
 * Puts rows and their search documents straight into the database, as the product writes them: through the API a hundred
 * thousand take too long. NOW comes through the API.
 */
async function load(product: Product, size: number): Promise<string[]> {
  const database = await product.database();
  const keys: string[] = [];
  let rows: DirectoryRow[] = [];
  for (let at = 0; at < size - 1; at++) {
    const tool = tools[at % tools.length] as Tool;
    const copy = Math.floor(at / tools.length);
    const posted = toolRow(copy === 0 ? tool : { ...tool, description: `${tool.description ?? ''} Edition ${copy}.` });
    const key = `${posted.key.slice(0, 50)}_${at}`;
    keys.push(key);
    rows.push(storedRow({ ...posted, key }));
    if (rows.length === ROWS_AT_ONCE || at === size - 2) {
      await insertAll(database, 'directory', rows);
      await insertAll(database, 'directory_docs', rows.map(docsOf));
      rows = [];
    }
  }
  const refused = await addRows(product, [{ key: 'NOW', type: 'fn', target: 'now', content: '# WHAT: The current date and time.' }]);
  if (refused.size > 0) throw new Error([...refused.keys()].join());
  await verify(product, keys[0] as string);
  return keys;
}

function storedRow({ input_schema: schema, ...posted }: Readonly<Record<string, unknown>>): DirectoryRow {
  const at = '2026-01-01T00:00:00.000Z';
  const empty = Object.fromEntries(
    ['target', 'auth', 'content', 'category', 'allowed_categories', 'seq', 'input_schema', 'examples'].map((name) => [name, null]),
  );
  const more = Object.fromEntries(['runner', 'includes', 'output_schema', 'effect', 'timeout_ms'].map((name) => [name, null]));
  const numbers = { enabled: 1, planner_visible: 1, planner_rank: 100, sensitive: 0, owner_only: 0, version: 1 };
  const text = schema === undefined ? {} : { input_schema: JSON.stringify(schema) };
  return {
    ...empty,
    ...more,
    ...numbers,
    created_at: at,
    updated_at: at,
    contract_hash: '0'.repeat(64),
    ...posted,
    ...text,
  } as unknown as DirectoryRow;
}

function docsOf(row: DirectoryRow): object {
  const docs = searchDocs(row, parseRow(row, new Map()));
  if (docs === undefined) throw new Error(`${row.key} is not to be found`);
  return docs;
}

async function insertAll(database: D1Database, table: string, rows: readonly object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const values = columns.map((column) => `value ->> '$.${column}'`);
  const sql = `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM json_each(?)`;
  await database.prepare(sql).bind(JSON.stringify(rows)).run();
}

/** A row that was put in so is found like one that was posted. */
async function verify(product: Product, key: string): Promise<void> {
  const answer = await fetch(`${product.url}/api/resolve?ask=${encodeURIComponent(key.toLowerCase().replaceAll('_', ' '))}&limit=20`, {
    headers: OWNER,
  });
  const { candidates } = await answer.json<{ candidates: { key: string }[] }>();
  if (!candidates.some((candidate) => candidate.key === key)) throw new Error(`${key} is not found by its own name`);
}

/** In an order that mixes the sets, the same each time. */
function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item, at) => [(at * 2_654_435_761) % 4_294_967_296, item] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, item]) => item);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
}
