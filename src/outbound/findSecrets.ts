// Where secrets stand in a text, window by window: memory does not grow with the text. Pure.
import type { Needles, ViewNeedle } from './needles.ts';
import { BACKSLASH, Unwinder } from './spellings.ts';
import { base64View, clearView, type View } from './views.ts';

const WINDOW_CHARS = 0x1_0000;
/** Without any of these no secret is spelled in another way than the literal needles. NUL: UTF-16 read as bytes. */
const CAN_SPELL = /[%\\&+\r\n\0]/;

/**
 * Start and end of each stretch that holds secrets, in one flat rising list; none overlaps another. Takes one look a
 * needle and a window, and one pass that undoes spellings where the text holds one.
 */
export function findSecrets(text: string, needles: Needles, areBytes: boolean): number[] {
  const found: number[] = [];
  const literalMax = lengthMax(needles.literal);
  // More than twice the longest needle, since entries that views leave out (line breaks, backslashes) count as well.
  const keptMax = 8 * Math.max(lengthMax(needles.base64), lengthMax(needles.clear.map((needle) => needle.text))) + 0x100;
  const windowChars = Math.max(WINDOW_CHARS, 2 * literalMax, keptMax);
  const unwinder = CAN_SPELL.test(text) ? new Unwinder(Math.min(text.length, windowChars + keptMax) * 3) : undefined;
  for (let from = 0; from < text.length; from += windowChars) {
    const to = Math.min(text.length, from + windowChars);
    const inWindow: number[] = [];
    findLiteral(text, Math.max(0, from - literalMax), to, needles.literal, inWindow);
    if (unwinder !== undefined) {
      unwinder.keepLast(keptMax);
      unwinder.read(text, to, areBytes);
      const clear = clearView(unwinder);
      for (const needle of needles.clear) findInView(text, unwinder, clear, needle, inWindow);
      const base64 = base64View(unwinder);
      for (const needle of needles.base64) findInView(text, unwinder, base64, { text: needle, endsInBackslash: false }, inWindow);
    }
    if (inWindow.length > 0) merge(found, inWindow);
  }
  return found;
}

function findLiteral(text: string, from: number, to: number, literal: readonly string[], found: number[]): void {
  const window = text.slice(from, to);
  for (const needle of literal) {
    for (let at = window.indexOf(needle); at >= 0; at = window.indexOf(needle, at + needle.length)) found.push(from + at, from + at + needle.length);
  }
}

function findInView(source: string, unwinder: Unwinder, view: View, needle: ViewNeedle, found: number[]): void {
  const { length } = needle.text;
  for (let at = view.text.indexOf(needle.text); at >= 0; at = view.text.indexOf(needle.text, at + length)) {
    let first = view.entries[at] ?? 0;
    let last = view.entries[at + length - 1] ?? 0;
    // A backslash in front belongs to the secret or escapes its first character. Left alone it would escape the mark.
    if (unwinder.bytes[first - 1] === BACKSLASH) first -= 1;
    if (needle.endsInBackslash && last + 1 < unwinder.length && unwinder.bytes[last + 1] === BACKSLASH) last += 1;
    let end = unwinder.endOf(last);
    // Of NULs that follow one goes with it, so that UTF-16 stays aligned.
    while (source.charCodeAt(end - 1) === 0 && source.charCodeAt(end - 2) === 0) end -= 1;
    found.push(unwinder.starts[first] ?? 0, end);
  }
}

/** Adds what one window gave. It may reach back into the former window, so the end of the list is taken up again. */
function merge(found: number[], inWindow: readonly number[]): void {
  const pairs: (readonly [start: number, end: number])[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (let index = 0; index < inWindow.length; index += 2) {
    const [start = 0, end = 0] = [inWindow[index], inWindow[index + 1]];
    pairs.push([start, end]);
    least = Math.min(least, start);
  }
  while (found.length > 0 && (found.at(-1) ?? 0) > least) {
    const [start = 0, end = 0] = found.splice(-2);
    pairs.push([start, end]);
  }
  pairs.sort((one, other) => one[0] - other[0]);
  for (const [start, end] of pairs) {
    const last = found.at(-1);
    // Those that touch stay two.
    if (last === undefined || start >= last) found.push(start, end);
    else if (end > last) found[found.length - 1] = end;
  }
}

function lengthMax(texts: readonly string[]): number {
  return texts.reduce((max, text) => Math.max(max, text.length), 0);
}
