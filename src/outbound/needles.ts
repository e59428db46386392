// What of a secret is looked for: its characters, and its base64 in the three places it can take in three bytes. Pure.
import { isIntroducer, type Reader } from './spellings.ts';

export interface Needle {
  readonly codes: readonly number[];
  /** Base64: `-` and `_` count as `+` and `/`, and lines may be broken anywhere (RFC 2045 section 6.8). */
  readonly isBase64: boolean;
}

const [SPACE, PLUS, MINUS, SLASH, UNDERSCORE, CR, LF] = [0x20, 0x2b, 0x2d, 0x2f, 0x5f, 0x0d, 0x0a];

/** The needles of one secret in text. */
export function textNeedles(secret: string): Needle[] {
  return [plain(codePointsOf(secret)), ...base64Needles(new TextEncoder().encode(secret))];
}

/** The needles of one secret in bytes that are read as one character each; UTF-8 and UTF-16 of either order. */
export function byteNeedles(secret: string): Needle[] {
  const utf8 = [...new TextEncoder().encode(secret)];
  const utf16 = Array.from({ length: secret.length * 2 - 1 }, (_, at) => {
    const unit = secret.charCodeAt(at >> 1);
    return at % 2 === 0 ? unit & 0xff : secret.charCodeAt((at + 1) >> 1) >> 8;
  });
  const isAscii = utf8.length === secret.length;
  return [...textNeedles(secret), ...(isAscii ? [plain(utf16)] : [plain(utf8)])];
}

/** Where the needle ends that begins at `start`, in the spelling that takes most; undefined where it does not stand there. */
export function matchEnd(reader: Reader, start: number, needle: Needle): number | undefined {
  // Characters that can only be read as themselves are the common case.
  let plainChars = 0;
  for (; plainChars < needle.codes.length; plainChars += 1) {
    const code = reader.text.charCodeAt(start + plainChars);
    if (isIntroducer(code) || (code & 0xf800) === 0xd800 || code === CR || code === LF) break;
    if (!accepts(needle, needle.codes[plainChars] ?? -1, code)) return undefined;
  }
  // All places where the part matched so far can end: a few, since each spelling is bounded. So the work is linear.
  let ends: readonly number[] = [start + plainChars];
  for (let index = plainChars; index < needle.codes.length; index += 1) {
    const wanted = needle.codes[index] ?? -1;
    const next: number[] = [];
    for (const at of needle.isBase64 && index > 0 ? pastLineBreaks(reader, ends) : ends) {
      const code = reader.text.charCodeAt(at);
      if (!isIntroducer(code) && (code & 0xf800) !== 0xd800) {
        if (accepts(needle, wanted, code)) addOnce(next, at + 1);
        continue;
      }
      for (const reading of reader.read(at)) if (accepts(needle, wanted, reading.code)) addOnce(next, reading.end);
    }
    if (next.length === 0) return undefined;
    ends = next;
  }
  return Math.max(...ends);
}

/** The codes with which a text that holds the needle can begin, when read. */
export function firstCodes(needle: Needle): number[] {
  const first = needle.codes[0] ?? -1;
  return [first, SPACE, PLUS, MINUS, SLASH, UNDERSCORE].filter((code, at) => at === 0 || accepts(needle, first, code));
}

function accepts(needle: Needle, wanted: number, got: number): boolean {
  if (got === wanted) return true;
  if (needle.isBase64) return (wanted === PLUS && got === MINUS) || (wanted === SLASH && got === UNDERSCORE);
  return wanted === SPACE && got === PLUS;
}

function pastLineBreaks(reader: Reader, ends: readonly number[]): readonly number[] {
  const all = [...ends];
  for (let index = 0; index < all.length && index < 64; index += 1) {
    const at = all[index] ?? 0;
    const code = reader.text.charCodeAt(at);
    if (code === CR || code === LF) addOnce(all, at + 1);
    else if (isIntroducer(code)) for (const reading of reader.read(at)) if (reading.code === CR || reading.code === LF) addOnce(all, reading.end);
  }
  return all;
}

/** Of each place only the characters that the secret alone decides; the ones it shares with its neighbours stay out. */
function base64Needles(bytes: Uint8Array): Needle[] {
  return [0, 1, 2].map((shift) => {
    const padded = new Uint8Array(shift + bytes.length);
    padded.set(bytes, shift);
    const encoded = btoa(Array.from(padded, (byte) => String.fromCharCode(byte)).join(''));
    const core = encoded.slice(Math.ceil((shift * 8) / 6), Math.floor((padded.length * 8) / 6));
    return { codes: codePointsOf(core), isBase64: true };
  });
}

function plain(codes: readonly number[]): Needle {
  return { codes, isBase64: false };
}

function codePointsOf(text: string): number[] {
  return Array.from(text, (char) => char.codePointAt(0) ?? 0);
}

function addOnce(list: number[], item: number): void {
  if (!list.includes(item)) list.push(item);
}
