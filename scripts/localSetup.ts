// What `npm start` and `npm run dev` share: settings, the owned state folder, the key, the database made ready.
import { join } from 'node:path';
import type { Miniflare } from 'miniflare';
import { SIGNING_KEY_SETTINGS, type AppConfig } from '../src/env.ts';
import { ROOT } from './build.ts';
import { checked, type Checked } from './checked.ts';
import { freePort } from './freePort.ts';
import { applyMigrations } from './migrate.ts';
import { givenOwnerKey, keptOwnerKey } from './ownerKey.ts';
import { endLeftOver } from './runtime.ts';
import { seedCatalogue } from './seed.ts';
import { newSigningKey } from './signingKeys.ts';
import { configOf, readStartSettings, textBindings, type Environment, type StartSettings } from './settings.ts';
import { openStateDir, type StateDir } from './stateDir.ts';

export interface LocalSetup extends StartSettings {
  readonly state: StateDir;
  readonly ownerKey: string;
  /** Where the owner key is kept; undefined where it came from the environment, which keeps none. */
  readonly keyFile: string | undefined;
  readonly text: Readonly<Record<string, string>>;
  readonly config: AppConfig;
}

/** Checks everything that can stop a start, owns the state folder, and makes what is missing there. */
export async function localSetup(env: Environment): Promise<Checked<LocalSetup>> {
  const settings = readStartSettings(env, process.cwd());
  if (!settings.ok) return settings;
  const given = givenOwnerKey(env.TERMINAL_KEY);
  if (!given.ok) return given;
  const opened = await openStateDir(settings.value.stateDir);
  if (!opened.ok) return opened;
  const state = opened.value;
  const leftOver = await endLeftOver(state.runtimeFile);
  if (leftOver) console.log('The last run was killed; its left-over process has been ended.');
  const port = await freePort(settings.value.port, leftOver ? 5000 : 0);
  if (!port.ok) return port;
  const key = given.value === undefined ? await keptOwnerKey(state) : checked(given.value);
  if (!key.ok) return key;
  const origin = env.ORIGIN || (await state.keep('origin', () => `http://localhost:${port.value}`));
  const signingKeys = await keptSigningKeys(state, env);
  const text = textBindings(env, { ...signingKeys, TERMINAL_KEY: key.value, ORIGIN: origin }, port.value);
  const config = configOf(text);
  for (const warning of config.warnings) console.warn(`rowcall: ${warning}`);
  const keyFile = given.value === undefined ? state.keyFile : undefined;
  return checked({ ...settings.value, port: port.value, state, ownerKey: key.value, keyFile, text, config });
}

/** The signing keys that the environment does not give, made once and kept: what they signed must stay verifiable. */
async function keptSigningKeys(state: StateDir, env: Environment): Promise<Record<string, string>> {
  const missing = Object.values(SIGNING_KEY_SETTINGS).filter((name) => (env[name] ?? '') === '');
  const kept = await Promise.all(
    missing.map(async (name) => [name, await state.keep(name.toLowerCase().replaceAll('_', '-'), newSigningKey)] as const),
  );
  return Object.fromEntries(kept);
}

/** Migrates the database of a ready Worker and seeds it. Where seeding fails it says so, and the rows that are there are served. */
export async function prepareDatabase(worker: Miniflare, { seed, ownerKey }: Pick<LocalSetup, 'seed' | 'ownerKey'>): Promise<void> {
  await applyMigrations(await worker.getD1Database('DB'), join(ROOT, 'drizzle'));
  if (seed === 'none') return;
  const seeded = await seedCatalogue((await worker.ready).href, ownerKey);
  if (!seeded.ok) console.warn(`rowcall: ${seeded.problem}`);
}
