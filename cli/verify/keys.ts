// The public keys that somebody trusts, each for its own purpose.
import { concat, fromBase64, fromBase64url, sha256, toBase64url, toHex, utf8, type Bytes } from './bytes.ts';
import { canonicalJson } from './canonicalJson.ts';
import { Undecided } from './verdict.ts';

export interface ReceiptKey {
  readonly kid: string;
  readonly bytes: Bytes;
}

export interface CheckpointKey {
  readonly bytes: Bytes;
  /** The only log that it vouches for; a JWKS does not say. */
  readonly name?: string;
}

export interface Keys {
  readonly receipts: readonly ReceiptKey[];
  readonly checkpoints: readonly CheckpointKey[];
}

/** Type of an Ed25519 key in a C2SP signed note. */
const ED25519 = 1;

/** Reads a JWKS (RFC 7517) or lines of C2SP verifier keys. Throws Undecided where it is neither. */
export async function readKeys(text: string, where: string): Promise<Keys> {
  if (text.trimStart().startsWith('{')) return readJwks(text, where);
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const checkpoints = await Promise.all(lines.map((line) => readVerifierKey(line, where)));
  if (checkpoints.length === 0) throw new Undecided(`${where} holds no key.`);
  return { receipts: [], checkpoints };
}

async function readJwks(text: string, where: string): Promise<Keys> {
  const keys = membersOf(text, where);
  const receipts: ReceiptKey[] = [];
  const checkpoints: CheckpointKey[] = [];
  for (const { kty, crv, x, kid, purpose } of keys) {
    if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string') continue;
    const bytes = fromBase64url(x);
    // RFC 7638: the name of a key is made of the key.
    const thumbprint = toBase64url(await sha256(utf8(canonicalJson({ crv: 'Ed25519', kty: 'OKP', x }))));
    if (bytes?.length !== 32 || kid !== thumbprint) throw new Undecided(`${where} holds a key whose kid is not its thumbprint.`);
    if (purpose === 'receipts') receipts.push({ kid: thumbprint, bytes });
    if (purpose === 'checkpoints') checkpoints.push({ bytes });
  }
  return { receipts, checkpoints };
}

function membersOf(text: string, where: string): Record<string, unknown>[] {
  try {
    const { keys } = JSON.parse(text) as { keys?: unknown };
    if (Array.isArray(keys)) return keys.filter((key): key is Record<string, unknown> => key !== null && typeof key === 'object');
  } catch {
    // Said below.
  }
  throw new Undecided(`${where} is no JWKS.`);
}

async function readVerifierKey(line: string, where: string): Promise<CheckpointKey> {
  const [, name = '', id = '', key = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(line) ?? [];
  const typed = fromBase64(key);
  if (typed?.length !== 33 || typed[0] !== ED25519) throw new Undecided(`${where} holds a line that is no verifier key.`);
  const bytes = typed.slice(1);
  if (toHex(await keyId(name, bytes)) !== id) throw new Undecided(`${where} holds a verifier key whose id is not its own.`);
  return { bytes, name };
}

/** The first four bytes of SHA-256(name ‖ LF ‖ type ‖ key) (C2SP signed-note). */
export async function keyId(name: string, key: Bytes): Promise<Bytes> {
  return (await sha256(concat(utf8(`${name}\n`), Uint8Array.of(ED25519), key))).slice(0, 4);
}

/** Whether the Ed25519 signature (RFC 8032) is the key's over the bytes. */
export async function isSignedBy(key: Bytes, signature: Bytes, data: Bytes): Promise<boolean> {
  if (key.length !== 32 || signature.length !== 64) return false;
  const imported = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', imported, signature, data);
}
