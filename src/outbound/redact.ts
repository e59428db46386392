// Replaces every spelling of every secret by a mark, in text and bytes. Pure.
import type { Redactor } from '../context.ts';
import { CREDENTIAL_MIN_CHARS } from '../env.ts';
import { byteNeedles, firstCodes, matchEnd, textNeedles, type Needle } from './needles.ts';
import { isIntroducer, readerOf, type Reader } from './spellings.ts';

export const REDACTED = '[redacted]';

/**
 * A redactor for these values. Replaced are: the value in clear, percent-encoded (also `+` for space), JSON-escaped,
 * HTML-escaped, any mix of these, up to three deep in one another, and base64 or base64url in all alignments.
 * Values shorter than a credential may be are left alone. What holds none comes back as the same object; the work is
 * linear in the input. Not covered: what an upstream compresses, encrypts or spells in ways of its own.
 */
export function makeRedactor(secrets: readonly string[]): Redactor {
  // White space at the ends is what transports take off: without it the secret is found in either form.
  const values = [...new Set(secrets.map((secret) => secret.trim().toWellFormed()))].filter((secret) => secret.length >= CREDENTIAL_MIN_CHARS);
  if (values.length === 0) return { text: (text) => text, bytes: (bytes) => bytes };
  const inText = indexNeedles(values.flatMap(textNeedles));
  const inBytes = indexNeedles(values.flatMap(byteNeedles));
  return {
    text: (text) => replace(text, inText),
    bytes: (bytes) => {
      const text = latin1(bytes);
      const redacted = replace(text, inBytes);
      return redacted === text ? bytes : Uint8Array.from(redacted, (char) => char.charCodeAt(0));
    },
  };
}

interface NeedleIndex {
  readonly byFirstCode: ReadonlyMap<number, readonly Needle[]>;
  /** 1 at each UTF-16 unit with which a needle, in whatever spelling, can begin. */
  readonly beginnings: Uint8Array;
}

function indexNeedles(needles: readonly Needle[]): NeedleIndex {
  const byFirstCode = new Map<number, Needle[]>();
  const beginnings = new Uint8Array(0x1_0000);
  for (const needle of needles) {
    for (const code of firstCodes(needle)) {
      byFirstCode.set(code, [...(byFirstCode.get(code) ?? []), needle]);
      beginnings[String.fromCodePoint(code).charCodeAt(0)] = 1;
    }
  }
  for (let code = 0; code < 0x80; code += 1) if (isIntroducer(code)) beginnings[code] = 1;
  return { byFirstCode, beginnings };
}

function replace(text: string, index: NeedleIndex): string {
  const reader = readerOf(text);
  const pieces: string[] = [];
  let kept = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (index.beginnings[text.charCodeAt(at)] !== 1) continue;
    const end = longestMatch(reader, at, index);
    if (end === undefined) continue;
    pieces.push(text.slice(kept, at), REDACTED);
    kept = end;
    at = end - 1;
  }
  return kept === 0 ? text : pieces.join('') + text.slice(kept);
}

function longestMatch(reader: Reader, at: number, index: NeedleIndex): number | undefined {
  let longest: number | undefined;
  for (const reading of reader.read(at)) {
    for (const needle of index.byFirstCode.get(reading.code) ?? []) {
      const end = matchEnd(reader, at, needle);
      if (end !== undefined && end > (longest ?? -1)) longest = end;
    }
  }
  return longest;
}

/** One character a byte, so that an index in the text is one in the bytes. */
function latin1(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x2000) pieces.push(String.fromCharCode(...bytes.subarray(at, at + 0x2000)));
  return pieces.join('');
}
