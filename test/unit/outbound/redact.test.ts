import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeRedactor } from '../../../src/outbound/redact.ts';
import { redactJson } from '../../../src/outbound/redactJson.ts';
import { redactShape, redactShapeHeaders } from '../../../src/outbound/redactShape.ts';
import type { Json } from '../../../src/templates/parameters.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const base64 = (text: string) => btoa(Array.from(utf8(text), (byte) => String.fromCharCode(byte)).join(''));
const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
const percentByte = (byte: number, upper: boolean) => `%${upper ? hex(byte, 2).toUpperCase() : hex(byte, 2)}`;
const json = (text: string) => JSON.stringify(text).slice(1, -1);
const html = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;').replace(/'/g, '&#39;');

/** Each takes a whole secret; `pick` chooses among the ways to write one character. */
const spellChar: readonly ((char: string) => string)[] = [
  (char) => char,
  (char) => [...utf8(char)].map((byte) => percentByte(byte, true)).join(''),
  (char) => [...utf8(char)].map((byte) => percentByte(byte, false)).join(''),
  (char) => Array.from({ length: char.length }, (_, at) => `\\u${hex(char.charCodeAt(at), 4)}`).join(''),
  (char) => `&#${char.codePointAt(0)};`,
  (char) => `&#x${char.codePointAt(0)?.toString(16).toUpperCase()};`,
];
const spellWhole: readonly ((text: string) => string)[] = [
  encodeURIComponent,
  (text) => new URLSearchParams([['', text]]).toString().slice(1),
  json,
  (text) => json(json(text)),
  (text) => json(json(json(text))),
  (text) => json(text).replaceAll('/', '\\/'),
  html,
  (text) => html(json(text)),
  (text) => encodeURIComponent(json(text)),
  (text) => encodeURIComponent(html(text)),
  (text) => encodeURIComponent(encodeURIComponent(text)),
];

const asciiSecret = fc.string({ unit: 'grapheme-ascii', minLength: 10, maxLength: 40 });
const anySecret = fc.string({ unit: 'grapheme', minLength: 10, maxLength: 30 });
const secretOf = (arbitrary: fc.Arbitrary<string>) => arbitrary.filter((text) => text.trim() === text && text.length >= 10 && new Set(text).size > 3);

describe('S10 a secret in any spelling is never found after redaction', () => {
  it('any mix of percent, JSON and HTML escapes, a character each', () => {
    fc.assert(
      fc.property(secretOf(anySecret), fc.array(fc.nat(spellChar.length - 1), { minLength: 1 }), fc.string(), (secret, picks, around) => {
        // A character that begins escapes is itself escaped wherever others are: else the text would not mean the secret.
        const spelled = Array.from(secret, (char, at) => spellChar[/[%\\&]/.test(char) ? 1 : (picks[at % picks.length] ?? 0)]?.(char) ?? '').join('');
        expect(makeRedactor([secret]).text(`${around.replace(/[%\\&]/g, '')} ${spelled} end`)).toBe(
          `${around.replace(/[%\\&]/g, '')} [redacted] end`,
        );
      }),
    );
  });

  it('the encoders that programs use, also in one another', () => {
    fc.assert(
      fc.property(secretOf(fc.oneof(anySecret, asciiSecret)), fc.constantFrom(...spellWhole), (secret, spell) => {
        expect(makeRedactor([secret]).text(`<${spell(secret)}>`)).toBe('<[redacted]>');
      }),
    );
  });

  it('base64 and base64url at every alignment, padded or not, in lines or not', () => {
    fc.assert(
      fc.property(
        secretOf(fc.oneof(anySecret, asciiSecret)),
        fc.string({ maxLength: 8 }),
        fc.string({ maxLength: 8 }),
        fc.nat(4),
        (secret, before, after, form) => {
          const encoded = base64(`${before}${secret}${after}`);
          const url = encoded.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
          const written =
            [encoded, url, encodeURIComponent(encoded), json(encoded.replace(/.{7}/g, '$&\r\n')), encoded.replace(/.{5}/g, '$&\n')][form] ?? '';
          const redacted = makeRedactor([secret]).text(written);
          expect(redacted).toContain('[redacted]');
          // Left are the surroundings and at most the two characters that the secret shares with them.
          const left = decodeURIComponent(redacted.replace('[redacted]', '').replace(/\\[rn]|[\r\n]/g, ''));
          expect(left.length).toBeLessThanOrEqual(encoded.length - (Math.floor((utf8(secret).length * 8) / 6) - 1));
        },
      ),
    );
  });

  it('bytes in UTF-8 and UTF-16 among bytes of any kind', () => {
    fc.assert(
      fc.property(secretOf(asciiSecret), fc.uint8Array(), fc.uint8Array(), fc.boolean(), (secret, before, after, isWide) => {
        const spelled = isWide ? utf8(secret).reduce<number[]>((all, byte) => [...all, byte, 0], []) : [...utf8(secret)];
        const redacted = makeRedactor([secret]).bytes(Uint8Array.from([...before, 1, ...spelled, 1, ...after]));
        expect(Array.from(redacted).join(',')).not.toContain(spelled.slice(0, -1).join(','));
        expect(redacted.slice(0, before.length)).toEqual(before);
      }),
    );
  });

  it('spellings in spellings, deeper than any encoder goes, are undone', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(encodeURIComponent, json, html), { minLength: 4, maxLength: 7 }),
        secretOf(fc.oneof(anySecret, asciiSecret)),
        (spells, secret) => {
          const spelled = spells.reduce((text, spell) => spell(text), secret);
          expect(makeRedactor([secret]).text(`<${spelled}>`)).toBe('<[redacted]>');
        },
      ),
    );
  });

  it('base64 that mail and headers fold is found', () => {
    const secret = 'folded-9f8e7d6c5b4a/3f2e1d0c+tail';
    for (const fold of ['\r\n ', '\r\n\t', '\n    ', '\\r\\n ', '%0D%0A%20', '&#13;&#10; ']) {
      const written = base64(`user:${secret}`).replace(/.{6}/g, `$&${fold}`);
      expect(makeRedactor([secret]).text(`a: ${written}`)).toMatch(/^a: .{0,24}\[redacted\].{0,12}$/s);
    }
  });

  it('UTF-16 bytes of either order hide neither clear text, escapes nor base64', () => {
    const secret = 'wide-9f8e7d6c5b4a3f2e1d0c';
    const spellings = [secret, encodeURIComponent(`"${secret}`), secret.replaceAll('c', '\\u0063'), base64(`x${secret}`), 'wïde-9f8e-žluť'];
    const redactor = makeRedactor([secret, 'wïde-9f8e-žluť']);
    for (const spelling of spellings) {
      for (const isLittle of [true, false]) {
        const wide = Uint8Array.from(
          Array.from(`<${spelling}>`, (char) => char.charCodeAt(0)).flatMap((unit) => (isLittle ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255])),
        );
        expect(new TextDecoder('latin1').decode(redactor.bytes(wide))).toContain('[redacted]');
      }
    }
  });

  it('a secret that lies across any border within a long text is found once', () => {
    const secret = 'border-"9f8e"-7d6c5b4a';
    for (const spell of [(text: string) => text, json, encodeURIComponent, (text: string) => json(json(text))]) {
      for (const before of [65_500, 65_520, 65_535, 131_060, 131_072]) {
        const around = `${'x'.repeat(before)}\n`;
        expect(makeRedactor([secret]).text(`${around}${spell(secret)}\n${around}`) === `${around}[redacted]\n${around}`).toBe(true);
      }
    }
  });

  it('of many secrets, one within another, none is left', () => {
    const redactor = makeRedactor(['abcdefgh-secret', 'abcdefgh', 'secret-ijklmnop']);
    expect(redactor.text('abcdefgh-secret abcdefgh secret-ijklmnop abcdefgh-secret-ijklmnop')).toBe('[redacted] [redacted] [redacted] [redacted]');
  });

  it('a secret with a line break, or with white space at its ends', () => {
    const redactor = makeRedactor(['-----BEGIN KEY-----\nMIIabc+/=\n-----END KEY-----\n', '  padded-secret \n']);
    expect(redactor.text(JSON.stringify({ a: '-----BEGIN KEY-----\nMIIabc+/=\n-----END KEY-----', b: 'padded-secret' }))).toBe(
      '{"a":"[redacted]","b":"[redacted]"}',
    );
  });
});

describe('ordinary text', () => {
  it('stays as it is, and is the same object', () => {
    const redactor = makeRedactor(['sk-ordinary-9f8e7d6c5b4a', 'päss "wörd" %41\\']);
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.webUrl(), fc.base64String()), (text) => {
        expect(redactor.text(text)).toBe(text);
        const bytes = utf8(text);
        expect(redactor.bytes(bytes)).toBe(bytes);
      }),
    );
  });

  it('is not eaten by short values, or where there is no secret', () => {
    expect(makeRedactor(['a', 'the', '       ', 'short 7']).text('the short 7 a')).toBe('the short 7 a');
    expect(makeRedactor([]).text('anything')).toBe('anything');
  });

  it('around a secret is kept to the byte', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom(...'xyz {}",:/é😀\n') }), { minLength: 1 }), (pieces) => {
        expect(makeRedactor(['0123456789']).text(pieces.join('0123456789'))).toBe(pieces.join('[redacted]'));
      }),
    );
  });
});

describe('hostile text', () => {
  it.each(['\\', '%', '%25', '&', '&amp;', '\\u005c', '\\%5c&#92;', 'aaaa\r\n', '&#'])(
    'made of %j is read through to the secret at its end',
    (unit) => {
      const redactor = makeRedactor(['\\\\"\\"\\%%25&&amp;secret', 'aaaaaaaaaaaaaaab']);
      const noise = unit.repeat(8192);
      expect(redactor.text(`${noise} aaaaaaaaaaaaaaab`)).toBe(`${noise} [redacted]`);
    },
  );
});

describe('redactJson', () => {
  const redactor = makeRedactor(['12345678', 'name-secret']);

  it('reaches strings, member names and numbers at any depth', () => {
    const deep = JSON.parse(`${'['.repeat(20_000)}"name-secret"${']'.repeat(20_000)}`) as Json;
    let inner = redactJson(deep, redactor);
    while (Array.isArray(inner)) inner = inner[0] ?? null;
    expect(inner).toBe('[redacted]');
    expect(redactJson({ a: [1, 'x name-secret', 12345678, null, true], 'name-secret': { b: 0.5 } }, redactor)).toEqual({
      a: [1, 'x [redacted]', '[redacted]', null, true],
      '[redacted]': { b: 0.5 },
    });
  });

  it('finds the secret also among texts that hold control characters', () => {
    const value = { 'a\u0001name-secret': ['\u0001\u0001\u0001\u0001 12345678', 'plain\u0001text', 'ends in %', '41 name-secret'] };
    expect(redactJson(value, redactor)).toEqual({
      'a\u0001[redacted]': ['\u0001\u0001\u0001\u0001 [redacted]', 'plain\u0001text', 'ends in %', '41 [redacted]'],
    });
  });

  it('changes no other value, keeps the order of members, and treats __proto__ as a member', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(JSON.stringify(redactJson(JSON.parse(text) as Json, redactor))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
    expect(JSON.stringify(redactJson(JSON.parse('{"__proto__":{"a":1}}') as Json, redactor))).toBe('{"__proto__":{"a":1}}');
  });
});

describe('the shape of a call', () => {
  const redactor = makeRedactor(['configured-value']);

  it('shows no credential header, and {} where there is no other', () => {
    const credentials = [
      ['Authorization', 'Bearer x'],
      ['Cookie', 'a=b'],
      ['X-Api-Key', 'x'],
      ['proxy-authorization', 'x'],
      ['x-auth-token', 'x'],
      ['x-other', 'configured-value'],
    ] as const;
    expect(redactShapeHeaders(credentials, redactor)).toEqual({});
    expect(redactShapeHeaders([...credentials, ['Accept', '*/*'], ['Idempotency-Key', 'k']], redactor)).toEqual({
      accept: '*/*',
      'idempotency-key': 'k',
    });
  });

  it('shows no member that is shaped like a credential or holds one', () => {
    expect(
      redactShape(
        { key: 'PROJ-1', API_KEY: 'x', nested: [{ access_token: 'x', n: 1 }], url: 'https://x/?a=configured-value', list: ['configured-value'] },
        redactor,
      ),
    ).toEqual({
      key: 'PROJ-1',
      nested: [{ n: 1 }],
      list: ['[redacted]'],
    });
  });
});
