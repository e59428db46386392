// The JSON value that a text is, for arguments whose type nobody declared. Pure.
import { isWellFormed } from './wellFormed.ts';
import { isExactNumber, JSON_DEPTH_MAX } from './jsonReader.ts';
import type { Json } from './parameters.ts';

const NUMBER = /-?[0-9.eE+-]+/y;
/** The rest of a string behind its first quote; greedy classes only, so it is linear. */
const PLAIN_TEXT = /[^"\\]*/y;

/**
 * The value of a JSON text (RFC 8259). undefined where the text is none, and where its value would not be what was
 * written: numbers that lose digits, half surrogate pairs, deeper than 64 levels. Such text stays a string, unharmed.
 */
export function jsonOfText(text: string): Json | undefined {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
  return isShallowAndExact(text) && isWellFormed(value) ? value : undefined;
}

/** Walks a text that is known to be JSON. */
function isShallowAndExact(json: string): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charAt(at);
    if (character === '"') {
      at = closingQuote(json, at);
    } else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > JSON_DEPTH_MAX) return false;
    } else if (character === '}' || character === ']') {
      depth -= 1;
    } else if (/[-0-9]/.test(character)) {
      NUMBER.lastIndex = at;
      const [number = ''] = NUMBER.exec(json) ?? [];
      if (!isExactNumber(number)) return false;
      at += number.length - 1;
    }
  }
  return true;
}

function closingQuote(json: string, open: number): number {
  let at = open + 1;
  for (;;) {
    PLAIN_TEXT.lastIndex = at;
    PLAIN_TEXT.exec(json);
    at = PLAIN_TEXT.lastIndex;
    if (json.charAt(at) !== '\\') return at;
    at += 2;
  }
}
