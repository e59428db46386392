// The product as `npm start` runs it, for the benches: built, migrated, on a free port, with a state of its own.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWorker, ROOT } from '../scripts/build.ts';
import { makeLocalWorker } from '../scripts/localWorker.ts';
import { applyMigrations } from '../scripts/migrate.ts';
import { signingKeys } from '../scripts/signingKeys.ts';
import type { PostedRow } from './toolRows.ts';

export const OWNER_KEY = 'bench-0b9d6f1c7a3e5248d1f06b9c7e3a5d42';
export const OWNER = { 'x-terminal-key': OWNER_KEY, 'content-type': 'application/json' } as const;

export interface Product {
  readonly url: string;
  /** Where its state is. */
  readonly folder: string;
  readonly database: () => Promise<D1Database>;
  /** Ends it and keeps its state, so that its files can be read. */
  readonly pause: () => Promise<void>;
  /** The same product again, after `pause`. */
  readonly resume: () => Promise<Product>;
  /** Ends it and removes its state. */
  readonly stop: () => Promise<void>;
}

let built: Promise<string> | undefined;

export async function startProduct(): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'rowcall-bench-'));
  built ??= buildWorker(join(folder, 'worker.js')).then(({ path }) => path);
  const text = { TERMINAL_KEY: OWNER_KEY, PUBLIC_READ: 'true', ORIGIN: 'http://rowcall.bench', ...signingKeys() };
  return startIn(join(folder, 'state'), text, await built);
}

async function startIn(folder: string, text: Readonly<Record<string, string>>, script: string): Promise<Product> {
  const worker = await makeLocalWorker({ script, port: 0, storage: folder, text, allowPrivateHosts: [] });
  const url = (await worker.ready).origin;
  await applyMigrations(await worker.getD1Database('DB'), join(ROOT, 'drizzle'));
  return {
    url,
    folder,
    database: () => worker.getD1Database('DB'),
    pause: () => worker.dispose(),
    resume: () => startIn(folder, text, script),
    async stop() {
      await worker.dispose();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Adds rows through the API, eight at a time. What the directory refuses is counted by its reason; without its schema it is tried again. */
export async function addRows({ url }: Product, rows: readonly PostedRow[]): Promise<Map<string, number>> {
  const refusals = new Map<string, number>();
  const count = (why: string) => refusals.set(why, (refusals.get(why) ?? 0) + 1);
  const queue = [...rows];
  const post = async (row: PostedRow) => {
    const answer = await fetch(`${url}/api/directory`, { method: 'POST', headers: OWNER, body: JSON.stringify(row) });
    return { status: answer.status, body: await answer.json<{ error?: string }>() };
  };
  const worker = async () => {
    for (let row = queue.pop(); row !== undefined; row = queue.pop()) {
      let { status, body } = await post(row);
      if (status !== 201 && row['input_schema'] !== undefined) {
        count(`schema: ${body.error}`);
        const { input_schema: _schema, ...bare } = row;
        ({ status, body } = await post(bare));
      }
      if (status !== 201) count(`row: ${body.error}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return refusals;
}
