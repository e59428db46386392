// The two views in which secrets are looked for once spellings are undone: one for clear text, one for base64. Pure.
import { BACKSLASH, type Unwinder } from './spellings.ts';

/** What stands for each byte in a view; 0: nothing. */
type Alphabet = Uint8Array;

export interface View {
  /** One character a byte. */
  readonly text: string;
  /** The unwinder's entry of each character. */
  readonly entries: Int32Array;
}

/**
 * Clear text: without backslashes, and a control character is the letter of its escape. So `\n`, a line break and `\\n`
 * are one, however many layers of JSON are around. `+` is the space that forms write so.
 */
const CLEAR = alphabet({ '\\': '\0', '+': ' ', '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't' });
/** Base64 and base64url as one, without what folds lines (RFC 2045 section 6.8, RFC 5322 section 2.2.3). */
const BASE64 = alphabet({ '\\': '\0', ' ': '\0', '\t': '\0', '\r': '\0', '\n': '\0', '-': '+', _: '/' });
const [SMALL_N, SMALL_R, SMALL_T] = [0x6e, 0x72, 0x74];

export function clearView(from: Unwinder): View {
  return viewOf(from, CLEAR, false);
}

export function base64View(from: Unwinder): View {
  return viewOf(from, BASE64, true);
}

function viewOf({ bytes, first, length }: Unwinder, as: Alphabet, dropsEscapedBreaks: boolean): View {
  const shown = new Uint8Array(length - first);
  const entries = new Int32Array(length - first);
  let count = 0;
  let previous = 0;
  for (let entry = first; entry < length; entry += 1) {
    const byte = bytes[entry] ?? 0;
    const isBreak = dropsEscapedBreaks && previous === BACKSLASH && (byte === SMALL_N || byte === SMALL_R || byte === SMALL_T);
    previous = byte;
    const seen = isBreak ? 0 : (as[byte] ?? 0);
    if (seen === 0) continue;
    shown[count] = seen;
    entries[count] = entry;
    count += 1;
  }
  return { text: latin1(shown.subarray(0, count)), entries };
}

/** One character a byte, so that an index in the text is one in the bytes. */
export function latin1(bytes: Uint8Array): string {
  const pieces: string[] = [];
  // By Reflect: to spread a typed array walks its iterator. In pieces: arguments lie on the stack.
  for (let at = 0; at < bytes.length; at += 0x2000)
    pieces.push(String(Reflect.apply(String.fromCharCode, undefined, bytes.subarray(at, at + 0x2000))));
  return pieces.join('');
}

function alphabet(changes: Readonly<Record<string, string>>): Alphabet {
  const as = Uint8Array.from({ length: 0x100 }, (_, byte) => byte);
  for (const [from, to] of Object.entries(changes)) as[from.charCodeAt(0)] = to.charCodeAt(0);
  return as;
}
