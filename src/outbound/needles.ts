// What of the secrets is looked for: as they stand, with spellings undone, and in base64 at each of its three alignments. Pure.
import { Unwinder } from './spellings.ts';
import { clearView, latin1 } from './views.ts';

export interface ViewNeedle {
  readonly text: string;
  /** The view does not show it, so a match goes on over the backslashes that follow. */
  readonly endsInBackslash: boolean;
}

/** Strings to find by plain search. */
export interface Needles {
  /** In the source as it stands. */
  readonly literal: readonly string[];
  /** In the clear view. */
  readonly clear: readonly ViewNeedle[];
  /** In the base64 view. */
  readonly base64: readonly string[];
}

/** A view of a secret shorter than this says too little: a secret that is all but backslashes is found as it stands only. */
const VIEW_MIN_CHARS = 4;

/** The needles of these secrets in text, or with `inBytes` in bytes that are read as one character each. */
export function needlesOf(secrets: readonly string[], inBytes: boolean): Needles {
  const base64 = unique(secrets.flatMap(base64Cores));
  const base64Url = base64.map((core) => core.replaceAll('+', '-').replaceAll('/', '_'));
  const standing = inBytes ? secrets.flatMap((secret) => [latin1(new TextEncoder().encode(secret)), ...utf16(secret)]) : secrets;
  return { literal: unique([...standing, ...base64, ...base64Url]), clear: secrets.flatMap(clearNeedles), base64 };
}

function clearNeedles(secret: string): ViewNeedle[] {
  const endsInBackslash = secret.endsWith('\\');
  // `%E9` is e-acute where an upstream writes Latin-1, `%C3%A9` where it writes UTF-8.
  const hasLatin1 = Array.from(secret).every((char) => char <= '\u00ff');
  const texts = unique([shown(secret, false), ...(hasLatin1 ? [shown(secret, true)] : [])]);
  return texts.filter((text) => text.length >= VIEW_MIN_CHARS).map((text) => ({ text, endsInBackslash }));
}

function shown(secret: string, asLatin1: boolean): string {
  const unwinder = new Unwinder(secret.length * 3);
  unwinder.read(secret, secret.length, asLatin1);
  return clearView(unwinder).text;
}

/** Of each alignment only the characters that the secret alone decides; the ones it shares with its neighbours stay out. */
function base64Cores(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  return [0, 1, 2].map((shift) => {
    const padded = new Uint8Array(shift + bytes.length);
    padded.set(bytes, shift);
    return btoa(latin1(padded)).slice(Math.ceil((shift * 8) / 6), Math.floor((padded.length * 8) / 6));
  });
}

/** Little and big endian; a zero at the outer edge is left out, since the text may be cut there. */
function utf16(secret: string): string[] {
  const units = Array.from({ length: secret.length }, (_, at) => secret.charCodeAt(at));
  const little = latin1(Uint8Array.from(units.flatMap((unit) => [unit & 0xff, unit >> 8])));
  const big = latin1(Uint8Array.from(units.flatMap((unit) => [unit >> 8, unit & 0xff])));
  return [little.replace(/\0$/, ''), big.replace(/^\0/, '')];
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
