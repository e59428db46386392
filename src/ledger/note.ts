// Checkpoints as C2SP signed notes (c2sp.org/signed-note, c2sp.org/tlog-checkpoint), and the key that verifies them.
import type { Hash } from './merkle/hash.ts';
import type { CheckpointKey } from './sign.ts';

/** Signature type of Ed25519 in a note's key. */
const ED25519 = 1;

/** The note that states the root of the tree of `size` entries: three lines, a blank one, the signature. */
export async function signedNote(origin: string, size: number, root: Hash, key: CheckpointKey): Promise<string> {
  const body = `${origin}\n${size}\n${base64(root)}\n`;
  const signature = await key.sign(encode(body));
  return `${body}\n— ${origin} ${base64(concat(await keyId(origin, key.x), signature))}\n`;
}

/** The verifier key: `<name>+<key id in hex>+<base64 of type and public key>`. */
export async function verifierKey(origin: string, x: string): Promise<string> {
  const id = await keyId(origin, x);
  return `${origin}+${Array.from(id, (byte) => byte.toString(16).padStart(2, '0')).join('')}+${base64(typedKey(x))}`;
}

async function keyId(name: string, x: string): Promise<Uint8Array> {
  const digest = await crypto.subtle.digest('SHA-256', concat(encode(`${name}\n`), typedKey(x)));
  return new Uint8Array(digest).slice(0, 4);
}

function typedKey(x: string): Uint8Array<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(x.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
  return concat(Uint8Array.of(ED25519), bytes);
}

function concat(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(parts.flatMap((part) => [...part]));
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(text));
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
