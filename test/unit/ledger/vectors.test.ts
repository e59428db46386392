// Vectors of standards, by two paths: the service's code, and the command line's, which share none.
import { CompactSign, compactVerify, importJWK } from 'jose';
import { describe, expect, it } from 'vitest';
import { fromBase64url, toBase64url, utf8 } from '../../../cli/verify/bytes.ts';
import { canonicalJson as checkedForm, type Json } from '../../../cli/verify/canonicalJson.ts';
import { isSignedBy, keyId, readKeys } from '../../../cli/verify/keys.ts';
import { checkSignature } from '../../../cli/verify/signature.ts';
import { canonicalJson } from '../../../src/capability/canonicalJson.ts';
import { openSigning } from '../../../src/ledger/sign.ts';
import { signedNote, verifierKey } from '../../../src/ledger/note.ts';
import { readConfig, type Bindings } from '../../../src/env.ts';
import { readCheckpoint } from '../../../cli/verify/checkpoint.ts';
import { emptyRoot } from '../../../src/ledger/merkle/hash.ts';
import forms from '../../vectors/canonicalJson.json';
import signatures from '../../vectors/signatures.json';

describe('RFC 8785', () => {
  it.each(forms.texts)('$given', ({ given, canonical }) => {
    const value = JSON.parse(given) as Json;
    expect(canonicalJson(value as never)).toBe(canonical);
    expect(checkedForm(value)).toBe(canonical);
  });

  it.each(forms.numbers)('the number %s is %s', (bits = '', text) => {
    const view = new DataView(new ArrayBuffer(8));
    view.setBigUint64(0, BigInt(`0x${bits}`));
    expect(canonicalJson(view.getFloat64(0))).toBe(text);
    expect(checkedForm(view.getFloat64(0))).toBe(text);
  });
});

describe('RFC 8037', () => {
  const { jwk, jws, kid } = signatures;
  const half = { kty: jwk.kty, crv: jwk.crv, x: jwk.x };

  it('the signature of appendix A.4 verifies by Web Crypto alone, and by the library that the service signs with', async () => {
    const [head = '', middle = '', mark = ''] = jws.split('.');
    const [key, signature] = [fromBase64url(jwk.x), fromBase64url(mark)];
    if (key === undefined || signature === undefined) throw new Error('the vector is damaged');
    expect(await isSignedBy(key, signature, utf8(`${head}.${middle}`))).toBe(true);
    expect(await isSignedBy(key, signature, utf8(`${head}.${middle}A`))).toBe(false);
    await compactVerify(jws, await importJWK(half, 'EdDSA'), { algorithms: ['EdDSA'] });
    const again = await new CompactSign(utf8('Example of Ed25519 signing')).setProtectedHeader({ alg: 'EdDSA' }).sign(await importJWK(jwk, 'EdDSA'));
    expect(again).toBe(jws);
  });

  it('a key is named by its thumbprint (appendix A.3), and is refused under another name', async () => {
    const listed = (name: string) => JSON.stringify({ keys: [{ ...half, kid: name, purpose: 'receipts' }] });
    expect((await readKeys(listed(kid), 'keys')).receipts.map((key) => [key.kid, toBase64url(key.bytes)])).toEqual([[kid, jwk.x]]);
    await expect(readKeys(listed(kid.toLowerCase()), 'keys')).rejects.toThrow('not its thumbprint');
  });
});

describe('C2SP signed note', () => {
  it('the example of its first implementation verifies', async () => {
    const { checkpoints } = await readKeys(signatures.verifierKey, 'key');
    const [key] = checkpoints;
    if (key === undefined) throw new Error('no key');
    const [, body = '', mark = ''] = /^([\s\S]+\n)\n— PeterNeumann (\S+)\n$/.exec(signatures.note) ?? [];
    const bytes = Uint8Array.from(atob(mark), (char) => char.charCodeAt(0));
    expect(bytes.slice(0, 4)).toEqual(await keyId('PeterNeumann', key.bytes));
    expect(await isSignedBy(key.bytes, bytes.slice(4), utf8(body))).toBe(true);
  });
});

describe('what the service signs', () => {
  const other = async () => {
    const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair;
    const { kty, crv, x, d } = (await crypto.subtle.exportKey('jwk', pair.privateKey)) as JsonWebKey;
    return JSON.stringify({ kty, crv, x, d });
  };
  const open = async () => {
    const bindings = {
      ORIGIN: 'https://rowcall.example',
      RECEIPT_SIGNING_KEY: JSON.stringify(signatures.jwk),
      CHECKPOINT_SIGNING_KEY: await other(),
      TOKEN_SIGNING_KEY: await other(),
    };
    const opened = await openSigning(readConfig(bindings as unknown as Bindings));
    if ('problems' in opened) throw new Error(opened.problems.join());
    return opened;
  };

  it('S29 claims: verifies with the JWKS, and not over other claims, by a key for something else, or with a key brought along', async () => {
    const signing = await open();
    const keys = await readKeys(JSON.stringify({ keys: signing.jwks }), 'jwks');
    const claims = { id: 'inv_1', ok: true, ä: [1, 2.5, null] };
    const jws = await signing.signClaims(canonicalJson(claims));
    await checkSignature(claims, jws, keys);
    await expect(checkSignature({ ...claims, ok: false }, jws, keys)).rejects.toThrow('not over these claims');
    await expect(checkSignature(claims, jws, { ...keys, receipts: [] })).rejects.toThrow('no key');
    const misused = signing.jwks.map((key) => (key.purpose === 'receipts' ? { ...key, purpose: 'checkpoints' } : { ...key, purpose: 'receipts' }));
    await expect(checkSignature(claims, jws, await readKeys(JSON.stringify({ keys: misused }), 'jwks'))).rejects.toThrow('not among the trusted');
    const [head = '', , mark = ''] = jws.split('.');
    const header = JSON.parse(new TextDecoder().decode(fromBase64url(head))) as object;
    for (const more of [{ jwk: signatures.jwk }, { b64: false, crit: ['b64'] }, { alg: 'none' }, { alg: 'HS256' }, { typ: 'JWT' }])
      await expect(checkSignature(claims, `${toBase64url(utf8(JSON.stringify({ ...header, ...more })))}..${mark}`, keys)).rejects.toThrow();
  });

  it('checkpoints: verifies with the JWKS and with the verifier key, and not for another origin', async () => {
    const { checkpoints, jwks } = await open();
    const note = await signedNote('https://rowcall.example', 0, await emptyRoot(), checkpoints);
    for (const text of [JSON.stringify({ keys: jwks }), await verifierKey('https://rowcall.example', checkpoints.x)])
      expect(await readCheckpoint(note, await readKeys(text, 'keys'), 'note')).toMatchObject({ origin: 'https://rowcall.example', size: 0 });
    const foreign = await readKeys(await verifierKey('https://other.example', checkpoints.x), 'keys');
    await expect(readCheckpoint(note, foreign, 'note')).rejects.toThrow('do not vouch for');
    await expect(
      readCheckpoint(note.replace('rowcall.example', 'other.example'), await readKeys(JSON.stringify({ keys: jwks }), 'keys'), 'note'),
    ).rejects.toThrow();
    await expect(readCheckpoint(note.replace('\n0\n', '\n1\n'), await readKeys(JSON.stringify({ keys: jwks }), 'keys'), 'note')).rejects.toThrow(
      'was changed',
    );
    await expect(readCheckpoint(note.slice(0, -20), await readKeys(JSON.stringify({ keys: jwks }), 'keys'), 'note')).rejects.toThrow();
  });
});
