// Bindings and settings, parsed once into AppConfig. The only file that reads the environment.
import { z } from 'zod';

/** What the Worker is given. Only DB is required; the rest is needed by what uses it. */
export interface Bindings {
  readonly DB: D1Database;
  /** The one writer of the ledger (ledger/sequencer/Sequencer.ts). */
  readonly SEQUENCER?: DurableObjectNamespace;
  /** Wakes queued calls; the receipts are the queue. */
  readonly CALLS?: Queue;
  /** Large and binary results, by hash. */
  readonly ARTIFACTS?: R2Bucket;
  /** What the data functions work on; never the system's own. */
  readonly DATA_DB?: D1Database;
  readonly DATA_KV?: KVNamespace;
  readonly DATA_BUCKET?: R2Bucket;
  readonly DATA_QUEUE?: Queue;
  readonly [name: string]: unknown;
}

export interface AppConfig {
  /** undefined: not configured, and nothing that needs the owner is possible. */
  readonly ownerKey?: string;
  readonly ownerKeyProblem?: string;
  readonly publicRead: boolean;
  /** Identity of this service (issuer, audience, log), not an address; no trailing slash. */
  readonly origin?: string;
  /**
   * Hosts, besides that of `origin`, that are this service. A request's own origin is believed under them (a host without
   * port: under any); rows that point at one of them, port and all, are answered in process.
   */
  readonly allowedHosts: readonly string[];
  readonly allowPrivateHosts: readonly string[];
  /** Shared with the Node service before outbound traffic; undefined where there is none (outbound/outboundMark.ts). */
  readonly outboundNonce?: string;
  /** Private keys by purpose; one that is not there or unusable is absent, and a warning says why. */
  readonly signingKeys: Readonly<Partial<Record<KeyPurpose, PrivateJwk>>>;
  /** Public halves of former keys, so that what they signed stays verifiable. */
  readonly retiredKeys: readonly RetiredJwk[];
  /** Bodies of receipts are erased after so many days; undefined keeps them. */
  readonly retainBodiesDays?: number;
  /** Names that `auth` may mention, as globs. */
  readonly credentialNames: readonly string[];
  /** Where it names a credential, the only origins that may receive it. */
  readonly credentialOrigins: Readonly<Record<string, readonly string[]>>;
  /** Configured credentials by name: those that match credentialNames and are long enough to be used. */
  readonly credentials: ReadonlyMap<string, string>;
  /** Every value that must never leave: credentials and the system's own secrets. */
  readonly secrets: readonly string[];
  readonly warnings: readonly string[];
}

/** What a signing key is for; none is used for two things. */
export const KEY_PURPOSES = ['receipts', 'checkpoints', 'tokens'] as const;
export type KeyPurpose = (typeof KEY_PURPOSES)[number];

/** The setting that holds the private key of each purpose. */
export const SIGNING_KEY_SETTINGS = {
  receipts: 'RECEIPT_SIGNING_KEY',
  checkpoints: 'CHECKPOINT_SIGNING_KEY',
  tokens: 'TOKEN_SIGNING_KEY',
} as const satisfies Record<KeyPurpose, string>;

/** Shorter values cannot be told from ordinary text, so they cannot be credentials. */
export const CREDENTIAL_MIN_CHARS = 8;
export const OWNER_KEY_MIN_CHARS = 32;

/** The system's own names: no row may mention them, whatever CREDENTIAL_NAMES says. */
const SYSTEM_NAMES = new Set<string>(['TERMINAL_KEY', 'MCP_TOKEN', 'MCP_TOKEN_SCOPE', 'OUTBOUND_NONCE', ...Object.values(SIGNING_KEY_SETTINGS)]);

const bytes32 = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
/** An Ed25519 key as a JWK (RFC 8037). */
const publicJwk = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: bytes32 });
const privateJwk = publicJwk.extend({ d: bytes32 });
const retiredJwk = publicJwk.extend({ purpose: z.enum(KEY_PURPOSES) });
export type PrivateJwk = z.infer<typeof privateJwk>;
export type RetiredJwk = z.infer<typeof retiredJwk>;

const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true');
const list = (standard: string) =>
  z
    .string()
    .default(standard)
    .transform((text) =>
      text
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    );

/** Text that is JSON of this shape. */
function jsonOf<Schema extends z.ZodType>(schema: Schema, example: string) {
  return z.string().transform((text, context): z.infer<Schema> => {
    const parsed = schema.safeParse(tryJson(text));
    if (parsed.success) return parsed.data;
    context.addIssue({ code: 'custom', message: `must be JSON such as ${example}` });
    return z.NEVER;
  });
}

const signingKey = jsonOf(privateJwk, '{"kty":"OKP","crv":"Ed25519","x":"…","d":"…"} (npm run keys makes one)').optional();

const settingsSchema = z.object({
  TERMINAL_KEY: z.string().optional(),
  PUBLIC_READ: flag,
  ORIGIN: z
    .url({ protocol: /^https?$/ })
    .transform((text) => new URL(text).origin)
    .optional(),
  ALLOWED_HOSTS: list(''),
  ALLOW_PRIVATE_HOSTS: list(''),
  CREDENTIAL_NAMES: list('*_KEY,*_TOKEN,*_SECRET'),
  CREDENTIAL_ORIGINS: z
    .string()
    .default('{}')
    .pipe(jsonOf(z.record(z.string(), z.array(z.url())), '{"NAME":["https://api.example.com"]}')),
  RECEIPT_SIGNING_KEY: signingKey,
  CHECKPOINT_SIGNING_KEY: signingKey,
  TOKEN_SIGNING_KEY: signingKey,
  RETIRED_SIGNING_KEYS: z
    .string()
    .default('[]')
    .pipe(jsonOf(z.array(retiredJwk), '[{"kty":"OKP","crv":"Ed25519","x":"…","purpose":"receipts"}]')),
  RETAIN_BODIES_DAYS: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, 'must be a number of days')
    .transform(Number)
    .optional(),
});

/** The names of all settings, for the starter script that hands them on. */
export const SETTING_NAMES = Object.keys(settingsSchema.shape);

/**
 * Parses bindings and settings. A setting that cannot be read is a warning and takes its safest value, except that
 * an unusable TERMINAL_KEY leaves the owner key unset: the service then answers 503 where the owner is asked for.
 */
export function readConfig(env: Bindings): AppConfig {
  const warnings: string[] = [];
  const settings = settingsSchema.parse(
    Object.fromEntries(
      Object.entries(settingsSchema.shape).flatMap(([name, schema]) => {
        const value = env[name];
        if (typeof value !== 'string' || value === '') return [];
        const parsed = schema.safeParse(value);
        if (parsed.success) return [[name, value]];
        warnings.push(`${name} is ignored: ${parsed.error.issues[0]?.message ?? 'unusable'}`);
        return [];
      }),
    ),
  );
  const ownerKeyProblem = problemWithOwnerKey(settings.TERMINAL_KEY);
  const credentials = new Map<string, string>();
  for (const [name, value] of Object.entries(env)) {
    if (typeof value !== 'string' || !isCredentialName(name, settings.CREDENTIAL_NAMES)) continue;
    const problem = problemWithCredential(value);
    if (problem === undefined) credentials.set(name, value);
    else if (value !== '') warnings.push(`${name} is ignored: ${problem}`);
  }
  const signingKeys = Object.fromEntries(KEY_PURPOSES.map((purpose) => [purpose, settings[SIGNING_KEY_SETTINGS[purpose]]]));
  const privateParts = Object.values(signingKeys).flatMap((key) => (key === undefined ? [] : [key.d]));
  const ownSecrets = [...SYSTEM_NAMES].map((name) => env[name]).filter((value) => typeof value === 'string' && value.length >= CREDENTIAL_MIN_CHARS);
  return {
    ...(ownerKeyProblem === undefined ? { ownerKey: settings.TERMINAL_KEY } : { ownerKeyProblem }),
    publicRead: settings.PUBLIC_READ,
    origin: settings.ORIGIN,
    allowedHosts: settings.ALLOWED_HOSTS,
    allowPrivateHosts: settings.ALLOW_PRIVATE_HOSTS,
    // No setting: the process that starts the service makes it, and nothing outside hands it on.
    ...(typeof env.OUTBOUND_NONCE === 'string' && env.OUTBOUND_NONCE !== '' ? { outboundNonce: env.OUTBOUND_NONCE } : {}),
    signingKeys,
    retiredKeys: settings.RETIRED_SIGNING_KEYS,
    retainBodiesDays: settings.RETAIN_BODIES_DAYS,
    credentialNames: settings.CREDENTIAL_NAMES,
    credentialOrigins: settings.CREDENTIAL_ORIGINS,
    credentials,
    secrets: [...new Set([...credentials.values(), ...(ownSecrets as string[]), ...privateParts])],
    warnings,
  };
}

/** Whether a row may mention this variable as a credential. `*` in a pattern stands for any characters. */
export function isCredentialName(name: string, patterns: readonly string[]): boolean {
  if (SYSTEM_NAMES.has(name)) return false;
  return patterns.some((pattern) => globMatches(pattern, name));
}

function globMatches(pattern: string, name: string): boolean {
  const pieces = pattern.split('*');
  const [first = '', last = ''] = [pieces[0], pieces.at(-1)];
  if (pieces.length === 1) return pattern === name;
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let from = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const at = name.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return from <= name.length - last.length;
}

/** A value that ordinary text may hold cannot be redacted without eating ordinary text, so it cannot be a credential. */
function problemWithCredential(value: string): string | undefined {
  if (value.length < CREDENTIAL_MIN_CHARS) return `a credential has ${CREDENTIAL_MIN_CHARS} characters or more`;
  return ORDINARY_TEXT.test(value) ? 'it is an ordinary word or name, which answers hold for other reasons' : undefined;
}

/** One word of letters, names such as `unknown_key` and `NOT_FOUND`, and media types: this service's own answers are full of them. */
const ORDINARY_TEXT = /^(?:[A-Za-z]{1,12}|(?=.{1,32}$)(?:[a-z]+(?:_[a-z]+)+|[A-Z]+(?:_[A-Z]+)+|[a-z]+\/[a-z.+-]+))$/;

/** Words that stand in examples and templates; a key made of nothing else is known to everybody. */
const KNOWN_DEFAULTS =
  /^(?:(?:change|replace|me|this|my|your|owner|admin|secret|password|terminal|key|example|default|test|token|abc|xyz)[\W\d_]*)+$/i;

function problemWithOwnerKey(key: string | undefined): string | undefined {
  if (key === undefined) return 'TERMINAL_KEY is not set';
  if (key.length < OWNER_KEY_MIN_CHARS) return `TERMINAL_KEY has fewer than ${OWNER_KEY_MIN_CHARS} characters`;
  if (new Set(key).size < 8 || KNOWN_DEFAULTS.test(key)) return 'TERMINAL_KEY is a known default or too regular';
  return undefined;
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
