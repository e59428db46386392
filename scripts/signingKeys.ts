// Ed25519 key pairs for the three purposes, as the settings take them. `npm run keys` prints a fresh set.
import { generateKeyPairSync } from 'node:crypto';
import { SIGNING_KEY_SETTINGS } from '../src/env.ts';
import { isMain } from './isMain.ts';

/** One fresh private key as JWK text (RFC 8037). */
export function newSigningKey(): string {
  const { kty, crv, x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return JSON.stringify({ kty, crv, x, d });
}

/** A fresh key for each setting that wants one, by its name. */
export function signingKeys(): Record<string, string> {
  return Object.fromEntries(Object.values(SIGNING_KEY_SETTINGS).map((name) => [name, newSigningKey()]));
}

if (isMain(import.meta)) for (const [name, key] of Object.entries(signingKeys())) console.log(`${name}='${key}'`);
