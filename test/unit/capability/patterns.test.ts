import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { patternProblem, textCharsMax, unicodePattern } from '../../../src/capability/patterns.ts';
import { regexTokens } from '../../../src/capability/regexTokens.ts';

describe('a pattern', () => {
  it.each([
    '^[a-z0-9]+(?:-[a-z0-9]+)*$',
    '^\\d+(\\.\\d+)?$',
    '^(\\d{1,3}\\.){3}\\d{1,3}$',
    '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
    '^(A[A-Z0-9]{1,})?$',
    '^[^@\\s]+@[^@\\s]+$',
    '^\\p{L}+$',
    '(foo|far)*',
    '(?<year>\\d{4})-\\k<year>',
    '^[a-z\\"]$',
    '[\\w-.]+',
    'a{b',
    '',
    '^[^/]+/[^/]+$',
    '[^\\s]+',
    '^(?=.*\\d)(?=.*[a-z])(?=.*[A-Z]).{8,}$',
    '^https?://[^/?#]+(/[^?#]*)?(\\?.*)?$',
    '^(?:(?:25[0-5]|2[0-4]\\d|[01]?\\d\\d?)\\.){3}(?:25[0-5]|2[0-4]\\d|[01]?\\d\\d?)$',
    '^.*foo.*bar$',
    '^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,}$',
  ])('in ordinary use is accepted: %s', (pattern) => expect(patternProblem(pattern)).toBeUndefined());

  it.each([
    '(a+)+',
    '(a*)*$',
    '([a-z]+)+$',
    '((ab)+)*',
    '(a?a?)*',
    '(x+x+)+y',
    '(.*a){20}',
    '(a{1,5}){1,50}',
    '(?:(?:a|b)+|c)*',
    '(-a+a*)*',
    '((-a+)(a+-))*',
    '((?<n>-a+)*)*',
    '(a|a)*',
    '(a|aa)+$',
    '(\\w|\\d)*',
    '(?:[a-f]|[d-z])+',
    '^(a|a){9}(a|a){9}(a|a){9}$',
    '^((?=a)(a|aa))+$',
    '^(?:(?:a|a)(?:a|a)){6}$',
    '^(?:(?:x)|(?:x)){25}y$',
    `^${'a?'.repeat(20)}${'a'.repeat(20)}$`,
    '^.*.*.*x$',
    '^.*.*.*.*x$',
    '(?=(a+)+b)a',
    '(?<=(a+)+b)a',
    '^((a+)+)b$',
    '^(((a|a)*))?b$',
    '^(?:((a*)*))x',
    '^(\\S+\\s*)+$',
    '(.*a){20}',
    '.*a.*b.*c.*d.*e',
  ])('that can run for ever is refused: %s', (pattern) => expect(patternProblem(pattern)).toContain('run for ever'));

  it.each(['[', '(', '*', '(?<a', '\\Z{', 'a'.repeat(3_000)])('that is none is refused', (pattern) => expect(patternProblem(pattern)).toBeDefined());

  it.each([
    ['^[a-z0-9]+(?:-[a-z0-9]+)*$', Infinity],
    ['^[^@\\s]+@[^@\\s]+$', Infinity],
    ['\\S+', Infinity],
    ['^.*.*x$', 3_162],
    ['\\d+x', 3_162],
    ['^.*1\\d+x$', 3_162],
    ['^(?:(?=a*b)a)*c$', 3_162],
    ['(?:[a-z]{0,99}1){0,99}2', 3_162],
    ['a'.repeat(500) + '+b', 3_162],
    ['^.*a.*b.*c$', 215],
    ['(.)\\1*\\1*x', 215],
  ])('is applied to texts for which its steps are few: %s', (pattern, chars) => expect(textCharsMax(pattern)).toBe(chars));

  it('written without the u flag matches the same with it', () => {
    for (const [pattern, yes, no] of [
      ['^[\\w-.]+$', 'a-b.c', 'a/b'],
      ['^\\-\\"\\_\\@$', '-"_@', '\\-'],
      ['^a{b}$', 'a{b}', 'ab'],
      ['^]$', ']', '['],
      ['^[\\"\\-x]$', '-', '\\'],
    ] as const) {
      const mended = new RegExp(unicodePattern(pattern) ?? '(?!)', 'u');
      expect(new RegExp(pattern).test(yes) && mended.test(yes)).toBe(true);
      expect(new RegExp(pattern).test(no) || mended.test(no)).toBe(false);
    }
  });

  it('of many alternatives is judged without comparing characters for each pair', () => {
    const many = Array.from({ length: 400 }, (_, at) => `[${String.fromCodePoint(0x4e00 + 2 * at, 0x4e01 + 2 * at)}]x`).join('|');
    expect(patternProblem(`^(?:${many.slice(0, 1_900).replace(/\|[^|]*$/, '')})+$`)).toBeUndefined();
  });

  it('of any text is judged without throwing, and its tokens are the whole of it', () => {
    const piece = fc.constantFrom(
      'a',
      '-',
      '(',
      '(?:',
      ')',
      '[',
      ']',
      '{',
      '}',
      '{2}',
      '{1,3}',
      '*',
      '+',
      '?',
      '|',
      '\\',
      '\\d',
      '\\w',
      '.',
      '^',
      '$',
      '😀',
      '\ud800',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
        (pattern) => {
          expect(
            regexTokens(pattern)
              .map(({ text }) => text)
              .join(''),
          ).toBe(pattern);
          if (patternProblem(pattern) === undefined) expect(() => new RegExp(unicodePattern(pattern) ?? '[', 'u')).not.toThrow();
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
