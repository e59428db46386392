// What is stored, whole: for tests that say that nothing was, or that a secret is nowhere.
import { env } from 'cloudflare:workers';
import { openDatabase } from '../../src/db/client.ts';
import { newInvocationId, newTraceId } from '../../src/ids.ts';
import type { Intent } from '../../src/ledger/entries.ts';
import { openLedger } from '../../src/ledger/openLedger.ts';
import { reserve } from '../../src/ledger/reserve.ts';

async function tableNames(): Promise<string[]> {
  const { results } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'",
  ).all<{ name: string }>();
  return results.map(({ name }) => name).filter((name) => name !== 'd1_migrations');
}

let names: Promise<string[]> | undefined;

/** How many rows each table has, and what every write of a row changes: two equal answers mean that nothing was stored. */
export async function storedState(): Promise<Record<string, number>> {
  names ??= tableNames();
  // A question asked is kept for a day and changes nothing.
  const counts = (await names).filter((name) => name !== 'asks').map((name) => `(SELECT count(*) FROM "${name}") AS "${name}"`);
  const state = await env.DB.prepare(`SELECT ${counts.join(', ')}, (SELECT total(version) FROM directory) AS versions`).first<
    Record<string, number>
  >();
  if (state === null) throw new Error('no tables');
  return state;
}

/** Every table and every stored object as one text. */
export async function dumpEverything(): Promise<string> {
  const tables = await Promise.all((await tableNames()).map(async (name) => [name, (await env.DB.prepare(`SELECT * FROM "${name}"`).all()).results]));
  const objects = await Promise.all(
    [env.ARTIFACTS, env.DATA_BUCKET].map(async (bucket) => {
      const { objects: listed } = await bucket.list({ include: ['httpMetadata', 'customMetadata'] });
      return Promise.all(
        listed.map(async (object) => [object.key, object.httpMetadata, object.customMetadata, await (await bucket.get(object.key))?.text()]),
      );
    }),
  );
  return JSON.stringify({ tables, objects });
}

/** Puts a row into the directory past every rule, as an older build or an import may have left it. */
export async function plantRow(row: Readonly<Record<string, string | number | null>>): Promise<void> {
  const columns = Object.keys(row);
  await env.DB.prepare(`INSERT INTO directory (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
    .bind(...Object.values(row))
    .run();
}

/** The id of a call that is running: its intent is on record, and nobody settles it. */
export async function plantRunning(): Promise<string> {
  const id = newInvocationId();
  const intent: Intent = {
    id,
    key: 'RUNS',
    version: 1,
    type: 'fn',
    runner: 'edge',
    actor: 'owner',
    trace: newTraceId(),
    parent: null,
    repairs: null,
    replays: null,
    effect: 'write',
    started_at: new Date().toISOString(),
    fingerprints: { contract: 'a'.repeat(64), input: 'a'.repeat(64) },
  };
  const body = { salt: '0'.repeat(32), input: '{}', inputArtifact: null };
  await reserve(openDatabase(env.DB), openLedger(env.SEQUENCER), { intent, body, event: 'reserve', deadline: new Date(Date.now() + 600_000) });
  return id;
}
