// `npm run bench:ledger`: where to keep the log (appends a second), what a proof costs at 1,000 and 1,000,000 entries, and
// how many bytes a call takes. Each figure beside another one of the same run; asserts nothing. Minutes.
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import autocannon from 'autocannon';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { ROOT } from '../scripts/build.ts';
import { applyMigrations } from '../scripts/migrate.ts';
import { OWNER, startProduct, type Product } from './product.ts';
import { bundle } from './bundle.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SECONDS = Number(process.env.SECONDS ?? 3);
const SMALL = 1_000;
const LARGE = Number(process.env.LARGE ?? 1_000_000);
const PROOFS = 200;
const CALLS = 3_000;

await storages();
await proofs();
await sizes();

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/** Appends a second, by three ways. */
async function storages(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'rowcall-bench-'));
  const script = join(folder, 'worker.js');
  await bundle('bench/ledgerWorker.ts', script);
  const worker = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      cf: false,
      telemetry: { enabled: false },
      resourcePersistencePath: join(folder, 'state'),
      workers: [
        {
          name: 'bench',
          modules: [{ type: 'ESModule', path: script }],
          modulesRoot: dirname(script),
          compatibilityDate: '2026-11-01',
          d1Databases: { DB: 'bench' },
          durableObjects: { GROUPED: { className: 'Grouped', useSQLite: true }, OWN: { className: 'OwnSqlite', useSQLite: true } },
        },
      ],
    }),
  );
  const { origin } = await worker.ready;
  const database = await worker.getD1Database('DB');
  await applyMigrations(database, join(ROOT, 'drizzle'));
  await database.exec('CREATE TABLE plain (id INTEGER PRIMARY KEY, kind TEXT, subject TEXT, at TEXT, payload TEXT)');
  const ways = ['plain', 'grouped', 'own'] as const;
  for (const connections of [1, 16]) {
    const rates: Record<(typeof ways)[number], number[]> = { plain: [], grouped: [], own: [] };
    for (let round = 0; round <= ROUNDS; round++)
      for (const way of ways) {
        const result = await autocannon({ url: `${origin}/${way}`, connections, duration: SECONDS });
        if (result.non2xx > 0 || result.errors > 0) throw new Error(`${way}: ${result.non2xx} answers were no success`);
        if (round > 0) rates[way].push(result['2xx'] / result.duration);
      }
    console.log(`\nappends a second, ${connections} at a time: median (and its ratio to a plain D1 insert)`);
    for (const way of ways)
      console.log(`  ${way.padEnd(10)} ${median(rates[way]).toFixed(0).padStart(6)}  ${(median(rates[way]) / median(rates.plain)).toFixed(2)}`);
  }
  await worker.dispose();
  await rm(folder, { recursive: true, force: true });
}

/** Milliseconds of a proof in a small and in a large log, in turns. */
async function proofs(): Promise<void> {
  const logs = await Promise.all([SMALL, LARGE].map(async (size) => ({ size, ...(await startWith(size)) })));
  const times = logs.map(() => ({ inclusion: [] as number[], consistency: [] as number[] }));
  for (let round = 0; round < PROOFS; round++)
    for (const [at, { product, size, ids }] of logs.entries()) {
      const id = ids[round % ids.length] ?? '';
      const [from] = [1 + Math.floor((size * (round + 0.5)) / PROOFS)];
      times[at]?.inclusion.push(await timed(`${product.url}/api/receipts/${id}/proof`));
      times[at]?.consistency.push(await timed(`${product.url}/api/ledger/consistency?from=${from}`));
    }
  console.log(`\nmilliseconds of a proof: median of ${PROOFS}`);
  for (const kind of ['inclusion', 'consistency'] as const) {
    const [small = 0, large = 0] = times.map((each) => median(each[kind]));
    console.log(
      `  ${kind.padEnd(12)} ${SMALL} entries ${small.toFixed(1)}, ${LARGE} entries ${large.toFixed(1)}, ratio ${(large / small).toFixed(2)}`,
    );
  }
  for (const { product } of logs) await product.stop();
}

async function timed(url: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(url);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return performance.now() - started;
}

/** A product whose log has so many entries, put there past the API, and ids of receipts spread over it. */
async function startWith(size: number): Promise<{ product: Product; ids: string[] }> {
  const first = await startProduct();
  await first.pause();
  const ids = fill(await databaseFile(first.folder), size);
  return { product: await first.resume(), ids };
}

function fill(file: string, size: number): string[] {
  const database = new DatabaseSync(file);
  const ids: string[] = [];
  database.exec('PRAGMA synchronous = OFF; BEGIN');
  const entry = database.prepare('INSERT INTO ledger VALUES (?, ?, ?, ?, ?)');
  const node = database.prepare('INSERT INTO ledger_nodes VALUES (?, ?, ?)');
  const receipt = database.prepare(
    "INSERT INTO receipts (id, seq, key, actor, status, trace, started_at, signature) VALUES (?, ?, 'NOW', 'owner', 'PROVEN_EMPTY_RESULT', ?, ?, 'x')",
  );
  const at = '2026-12-01T00:00:00.000Z';
  const roots: Buffer[] = [];
  for (let seq = 1; seq <= size; seq++) {
    const id = `inv_${seq.toString(16).padStart(32, '0')}`;
    const payload = `{"id":"${id}","key":"NOW"}`;
    entry.run(seq, 'INVOKE', id, at, payload);
    let hash = sha256(Buffer.from([0]), Buffer.from(`{"at":"${at}","kind":"INVOKE","payload":${payload},"seq":${seq},"subject":"${id}"}`));
    let [level, index] = [0, seq - 1];
    node.run(level, index, hash);
    while (index % 2 === 1) {
      hash = sha256(Buffer.from([1]), roots.pop() as Buffer, hash);
      [level, index] = [level + 1, (index - 1) / 2];
      node.run(level, index, hash);
    }
    roots.push(hash);
    if (seq % Math.ceil(size / PROOFS) !== 0) continue;
    ids.push(id);
    receipt.run(id, seq, id.slice(4), at);
  }
  database.exec('COMMIT');
  database.close();
  return ids;
}

function sha256(...parts: readonly Buffer[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

async function databaseFile(folder: string): Promise<string> {
  const names = (await readdir(folder, { recursive: true })).filter(
    (name) => name.endsWith('.sqlite') && /d1/i.test(name) && !name.includes('metadata'),
  );
  for (const name of names) {
    const database = new DatabaseSync(join(folder, name), { readOnly: true });
    const found = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'ledger'").get();
    database.close();
    if (found !== undefined) return join(folder, name);
  }
  throw new Error('the database was not found');
}

/** Bytes of the database that one call adds, by table. */
async function sizes(): Promise<void> {
  for (const [name, target, args] of [
    ['a call that reads (NOW)', 'now', {}],
    ['a call that writes (KV_PUT)', 'kv_put', { key: 'bench', value: 'v' }],
  ] as const) {
    const product = await startProduct();
    const row = { key: 'BENCH', type: 'fn', target, content: '# WHAT: A row of the bench.' };
    await fetch(`${product.url}/api/directory`, { method: 'POST', headers: OWNER, body: JSON.stringify(row) });
    const result = await autocannon({
      url: `${product.url}/api/invoke/BENCH`,
      method: 'POST',
      headers: OWNER,
      body: JSON.stringify({ args }),
      connections: 16,
      amount: CALLS,
    });
    if (result.non2xx > 0) throw new Error(`${name}: ${result.non2xx} calls failed`);
    await product.pause();
    const database = new DatabaseSync(await databaseFile(product.folder));
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    const tables = database
      .prepare("SELECT name, sum(pgsize) AS bytes FROM dbstat WHERE name GLOB 'ledger*' OR name GLOB '*receipt*' GROUP BY name ORDER BY bytes DESC")
      .all() as unknown as {
      name: string;
      bytes: number;
    }[];
    database.close();
    const total = tables.reduce((sum, { bytes }) => sum + bytes, 0);
    console.log(`\nbytes that ${name} takes: ${(total / CALLS).toFixed(0)}`);
    for (const { name: table, bytes } of tables) console.log(`  ${table.padEnd(36)} ${(bytes / CALLS).toFixed(0)}`);
    await product.stop();
  }
}
