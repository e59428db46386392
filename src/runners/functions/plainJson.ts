// Copies a value of uncertain origin into plain JSON, within bounds. Pure.
import type { Json } from '../../templates/parameters.ts';

/** A value may hold this many characters, where each member or item counts as one more. */
export const PLAIN_CHARS_MAX = 2_097_152;
export const PLAIN_DEPTH_MAX = 100;

type Why = 'too_large' | 'too_deep' | 'not_json';

export type Plain = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly why: Why };

class NotPlain extends Error {
  readonly why: Why;
  constructor(why: Why) {
    super(why);
    this.why = why;
  }
}

/**
 * The value as plain JSON: own members only, lone surrogates replaced by U+FFFD. A value that is shared many times
 * counts each time, so a small graph cannot unfold into a large text. Numbers that JSON lacks are refused.
 */
export function plainJson(value: unknown, charsMax: number = PLAIN_CHARS_MAX): Plain {
  let chars = 0;
  const count = (more: number): void => {
    chars += more;
    if (chars > charsMax) throw new NotPlain('too_large');
  };
  const copy = (of: unknown, depth: number): Json => {
    if (depth > PLAIN_DEPTH_MAX) throw new NotPlain('too_deep');
    count(1);
    if (of === null || typeof of === 'boolean') return of;
    if (typeof of === 'number' && Number.isFinite(of)) return of;
    if (typeof of === 'string') {
      count(of.length);
      return of.toWellFormed();
    }
    if (Array.isArray(of)) {
      count(of.length);
      return of.map((item: unknown) => copy(item, depth + 1));
    }
    if (typeof of !== 'object') throw new NotPlain('not_json');
    return Object.fromEntries(
      Object.entries(of).map(([name, member]) => {
        count(name.length);
        return [name.toWellFormed(), copy(member, depth + 1)];
      }),
    );
  };
  try {
    return { ok: true, value: copy(value, 0) };
  } catch (error) {
    if (error instanceof NotPlain) return { ok: false, why: error.why };
    throw error;
  }
}
