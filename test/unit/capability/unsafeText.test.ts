import { describe, expect, it } from 'vitest';
import { cleanInvisible, hasUnsafeText } from '../../../src/capability/unsafeText.ts';

describe('unsafe text', () => {
  it.each([
    ['a null', 'a\u0000'],
    ['an escape', '\u001b[31m'],
    ['DEL', '\u007f'],
    ['a C1 control', '\u0085'],
    ['a right-to-left override', 'a\u202eb'],
    ['an isolate', '\u2066x'],
    ['a right-to-left mark', 'x\u200f'],
    ['tag characters', 'a\u{e0041}'],
    ['an invisible operator', 'a\u2062b'],
    ['an annotation anchor', '\ufff9'],
    ['a noncharacter', '\ufffe'],
    ['a lone surrogate', '\ud800'],
    ['hidden variation selectors', 'a\u{e0100}\u{e0101}'],
  ])('is told by %s', (_, text) => {
    expect(hasUnsafeText(text)).toBe(true);
    expect(hasUnsafeText({ a: [{ [text]: 1 }] })).toBe(true);
    expect(hasUnsafeText(['x', { a: text }])).toBe(true);
  });

  it.each([
    ['tab and line ends', 'a\tb\r\nc'],
    ['ZWJ in an emoji', '👩‍💻'],
    ['ZWNJ in Persian', 'می‌خواهم'],
    ['emoji presentation', '❤️'],
    ['Hebrew and Arabic', 'שלום مرحبا'],
    ['a glyph variant of a Han character', '葛\u{e0100}'],
  ])('is not %s', (_, text) => expect(hasUnsafeText(text)).toBe(false));

  it('does not count what cleaning takes away and says so', () => {
    expect(cleanInvisible('\ufeffa\u200bb\u2060')).toEqual({ text: 'ab', cleaned: true });
    expect(cleanInvisible('👩‍💻')).toEqual({ text: '👩‍💻', cleaned: false });
  });
});
