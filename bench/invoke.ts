// `npm run bench:invoke`: an invoke of NOW with its receipt, beside a bare route, one with a D1 batch and one with two
// trips to D1, in the runtime of `npm start`, in turns within one run. Prints ratios; asserts nothing.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { build } from 'esbuild';
import { buildWorker, ROOT } from '../scripts/build.ts';
import { makeLocalWorker } from '../scripts/localWorker.ts';
import { applyMigrations } from '../scripts/migrate.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SECONDS = Number(process.env.SECONDS ?? 3);
const OWNER_KEY = 'bench-0b9d6f1c7a3e5248d1f06b9c7e3a5d42';

const folder = await mkdtemp(join(tmpdir(), 'rowcall-bench-'));
const product = await startProduct();
const bare = await startBare();

const bareCall = (path: string) => ({ url: bare.url + path, headers: {}, body: '{}' });
const subjects = {
  'bare route': bareCall('/bare'),
  'one D1 batch': bareCall('/batch'),
  'two D1 trips': bareCall('/two-trips'),
  'invoke NOW': { url: `${product.url}/api/invoke`, headers: { 'x-terminal-key': OWNER_KEY }, body: '{"key":"NOW"}' },
};

type Subject = keyof typeof subjects;
const names = Object.keys(subjects) as Subject[];

for (const connections of [1, 16]) {
  const rounds: Record<Subject, number>[] = [];
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    const rates = { 'bare route': 0, 'one D1 batch': 0, 'two D1 trips': 0, 'invoke NOW': 0 };
    for (const name of names) rates[name] = await requestsPerSecond(subjects[name], connections);
    if (round > 0) rounds.push(rates);
  }
  console.log(
    `\n${connections} at a time, ${ROUNDS} rounds of ${SECONDS} s each: requests a second, median (min to max), and the ratio of invoke NOW to it`,
  );
  for (const name of names) {
    const rates = rounds.map((round) => round[name]);
    const ratios = rounds.map((round) => round['invoke NOW'] / round[name]);
    console.log(`  ${name.padEnd(14)} ${figure(rates).padEnd(24)} ${figure(ratios, 2)}`);
  }
}

await Promise.all([product.worker.dispose(), bare.worker.dispose()]);
await rm(folder, { recursive: true, force: true });

async function startProduct() {
  const { path: script } = await buildWorker(join(folder, 'worker.js'));
  const worker = await makeLocalWorker({
    script,
    port: 0,
    storage: join(folder, 'product'),
    text: { TERMINAL_KEY: OWNER_KEY },
    allowPrivateHosts: [],
  });
  const url = (await worker.ready).origin;
  await applyMigrations(await worker.getD1Database('DB'), join(ROOT, 'drizzle'));
  const row = { key: 'NOW', type: 'fn', target: 'now', content: '# WHAT: The current time.', category: 'time' };
  const added = await fetch(`${url}/api/directory`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-terminal-key': OWNER_KEY },
    body: JSON.stringify(row),
  });
  if (added.status !== 201) throw new Error(`NOW was not added: ${added.status} ${await added.text()}`);
  return { worker, url };
}

async function startBare() {
  const script = join(folder, 'bare.js');
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['bench/bareWorker.ts'],
    outfile: script,
    bundle: true,
    format: 'esm',
    target: 'es2024',
    minify: true,
    conditions: ['workerd', 'worker', 'browser'],
  });
  const worker = await makeLocalWorker({ script, port: 0, storage: join(folder, 'bare'), text: {}, allowPrivateHosts: [] });
  const url = (await worker.ready).origin;
  const database = await worker.getD1Database('DB');
  await database.exec(
    'CREATE TABLE bench_row (key TEXT PRIMARY KEY, content TEXT); CREATE TABLE bench_log (id INTEGER PRIMARY KEY, at TEXT, payload TEXT);',
  );
  await database.prepare('INSERT INTO bench_row VALUES (?, ?)').bind('NOW', '# WHAT: The current time.').run();
  return { worker, url };
}

async function requestsPerSecond(
  { url, headers, body }: { url: string; headers: Record<string, string>; body: string },
  connections: number,
): Promise<number> {
  const result = await autocannon({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    connections,
    duration: SECONDS,
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} answers were no success, ${result.errors} failed`);
  return result['2xx'] / result.duration;
}

function figure(values: readonly number[], digits = 0): string {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.round(share * (sorted.length - 1))] ?? 0).toFixed(digits);
  return `${at(0.5)} (${at(0)} to ${at(1)})`;
}
