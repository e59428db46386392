// How one character may be written: percent-encoded, JSON- or HTML-escaped, or any of these inside another. Pure.

export interface Reading {
  /** Code point. */
  readonly code: number;
  /** Index in the text just after the spelling. */
  readonly end: number;
}

type Add = (code: number, end: number) => void;

/** How deep escapes may stand in one another: JSON in JSON in a query parameter is three. */
const NESTING = 3;

const [PERCENT, BACKSLASH, AMPERSAND, HASH, SEMICOLON] = [0x25, 0x5c, 0x26, 0x23, 0x3b];
/** What a backslash and this character stand for, RFC 8259 section 7 and the quotes of JavaScript. */
const ESCAPES: ReadonlyMap<number, number> = new Map(
  Object.entries({ '"': '"', '\\': '\\', '/': '/', "'": "'", b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }).map(([letter, char]) => [
    letter.charCodeAt(0),
    char.charCodeAt(0),
  ]),
);
const [SMALL_U, SMALL_X] = [0x75, 0x78];
const ENTITIES: readonly (readonly [name: string, code: number])[] = [
  ['quot', 0x22],
  ['amp', 0x26],
  ['lt', 0x3c],
  ['gt', 0x3e],
  ['apos', 0x27],
];

/** Whether a spelling longer than the character itself can begin with this code. */
export function isIntroducer(code: number): boolean {
  return code === PERCENT || code === BACKSLASH || code === AMPERSAND;
}

/** Reads one text; `read(at)` gives every way to read the one character that begins there, the literal one first. */
export interface Reader {
  readonly text: string;
  /** Empty at the end of the text. Their number and the work to find them are bounded, whatever the text is. */
  readonly read: (at: number, depth?: number) => readonly Reading[];
}

/** How many places are remembered: more than one spelling is long, so that neighbouring places share their work. */
const REMEMBERED = 256;

/** A reader, fast where it is asked for places in rising order. */
export function readerOf(text: string): Reader {
  // Filled as needed: most texts are short and have few escapes.
  const remembered: { at: number; found: readonly Reading[] }[] = [];
  const reader: Reader = {
    text,
    read: (at, depth = NESTING) => {
      const slot = depth * REMEMBERED + (at % REMEMBERED);
      const known = remembered[slot];
      if (known?.at === at) return known.found;
      const found = readingsAt(reader, at, depth);
      remembered[slot] = { at, found };
      return found;
    },
  };
  return reader;
}

function readingsAt(reader: Reader, at: number, depth: number): readonly Reading[] {
  const literal = reader.text.codePointAt(at);
  if (literal === undefined) return [];
  const found: Reading[] = [{ code: literal, end: at + (literal > 0xffff ? 2 : 1) }];
  if (depth === 0 || !isIntroducer(literal)) return found;
  const add: Add = (code, end) => {
    for (const known of found) if (known.end === end && known.code === code) return;
    found.push({ code, end });
  };
  for (const first of reader.read(at, depth - 1)) {
    add(first.code, first.end);
    if (first.code === PERCENT) addPercent(reader, first.end, depth - 1, add);
    else if (first.code === BACKSLASH) addBackslash(reader, first.end, depth - 1, add);
    else if (first.code === AMPERSAND) addEntity(reader, first.end, depth - 1, add);
  }
  return found;
}

/** `%41`, `%C3%A9`; a byte above 0x7f is also read as Latin-1. */
function addPercent(reader: Reader, at: number, depth: number, add: Add): void {
  const byte = hex(reader.text, at, 2);
  if (byte === undefined) return;
  add(byte, at + 2);
  if (byte >= 0xc2 && byte < 0xe0) addContinuation(reader, at + 2, depth, byte & 0x1f, 1, add);
  else if (byte >= 0xe0 && byte < 0xf0) addContinuation(reader, at + 2, depth, byte & 0x0f, 2, add);
  else if (byte >= 0xf0 && byte < 0xf5) addContinuation(reader, at + 2, depth, byte & 0x07, 3, add);
}

function addContinuation(reader: Reader, at: number, depth: number, bits: number, missing: number, add: Add): void {
  if (missing === 0) {
    if (bits <= 0x10_ffff) add(bits, at);
    return;
  }
  for (const sign of reader.read(at, depth)) {
    const byte = sign.code === PERCENT ? hex(reader.text, sign.end, 2) : undefined;
    if (byte === undefined || (byte & 0xc0) !== 0x80) continue;
    addContinuation(reader, sign.end + 2, depth, (bits << 6) | (byte & 0x3f), missing - 1, add);
  }
}

/** `\"`, `\u0041`, `\ud83d\ude00`, `\x41`. */
function addBackslash(reader: Reader, at: number, depth: number, add: Add): void {
  for (const next of reader.read(at, depth)) {
    const simple = ESCAPES.get(next.code);
    if (simple !== undefined) add(simple, next.end);
    if (next.code === SMALL_X) {
      const code = hex(reader.text, next.end, 2);
      if (code !== undefined) add(code, next.end + 2);
    }
    const unit = next.code === SMALL_U ? hex(reader.text, next.end, 4) : undefined;
    if (unit === undefined) continue;
    add(unit, next.end + 4);
    if (unit >= 0xd800 && unit < 0xdc00) addLowSurrogate(reader, next.end + 4, depth, unit, add);
  }
}

function addLowSurrogate(reader: Reader, at: number, depth: number, high: number, add: Add): void {
  for (const slash of reader.read(at, depth)) {
    const low = slash.code === BACKSLASH && reader.text[slash.end] === 'u' ? hex(reader.text, slash.end + 1, 4) : undefined;
    if (low === undefined || low < 0xdc00 || low > 0xdfff) continue;
    add(0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00), slash.end + 5);
  }
}

/** `&quot;`, `&#39;`, `&#x2F;`, with `#` and `;` in any spelling of their own. */
function addEntity(reader: Reader, at: number, depth: number, add: Add): void {
  const close = (from: number, code: number) => {
    for (const end of reader.read(from, depth)) if (end.code === SEMICOLON) add(code, end.end);
  };
  const named = ENTITIES.find(([name]) => reader.text.startsWith(name, at));
  if (named !== undefined) close(at + named[0].length, named[1]);
  for (const sign of reader.read(at, depth)) {
    if (sign.code !== HASH) continue;
    const number = /^(?:([0-9]{1,8})|[xX]([0-9a-fA-F]{1,7}))/.exec(reader.text.slice(sign.end, sign.end + 9));
    if (number === null) continue;
    const code = number[1] === undefined ? Number.parseInt(number[2] ?? '', 16) : Number(number[1]);
    if (code <= 0x10_ffff) close(sign.end + number[0].length, code);
  }
}

function hex(text: string, at: number, digits: number): number | undefined {
  let value = 0;
  for (let index = at; index < at + digits; index += 1) {
    const code = text.charCodeAt(index);
    const digit = code >= 48 && code <= 57 ? code - 48 : code >= 97 && code <= 102 ? code - 87 : code >= 65 && code <= 70 ? code - 55 : -1;
    if (digit < 0) return undefined;
    value = value * 16 + digit;
  }
  return value;
}
