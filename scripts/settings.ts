// What `npm start` and `npm run dev` read from the environment. Pure.
import { resolve } from 'node:path';
import type { Bindings } from '../src/env.ts';
import { isCredentialName, readConfig, SETTING_NAMES } from '../src/env.ts';
import { checked, refused, type Checked } from './checked.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface StartSettings {
  /** 0 takes any free port. */
  readonly port: number;
  /** Absolute. */
  readonly stateDir: string;
  readonly seed: 'starter' | 'none';
}

const DEFAULT_PORT = 8787;

/** PORT, STATE_DIR (relative ones from `root`) and SEED; an empty variable counts as unset. */
export function readStartSettings(env: Environment, root: string): Checked<StartSettings> {
  const port = env.PORT || String(DEFAULT_PORT);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) return refused(`PORT must be a number from 0 to 65535, not '${port}'.`);
  const seed = env.SEED || 'starter';
  if (seed !== 'starter' && seed !== 'none') return refused(`SEED must be 'starter' or 'none', not '${seed}'.`);
  return checked({ port: Number(port), stateDir: resolve(root, env.STATE_DIR || '.rowcall'), seed });
}

/** What a Worker on this machine gets where the environment says nothing. */
function localDefaults(port: number): Record<string, string> {
  return { PUBLIC_READ: 'true', ALLOWED_HOSTS: ['localhost', '127.0.0.1', '[::1]'].map((host) => `${host}:${port}`).join(',') };
}

/** The other members of `oauth:NAME`, beside NAME_CLIENT_SECRET. */
const OAUTH_SUFFIXES = ['_CLIENT_ID', '_TOKEN_URL', '_SCOPE'];

/**
 * The text bindings of a local Worker: every setting of src/env.ts and every variable that CREDENTIAL_NAMES lets a row
 * mention, with what belongs to an OAuth client secret. Nothing else of the environment reaches the Worker.
 */
export function textBindings(
  env: Environment,
  kept: { readonly TERMINAL_KEY: string; readonly ORIGIN: string; readonly [signingKey: string]: string },
  port: number,
): Record<string, string> {
  const given = Object.entries(env).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '');
  const settings = given.filter(([name]) => SETTING_NAMES.includes(name));
  const { credentialNames } = configOf(Object.fromEntries(settings));
  const credentials = given.filter(([name]) => isCredentialName(name, credentialNames));
  const oauthClients = credentials.flatMap(([name]) => (name.endsWith('_CLIENT_SECRET') ? [name.slice(0, -'_CLIENT_SECRET'.length)] : []));
  const oauth = given.filter(([name]) => oauthClients.some((client) => OAUTH_SUFFIXES.some((suffix) => name === client + suffix)));
  return { ...localDefaults(port), ...kept, ...Object.fromEntries([...credentials, ...oauth, ...settings]) };
}

/** The configuration that the Worker will make of its text bindings. */
export function configOf(text: Readonly<Record<string, string>>) {
  // readConfig looks at text only; the database is for the Worker itself.
  return readConfig({ ...text, DB: undefined } as unknown as Bindings);
}

/** Why the Worker would refuse this owner key; undefined where it would not. */
export function problemWithOwnerKey(key: string): string | undefined {
  return configOf({ TERMINAL_KEY: key }).ownerKeyProblem;
}
