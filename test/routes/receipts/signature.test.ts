// What a receipt proves to whoever has only the public keys: checked here by Web Crypto alone, from the bytes up.
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { handle } from '../../../src/app.ts';
import type { Bindings } from '../../../src/env.ts';
import { addRow, call, OWNER } from '../../support/api.ts';
import { storedState } from '../../support/tables.ts';

interface Jwk {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly kid: string;
  readonly purpose: string;
  readonly retired?: true;
}

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const fromBase64 = (text: string) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
const utf8 = (text: string) => new TextEncoder().encode(text);

/** Members sorted, no white space: RFC 8785 for what claims hold. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
}

async function keysOf(bindings: Partial<Bindings> = {}): Promise<Jwk[]> {
  const response = await handle(new Request('http://localhost/.well-known/jwks.json'), { ...env, ...bindings });
  return (await response.json<{ keys: Jwk[] }>()).keys;
}

async function isSigned(signature: string, claims: unknown, keys: readonly Jwk[]): Promise<boolean> {
  const [head = '', middle, mark = ''] = signature.split('.');
  expect(middle).toBe('');
  const header = JSON.parse(new TextDecoder().decode(fromBase64(head))) as Record<string, string>;
  expect(Object.keys(header).toSorted()).toEqual(['alg', 'kid', 'typ']);
  const jwk = keys.find(({ kid, purpose }) => kid === header['kid'] && purpose === 'receipts');
  if (jwk === undefined) return false;
  const key = await crypto.subtle.importKey('jwk', { kty: jwk.kty, crv: jwk.crv, x: jwk.x }, 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, fromBase64(mark), utf8(`${head}.${base64url(utf8(canonical(claims)))}`));
}

let id: string;

beforeAll(async () => {
  await addRow({ key: 'CLOCK', type: 'fn', target: 'now' });
  await addRow({ key: 'STORE', type: 'fn', target: 'kv_put' });
  id = (await call('POST', '/api/invoke/STORE', { json: { args: { key: 'ä', value: '\u20ac' } } })).body.proof.invocation_id as string;
});

describe('the signature of a receipt', () => {
  it('is over exactly the claims that anybody sees, by the key for receipts', async () => {
    const { body } = await call('GET', `/api/receipts/${id}/confirmation`, { headers: {} });
    const keys = await keysOf();
    expect(await isSigned(body.signature, body.claims, keys)).toBe(true);
    expect(await isSigned(body.signature, { ...body.claims, ok: false }, keys)).toBe(false);
    expect(await isSigned(body.signature, { ...body.claims, duration_ms: body.claims.duration_ms + 1 }, keys)).toBe(false);
  });

  it('is on every receipt, refused ones included, and not on one of a call that runs', async () => {
    const refused = await call('POST', '/api/invoke/CLOCK', { json: { args: { later: 1 } } });
    const { body } = await call('GET', `/api/receipts/${refused.body.proof.invocation_id}/confirmation`, { headers: {} });
    expect(await isSigned(body.signature, body.claims, await keysOf())).toBe(true);
  });

  it('stays verifiable after the key was changed, by the retired key that the service keeps listing', async () => {
    const { body } = await call('GET', `/api/receipts/${id}/confirmation`, { headers: {} });
    const old = JSON.parse(String(env['RECEIPT_SIGNING_KEY'])) as { x: string };
    const fresh = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair;
    const { kty, crv, x, d } = (await crypto.subtle.exportKey('jwk', fresh.privateKey)) as JsonWebKey;
    const rotated = {
      RECEIPT_SIGNING_KEY: JSON.stringify({ kty, crv, x, d }),
      RETIRED_SIGNING_KEYS: JSON.stringify([{ kty, crv, x: old.x, purpose: 'receipts' }]),
    };
    const keys = await keysOf(rotated);
    expect(keys.filter(({ purpose }) => purpose === 'receipts').map(({ x: half, retired }) => [half, retired])).toEqual([
      [x, undefined],
      [old.x, true],
    ]);
    expect(await isSigned(body.signature, body.claims, keys)).toBe(true);
    const request = new Request('http://localhost/api/invoke/CLOCK', {
      method: 'POST',
      headers: { ...OWNER, 'content-type': 'application/json' },
      body: '{}',
    });
    const reply = await (await handle(request, { ...env, ...rotated })).json<{ proof: { invocation_id: string } }>();
    const later = (await call('GET', `/api/receipts/${reply.proof.invocation_id}/confirmation`, { headers: {} })).body;
    expect(await isSigned(later.signature, later.claims, keys)).toBe(true);
    expect(await isSigned(later.signature, later.claims, await keysOf())).toBe(false);
  });
});

describe('without a key', () => {
  const other = JSON.stringify({ ...JSON.parse(String(env['RECEIPT_SIGNING_KEY'])), x: JSON.parse(String(env['TOKEN_SIGNING_KEY'])).x });

  it.each([
    ['RECEIPT_SIGNING_KEY', undefined],
    ['CHECKPOINT_SIGNING_KEY', undefined],
    ['TOKEN_SIGNING_KEY', undefined],
    ['ORIGIN', undefined],
    ['RECEIPT_SIGNING_KEY', 'no key'],
    ['RECEIPT_SIGNING_KEY', '{"kty":"OKP","crv":"Ed25519","x":"AAAA","d":"AAAA"}'],
    ['RECEIPT_SIGNING_KEY', other],
    ['RECEIPT_SIGNING_KEY', env['CHECKPOINT_SIGNING_KEY']],
  ])('(%s = %j) nothing is invoked, nothing is stored, and /health says which', async (name, value) => {
    const before = await storedState();
    for (const path of ['/api/invoke', '/api/dispatch']) {
      const headers = { ...OWNER, 'content-type': 'application/json' };
      const request = new Request(`http://localhost${path}`, { method: 'POST', headers, body: '{"key":"STORE","args":{"key":"a","value":"b"}}' });
      const response = await handle(request, { ...env, [name]: value });
      expect([response.status, (await response.json<{ code: string }>()).code]).toEqual([503, 'not_ready']);
    }
    const health = await handle(new Request('http://localhost/health'), { ...env, [name]: value });
    expect(health.status).toBe(503);
    expect(await health.text()).toMatch(value === env['CHECKPOINT_SIGNING_KEY'] ? /same signing key/ : new RegExp(name));
    expect(await storedState()).toEqual(before);
  });

  it('no private half is in any answer', async () => {
    const { d } = JSON.parse(String(env['RECEIPT_SIGNING_KEY'])) as { d: string };
    await addRow({ key: 'ECHO', type: 'fn', target: 'template' });
    const { body } = await call('POST', '/api/invoke/ECHO', { json: { body: d } });
    expect(JSON.stringify(body)).not.toContain(d);
    expect(JSON.stringify(await keysOf())).not.toContain(d);
  });
});
