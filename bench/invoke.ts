// `npm run bench:invoke`: a call that reads (NOW) and one that writes (KV_PUT) with their record, beside a bare route, one with a D1 batch and one with two
// trips to D1, in the runtime of `npm start`, in turns within one run. Prints ratios; asserts nothing.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { makeLocalWorker } from '../scripts/localWorker.ts';
import { OWNER, OWNER_KEY, startProduct } from './product.ts';
import { bundle } from './bundle.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SECONDS = Number(process.env.SECONDS ?? 3);

const folder = await mkdtemp(join(tmpdir(), 'rowcall-bench-'));
const product = await startProduct();
await addRow('NOW', 'now', 'time');
await addRow('KV_PUT', 'kv_put', 'data');
const bare = await startBare();

const bareCall = (path: string) => ({ url: bare.url + path, headers: {}, body: '{}' });
const invoke = (body: object) => ({ url: `${product.url}/api/invoke`, headers: { 'x-terminal-key': OWNER_KEY }, body: JSON.stringify(body) });
const subjects = {
  'bare route': bareCall('/bare'),
  'one D1 batch': bareCall('/batch'),
  'two D1 trips': bareCall('/two-trips'),
  'invoke NOW': invoke({ key: 'NOW' }),
  'invoke KV_PUT': invoke({ key: 'KV_PUT', args: { key: 'bench', value: 'v' } }),
};

type Subject = keyof typeof subjects;
const names = Object.keys(subjects) as Subject[];

for (const connections of [1, 16]) {
  const rounds: Record<Subject, number>[] = [];
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    const rates = Object.fromEntries(names.map((name) => [name, 0])) as Record<Subject, number>;
    for (const name of names) rates[name] = await requestsPerSecond(subjects[name], connections);
    if (round > 0) rounds.push(rates);
  }
  console.log(`\n${connections} at a time, ${ROUNDS} rounds of ${SECONDS} s each: requests a second, median (min to max), and the ratio to it of`);
  console.log(`  ${''.padEnd(14)} ${''.padEnd(24)} ${'invoke NOW'.padEnd(22)} invoke KV_PUT`);
  for (const name of names) {
    const ratioOf = (subject: Subject) =>
      figure(
        rounds.map((round) => round[subject] / round[name]),
        2,
      );
    console.log(
      `  ${name.padEnd(14)} ${figure(rounds.map((round) => round[name])).padEnd(24)} ${ratioOf('invoke NOW').padEnd(22)} ${ratioOf('invoke KV_PUT')}`,
    );
  }
}

await Promise.all([product.stop(), bare.worker.dispose()]);
await rm(folder, { recursive: true, force: true });

async function addRow(key: string, target: string, category: string): Promise<void> {
  const row = { key, type: 'fn', target, content: '# WHAT: A row of the bench.', category };
  const added = await fetch(`${product.url}/api/directory`, { method: 'POST', headers: OWNER, body: JSON.stringify(row) });
  if (added.status !== 201) throw new Error(`${key} was not added: ${added.status} ${await added.text()}`);
}

async function startBare() {
  const script = join(folder, 'bare.js');
  await bundle('bench/bareWorker.ts', script);
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
