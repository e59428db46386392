// Characters that a reader cannot see but a model or a terminal obeys. Pure.
import type { Json } from '../templates/parameters.ts';

/**
 * Control characters but tab, LF and CR; the bidirectional controls (UAX 9); tag characters; deprecated format,
 * invisible operator and annotation characters; noncharacters and lone surrogates. A variation selector of the
 * supplement is harmless behind a Han character, where it picks a glyph, and hides data anywhere else.
 * ZWJ and ZWNJ are part of ordinary writing and stay.
 */
const UNSAFE = new RegExp(
  [
    '[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]',
    '\\p{Bidi_Control}',
    '[\\u{e0000}-\\u{e007f}]',
    '[\\u2061-\\u2064\\u206a-\\u206f\\ufff9-\\ufffb\\u{1d173}-\\u{1d17a}]',
    '\\p{Noncharacter_Code_Point}',
    '\\p{Surrogate}',
    '(?<!\\p{Script=Han})[\\u{e0100}-\\u{e01ef}]',
  ].join('|'),
  'u',
);

const INVISIBLE = /[\u200b\u2060\ufeff]/g;

/** Whether a text, or any string or member name in a JSON value, holds an unsafe character. Any depth; never throws. */
export function hasUnsafeText(value: Json): boolean {
  const pending: Json[] = [value];
  while (pending.length > 0) {
    const next = pending.pop() as Json;
    if (typeof next === 'string') {
      if (UNSAFE.test(next)) return true;
    } else if (Array.isArray(next)) {
      for (const item of next) pending.push(item);
    } else if (next !== null && typeof next === 'object') {
      for (const [name, member] of Object.entries(next)) pending.push(name, member);
    }
  }
  return false;
}

/** The text without zero-width spaces, word joiners and byte order marks; `cleaned` says whether there was one. */
export function cleanInvisible(text: string): { readonly text: string; readonly cleaned: boolean } {
  const clean = text.replace(INVISIBLE, '');
  return { text: clean, cleaned: clean.length !== text.length };
}
