// SHA-256 by Web Crypto (FIPS 180-4).
import { fromHex, toHex } from '../ids.ts';

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
