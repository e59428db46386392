// SHA-256 by Web Crypto (FIPS 180-4).
import { toHex } from '../ids.ts';

/**
 * SHA-256 in 64 lower-case hex digits, of bytes or of a text's UTF-8. With a salt, given in hex, of (salt ‖ bytes).
 * Throws where the salt is no hex: a salt is always our own.
 */
export async function sha256Hex(data: string | Uint8Array, saltHex = ''): Promise<string> {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
  const salt = fromHex(saltHex);
  const salted = new Uint8Array(salt.length + bytes.length);
  salted.set(salt);
  salted.set(bytes, salt.length);
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', salted)));
}

function fromHex(hex: string): Uint8Array {
  if (!/^(?:[0-9a-f]{2})*$/i.test(hex)) throw new TypeError('a salt is given in hex');
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
