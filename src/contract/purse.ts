// What a short contract may still spend. Pure.
import { tokensAtMost, utf8Bytes, withinTokens } from '../capability/tokens.ts';

export interface Purse {
  /** The text, or its head with `…`, for at most `tokens` of what is left; undefined where nothing of it fits. */
  readonly head: (text: string, tokens: number) => string | undefined;
  /** Whether the whole of it fits; if so, it is spent. */
  readonly whole: (text: string, tokens?: number) => boolean;
  /** Spends what cannot be left out; what is left may then be less than nothing. */
  readonly must: (text: string) => void;
  readonly isOverdrawn: () => boolean;
  readonly wasShort: () => boolean;
}

/** `bytes`: of UTF-8, as JSON has the text. */
export function purse(tokens: number, bytes: number): Purse {
  let left = { tokens, bytes };
  let short = false;
  const spend = (text: string) => {
    left = { tokens: left.tokens - tokensAtMost(text), bytes: left.bytes - utf8Bytes(JSON.stringify(text)) + 2 };
  };
  return {
    head(text, most) {
      // What JSON escapes add to it, at most: a short contract has room for less than this head.
      const start = text.slice(0, 2_000);
      const escapes = utf8Bytes(JSON.stringify(start)) - 2 - utf8Bytes(start);
      const kept = withinTokens(text, Math.max(0, Math.min(most, left.tokens)), left.bytes - escapes);
      if (kept !== text) short = true;
      if (kept === '') return undefined;
      spend(kept);
      return kept;
    },
    whole(text, most = Infinity) {
      const fits = text.length <= left.tokens * 12 && tokensAtMost(text) <= Math.min(most, left.tokens) && utf8Bytes(text) <= left.bytes;
      if (fits) spend(text);
      else short = true;
      return fits;
    },
    must: spend,
    isOverdrawn: () => left.tokens < 0 || left.bytes < 0,
    wasShort: () => short,
  };
}
