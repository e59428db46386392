// The signing keys, opened once, and the signature of claims. jose makes the signatures; the claims are RFC 8785 bytes.
import { calculateJwkThumbprint, CompactSign, compactVerify, importJWK } from 'jose';
import { KEY_PURPOSES, SIGNING_KEY_SETTINGS, type AppConfig, type KeyPurpose, type PrivateJwk } from '../env.ts';

/** A public key as `/.well-known/jwks.json` gives it (RFC 7517, RFC 8037). */
export interface PublicJwk {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  /** RFC 7638 thumbprint. */
  readonly kid: string;
  /** RFC 9864. */
  readonly alg: 'Ed25519';
  readonly use: 'sig';
  readonly purpose: KeyPurpose;
  /** It signs nothing any more; what it signed stays verifiable. */
  readonly retired?: true;
}

export interface Signing {
  /** The signature over the RFC 8785 text of claims: a compact JWS without its middle part (RFC 7515 appendix F). */
  readonly signClaims: (claims: string) => Promise<string>;
  readonly checkpoints: CheckpointKey;
  /** Public halves, the present ones first. */
  readonly jwks: readonly PublicJwk[];
}

export interface CheckpointKey {
  readonly kid: string;
  /** 32 bytes in base64url. */
  readonly x: string;
  /** The Ed25519 signature over the bytes. */
  readonly sign: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;
}

/** Why nothing can be signed, each a sentence without its full stop. */
export interface Unsigned {
  readonly problems: readonly string[];
}

const ALG = 'Ed25519';

/** Opens the three keys; without one of them nothing is signed, and so nothing is invoked. */
export async function openSigning({ signingKeys, retiredKeys, origin }: AppConfig): Promise<Signing | Unsigned> {
  const problems = origin === undefined ? ['ORIGIN is not set: it names this log'] : [];
  const opened = new Map<KeyPurpose, { readonly jwk: PublicJwk; readonly key: CryptoKey }>();
  for (const purpose of KEY_PURPOSES) {
    const jwk = signingKeys[purpose];
    const key = jwk && (await openKey(jwk));
    if (jwk === undefined || key === undefined)
      problems.push(`${SIGNING_KEY_SETTINGS[purpose]} is ${jwk === undefined ? 'not set' : 'no Ed25519 key pair'}`);
    else opened.set(purpose, { key, jwk: await publicJwk(jwk.x, purpose) });
  }
  if (new Set([...opened.values()].map(({ jwk }) => jwk.x)).size < opened.size) problems.push('two purposes have the same signing key');
  const receipts = opened.get('receipts');
  const checkpoints = opened.get('checkpoints');
  if (problems.length > 0 || receipts === undefined || checkpoints === undefined) return { problems };

  const present = [...opened.values()].map(({ jwk }) => jwk);
  const retired = await Promise.all(retiredKeys.map(async ({ x, purpose }) => ({ ...(await publicJwk(x, purpose)), retired: true as const })));
  return {
    signClaims: (claims) => signClaims(claims, receipts.jwk.kid, receipts.key),
    checkpoints: { kid: checkpoints.jwk.kid, x: checkpoints.jwk.x, sign: (bytes) => signBytes(bytes, checkpoints.key) },
    jwks: [...present, ...retired.filter(({ x }) => present.every((key) => key.x !== x))],
  };
}

async function signClaims(claims: string, kid: string, key: CryptoKey): Promise<string> {
  const header = { alg: ALG, kid, typ: 'rowcall-receipt+jws' };
  const jws = await new CompactSign(new TextEncoder().encode(claims)).setProtectedHeader(header).sign(key);
  const [head = '', , signature = ''] = jws.split('.');
  return `${head}..${signature}`;
}

async function signBytes(bytes: Uint8Array<ArrayBuffer>, key: CryptoKey): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign(ALG, key, bytes));
}

/** undefined where the two halves do not belong together. */
async function openKey(jwk: PrivateJwk): Promise<CryptoKey | undefined> {
  try {
    const key = await importJWK(jwk, ALG);
    if (key instanceof Uint8Array) return undefined;
    const { d: _, ...half } = jwk;
    const probe = await new CompactSign(new Uint8Array(1)).setProtectedHeader({ alg: ALG }).sign(key);
    await compactVerify(probe, await importJWK(half, ALG));
    return key;
  } catch {
    return undefined;
  }
}

async function publicJwk(x: string, purpose: KeyPurpose): Promise<PublicJwk> {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x } as const;
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: ALG, use: 'sig', purpose };
}
