// Undoes the spellings of characters (percent, JSON and HTML escapes, in one another to any depth) in one pass. Pure.

const [PERCENT, AMPERSAND, HASH, SEMICOLON] = [0x25, 0x26, 0x23, 0x3b];
const [SMALL_U, SMALL_X, LARGE_X] = [0x75, 0x78, 0x58];
export const BACKSLASH = 0x5c;

/** Zeros below the first entry, so that looking back needs no check of bounds: the longest spelling has eleven characters. */
const FLOOR = 16;

/** Per ASCII code: 0 stands for itself and ends no spelling; else it takes the slow way. */
const NEEDS_CARE = Uint8Array.from({ length: 0x80 }, (_, code) =>
  code === 0 || code === BACKSLASH || code === SEMICOLON ? 1 : hexDigit(code) >= 0 ? 2 : 0,
);

/** The five names of XML, by their letters read as a number in base 256. */
const ENTITIES: ReadonlyMap<number, number> = new Map(
  Object.entries({ quot: 0x22, amp: 0x26, lt: 0x3c, gt: 0x3e, apos: 0x27 }).map(([name, code]) => [
    Array.from(name, (letter) => letter.charCodeAt(0)).reduce((key, letter) => key * 256 + letter, 0),
    code,
  ]),
);

/**
 * A stack of UTF-8 bytes, each with the place in the source where its spelling begins; it ends where the next begins.
 * A character that completes an escape takes the place of that escape, and may complete the next: `&#37;63`, `%5cu0063`
 * and `\\u0063` all become `c`. Each step shortens the stack, so the work is linear whatever the depth. Runs of
 * backslashes are one; `\n` and the like stay two entries, since what they mean is for the views. NUL is left out, so
 * that ASCII in UTF-16 reads like ASCII.
 */
export class Unwinder {
  readonly bytes: Uint8Array;
  readonly starts: Int32Array;
  readonly first = FLOOR;
  length = FLOOR;
  /** The source's place up to which was read. */
  position = 0;

  constructor(capacity: number) {
    this.bytes = new Uint8Array(FLOOR + capacity);
    this.starts = new Int32Array(FLOOR + capacity);
  }

  /** Reads on to `to`; with `areBytes` each character is one byte. Takes at most three entries a character. */
  read(text: string, to: number, areBytes: boolean): void {
    const { bytes, starts } = this;
    for (let at = this.position; at < to; at += 1) {
      const unit = text.charCodeAt(at);
      const care = unit < 0x80 ? (NEEDS_CARE[unit] ?? 1) : 1;
      const { length } = this;
      if (care === 0 || (care === 2 && !this.mayEndHex(length))) {
        bytes[length] = unit;
        starts[length] = at;
        this.length = length + 1;
      } else {
        this.put(unit, at, areBytes);
      }
    }
    this.position = to;
  }

  /** Forgets all but the last entries. */
  keepLast(count: number): void {
    const from = Math.max(this.first, this.length - count);
    this.bytes.copyWithin(this.first, from, this.length);
    this.starts.copyWithin(this.first, from, this.length);
    this.length -= from - this.first;
  }

  /** The place in the source just after the character of this entry. */
  endOf(entry: number): number {
    const start = this.starts[entry] ?? 0;
    let next = entry + 1;
    while (next < this.length && this.starts[next] === start) next += 1;
    return next < this.length ? (this.starts[next] ?? 0) : this.position;
  }

  private put(unit: number, at: number, isByte: boolean): void {
    this.append(unit, at, isByte);
    for (;;) {
      const top = this.bytes[this.length - 1] ?? 0;
      if (top === SEMICOLON ? !this.closeEntity() : hexDigit(top) < 0 || !this.closeHex()) return;
    }
  }

  /** Whether a hex digit at this length can be the last one of `%41`, `\x41`, `\u0041`. */
  private mayEndHex(length: number): boolean {
    const third = this.bytes[length - 2];
    return third === PERCENT || third === SMALL_X || this.bytes[length - 4] === SMALL_U;
  }

  private closeHex(): boolean {
    const { bytes, length } = this;
    const third = bytes[length - 3];
    if (third === PERCENT) return this.replaceFrom(length - 3, this.hexValue(length - 2), true);
    if (third === SMALL_X && bytes[length - 4] === BACKSLASH) return this.replaceFrom(length - 4, this.hexValue(length - 2), false);
    if (bytes[length - 5] !== SMALL_U || bytes[length - 6] !== BACKSLASH) return false;
    return this.replaceFrom(length - 6, this.hexValue(length - 4), false);
  }

  /** `&quot;`, `&#39;`, `&#x2F;`. */
  private closeEntity(): boolean {
    const { bytes, length } = this;
    const last = length - 1;
    let sign = last - 1;
    while (sign > last - 11 && bytes[sign] !== AMPERSAND && isEntityCode(bytes[sign] ?? 0)) sign -= 1;
    if (bytes[sign] !== AMPERSAND || sign === last - 1) return false;
    if (bytes[sign + 1] !== HASH) {
      let key = 0;
      for (let index = sign + 1; index < last; index += 1) key = key * 256 + (bytes[index] ?? 0);
      return this.replaceFrom(sign, ENTITIES.get(key) ?? -1, false);
    }
    const isHex = bytes[sign + 2] === SMALL_X || bytes[sign + 2] === LARGE_X;
    const digits = sign + (isHex ? 3 : 2);
    let code = digits < last ? 0 : -1;
    for (let index = digits; index < last && code >= 0; index += 1) {
      const digit = hexDigit(bytes[index] ?? 0);
      code = digit < 0 || (!isHex && digit > 9) ? -1 : code * (isHex ? 16 : 10) + digit;
    }
    return this.replaceFrom(sign, code, false);
  }

  /** Puts one character in place of the entries from here; false, and nothing done, where the code is none. */
  private replaceFrom(entry: number, code: number, isByte: boolean): boolean {
    if (code < 0 || code > 0x10_ffff) return false;
    const at = this.starts[entry] ?? 0;
    this.length = entry;
    this.append(code, at, isByte);
    return true;
  }

  private append(code: number, at: number, isByte: boolean): void {
    if (code === 0 || (code === BACKSLASH && this.bytes[this.length - 1] === BACKSLASH)) return;
    if (code < 0x80 || isByte) {
      this.push(code, at);
    } else if (code < 0x800) {
      this.push(0xc0 | (code >> 6), at);
      this.push(0x80 | (code & 0x3f), at);
    } else if (code > 0xffff) {
      this.push(0xf0 | (code >> 18), at);
      this.push(0x80 | ((code >> 12) & 0x3f), at);
      this.push(0x80 | ((code >> 6) & 0x3f), at);
      this.push(0x80 | (code & 0x3f), at);
    } else {
      const high = (code & 0xfc00) === 0xdc00 ? this.takeHighSurrogate() : undefined;
      if (high !== undefined) return this.append(0x1_0000 + ((high.unit - 0xd800) << 10) + (code - 0xdc00), high.at, false);
      this.push(0xe0 | (code >> 12), at);
      this.push(0x80 | ((code >> 6) & 0x3f), at);
      this.push(0x80 | (code & 0x3f), at);
    }
  }

  /** A high surrogate waits as its three bytes until its low one comes, in whatever spelling. */
  private takeHighSurrogate(): { unit: number; at: number } | undefined {
    const [lead, middle, tail] = [this.bytes[this.length - 3], this.bytes[this.length - 2] ?? 0, this.bytes[this.length - 1] ?? 0];
    if (lead !== 0xed || (middle & 0xf0) !== 0xa0) return undefined;
    this.length -= 3;
    return { unit: 0xd000 | ((middle & 0x3f) << 6) | (tail & 0x3f), at: this.starts[this.length] ?? 0 };
  }

  private push(byte: number, at: number): void {
    this.bytes[this.length] = byte;
    this.starts[this.length] = at;
    this.length += 1;
  }

  /** The value of the entries from here to the top; negative where one is no digit. */
  private hexValue(from: number): number {
    let value = 0;
    for (let index = from; index < this.length; index += 1) {
      const digit = hexDigit(this.bytes[index] ?? 0);
      if (digit < 0) return -1;
      value = value * 16 + digit;
    }
    return value;
  }
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

function isEntityCode(code: number): boolean {
  const letter = code | 0x20;
  return code === HASH || (code >= 0x30 && code <= 0x39) || (letter >= 0x61 && letter <= 0x7a);
}
