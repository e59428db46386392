// About how many tokens of o200k_base a text has, rather too many than too few. The tokenizer's own table is megabytes; what
// must not be too long for a model is kept short by this estimate instead. Pure.
import { COMMON_WORDS } from './commonWords.ts';

const PIECES = /[A-Z]?[a-z]+|[A-Z]+|\d{1,3}|\s+|[!-/:-@[-`{-~]+|[^\x00-\x7f]|[^]/gu;
/** Random letters have 0.52 to 0.61 tokens each, random punctuation up to 0.75. */
const OF_UNKNOWN_LETTER = 0.62;
const OF_PUNCTUATION = 0.75;
/** An English word that is not in the list has a token for every four letters or more. */
const OF_RARE_LETTER = 0.29;
/** Words in capitals are cut more often. */
const OF_CAPITAL = 0.34;
/** A text of which more letters than this stand in unknown words is no English. */
const UNKNOWN_SHARE = 0.35;

/** At least the true number for documentation, JSON and other scripts; text made to defeat it can have some tenths more. */
export function tokensAtMost(text: string): number {
  let tokens = 0;
  let known = 0;
  const unknown: number[] = [];
  for (const [piece] of text.matchAll(PIECES)) {
    if (!/^[A-Za-z]/.test(piece)) tokens += ofOther(piece);
    else if (/^[A-Z]{2}/.test(piece)) tokens += Math.ceil(piece.length * (COMMON_WORDS.has(piece.toLowerCase()) ? OF_CAPITAL : OF_UNKNOWN_LETTER));
    else if (COMMON_WORDS.has(piece.toLowerCase())) {
      tokens += 1;
      known += piece.length;
    } else unknown.push(piece.length);
  }
  const letters = unknown.reduce((sum, length) => sum + length, 0);
  const each = letters > UNKNOWN_SHARE * (known + letters) && letters > 12 ? OF_UNKNOWN_LETTER : OF_RARE_LETTER;
  return unknown.reduce((sum, length) => sum + Math.ceil(length * each), tokens);
}

function ofOther(piece: string): number {
  const first = piece.charCodeAt(0);
  if (first < 0x80) return piece === ' ' ? 0 : Math.ceil(piece.length * OF_PUNCTUATION);
  if (piece.length > 1) return 4;
  return TWO_TOKENS.some(([from, to]) => first >= from && first < to) ? 2 : 3;
}

/** Scripts in wide use, whose characters nearly all have two tokens or fewer; others have up to three, emoji up to four. */
const TWO_TOKENS = [
  [0, 0x1100],
  [0x2000, 0x2c00],
  [0x3000, 0x3100],
  [0x4e00, 0xa000],
  [0xac00, 0xd7a4],
] as const;

/** The text, or as many of its words as stay within `tokens` and `bytes` (UTF-8) together with the `…` that then ends it. */
export function withinTokens(text: string, tokens: number, bytes = Infinity): string {
  const fits = (some: string, more: number) => tokensAtMost(some) + more <= tokens && utf8Bytes(some) + more * 2 <= bytes;
  // Nothing has fewer than a token for 12 characters in a row, so a longer text need not be looked at.
  if (text.length <= tokens * 12 && fits(text, 0)) return text;
  // By whole words where there are such; a text without spaces ends at any place. Half of what is left at a time.
  const words = text.slice(0, Math.max(0, tokens) * 12).match(/\s*[^\s\uD800-\uDFFF]{1,12}|\s*[\uD800-\uDBFF][\uDC00-\uDFFF]/gu) ?? [];
  let [kept, tooMany] = [0, words.length + 1];
  while (tooMany - kept > 1) {
    const middle = (kept + tooMany) >> 1;
    if (fits(words.slice(0, middle).join(''), 2)) kept = middle;
    else tooMany = middle;
  }
  return kept === 0 ? '' : `${words.slice(0, kept).join('').trimEnd()}…`;
}

export function utf8Bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
