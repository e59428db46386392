import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../src/capability/canonicalJson.ts';
import { isWellFormed } from '../../../src/templates/wellFormed.ts';
import { sha256Hex } from '../../../src/capability/sha256.ts';

describe('canonical JSON', () => {
  it('is the example of RFC 8785, section 3.2.4', () => {
    const value = JSON.parse(
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
    );
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('sorts members by UTF-16 code units and gives a member __proto__ its place', () => {
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":2,"a":{"d":1,"c":2},"\\ufb33":3,"\\ud83d\\ude00":4}'))).toBe(
      '{"__proto__":2,"a":{"c":2,"d":1},"b":1,"😀":4,"\ufb33":3}',
    );
  });

  it('takes objects without prototype, and calls no toJSON that is data', () => {
    expect(canonicalJson(Object.assign(Object.create(null), { toJSON: 'x', a: 1 }))).toBe('{"a":1,"toJSON":"x"}');
  });

  it('has no form for lone surrogates, which isWellFormed finds at any depth', () => {
    expect(() => canonicalJson('\ud800')).toThrow();
    expect(isWellFormed({ a: ['x', { '\udc00': 1 }] })).toBe(false);
    expect(isWellFormed(['\ud800'])).toBe(false);
    expect(isWellFormed({ a: ['😀', null, 1, true] })).toBe(true);
    let deep: unknown = '\ud800';
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(isWellFormed(deep as string)).toBe(false);
  });
});

describe('SHA-256', () => {
  it('is that of FIPS 180-4, of texts and of bytes', async () => {
    expect(await sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(await sha256Hex(new Uint8Array([97, 98, 99]))).toBe(await sha256Hex('abc'));
    expect(await sha256Hex('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });

  it('of a salted text is the hash of salt and bytes in one', async () => {
    expect(await sha256Hex('bc', '61')).toBe(await sha256Hex('abc'));
    await expect(sha256Hex('x', 'zz')).rejects.toThrow();
    await expect(sha256Hex('x', 'abc')).rejects.toThrow();
  });
});
