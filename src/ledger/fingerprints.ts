// Salted fingerprints of what went in and came out: whoever holds salt and bytes verifies them, nobody guesses them.
import { sha256Hex } from '../capability/sha256.ts';
import { randomHex } from '../ids.ts';

/** 16 fresh random bytes in hex; one for each receipt. */
export function newSalt(): string {
  return randomHex(16);
}

/** SHA-256(salt ‖ UTF-8 bytes), lower-case hex. */
export function saltedFingerprint(saltHex: string, text: string): Promise<string> {
  return sha256Hex(text, saltHex);
}
