// Reads a JSON template: RFC 8259 with slots inside strings and in place of values. Built once, when a row is read, so
// that values go in as data afterwards. Pure.
import { type Parameter, type Parsed, parsed, problem, type TemplateProblem } from './parameters.ts';
import { resolveSlot, type Slot, slotAt, type TextTemplate } from './slots.ts';

export type JsonNode =
  | { readonly kind: 'literal'; readonly value: number | boolean | null }
  | { readonly kind: 'text'; readonly text: TextTemplate }
  /** A slot outside quotes. `typed`: its schema declares a type, so its value goes in as it is. */
  | { readonly kind: 'slot'; readonly slot: Slot; readonly typed: boolean }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'object'; readonly members: readonly JsonMember[] };

export interface JsonMember {
  readonly name: TextTemplate;
  readonly value: JsonNode;
}

/** Deeper templates are refused, so that nothing recurses without bound. */
export const JSON_DEPTH_MAX = 64;

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const BLANKS = /[ \t\n\r]*/y;
const PLAIN_TEXT = /[^"\\$\u0000-\u001f]+/y;
const ESCAPES: Readonly<Record<string, string>> = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', $: '$' };

/** The node of a slot outside quotes. */
export function slotNode(parameter: Parameter): JsonNode {
  return { kind: 'slot', slot: { slot: parameter.name, raw: false }, typed: parameter.types !== undefined };
}

/** Whether a number keeps its digits: finite, an integer within 2^53 − 1 (RFC 8259 section 6), not rounded to zero. */
export function isExactNumber(literal: string): boolean {
  const value = Number(literal);
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) return false;
  return value !== 0 || !/[1-9]/.test(literal.split(/e/i)[0] ?? '');
}

/** Parses a whole template; the message of a problem says line and column, both from 1. */
export function readJson(source: string, parameters: readonly Parameter[]): Parsed<JsonNode> {
  const reader = makeReader(source, parameters);
  const node = reader.read();
  return node === undefined ? { ok: false, problem: reader.problem() } : parsed(node);
}

function makeReader(source: string, parameters: readonly Parameter[]) {
  let at = 0;
  let depth = 0;
  let failure: TemplateProblem | undefined;

  /** Records the first problem; the readers return undefined from there on. */
  function fail(message: string, offset = at): undefined {
    const lines = source.slice(0, offset).split('\n');
    failure ??= problem(`line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}: ${message}`).problem;
    return undefined;
  }

  function match(pattern: RegExp): string {
    pattern.lastIndex = at;
    const found = pattern.exec(source)?.[0] ?? '';
    at += found.length;
    return found;
  }

  function take(character: string): boolean {
    match(BLANKS);
    if (source[at] !== character) return false;
    at += 1;
    return true;
  }

  function read(): JsonNode | undefined {
    const node = readValue();
    match(BLANKS);
    return node === undefined || at === source.length ? node : fail('nothing may follow the JSON value');
  }

  function readValue(): JsonNode | undefined {
    match(BLANKS);
    const character = source[at];
    if (character === '{' || character === '[') {
      depth += 1;
      if (depth > JSON_DEPTH_MAX) return fail(`the template nests more than ${JSON_DEPTH_MAX} levels`);
      at += 1;
      const node = character === '{' ? readObject() : readArray();
      depth -= 1;
      return node;
    }
    if (character === '"') {
      const text = readString();
      return text === undefined ? undefined : { kind: 'text', text };
    }
    return character === '$' ? readSlot() : readLiteral();
  }

  function readLiteral(): JsonNode | undefined {
    const start = at;
    for (const [word, value] of [
      ['true', true],
      ['false', false],
      ['null', null],
    ] as const) {
      if (source.startsWith(word, at)) {
        at += word.length;
        return { kind: 'literal', value };
      }
    }
    const number = match(NUMBER);
    if (number === '') return fail(at === source.length ? 'a value is missing' : 'a JSON value was expected');
    return isExactNumber(number) ? { kind: 'literal', value: Number(number) } : fail(`${number} would lose digits; write it as a string`, start);
  }

  function readSlot(): JsonNode | undefined {
    const use = slotAt(source, at);
    if (use === undefined) return fail('a dollar outside quotes must begin a slot');
    const slot = resolveSlot(use, parameters);
    if (!slot.ok) return fail(slot.problem.message);
    const parameter = parameters.find((other) => other.name === slot.value?.slot);
    if (parameter === undefined) return fail(`${use.source} is no argument of this row; as text it needs quotes`);
    at += use.source.length;
    return slotNode(parameter);
  }

  function readString(): TextTemplate | undefined {
    const parts: (string | Slot)[] = [];
    const add = (part: string | Slot) => {
      const last = parts.at(-1);
      if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part;
      else parts.push(part);
    };
    at += 1;
    for (;;) {
      const plain = match(PLAIN_TEXT);
      if (plain !== '') add(plain);
      const character = source[at];
      if (character === '"') {
        if (!parts.every((part) => typeof part !== 'string' || part.isWellFormed())) return fail('the string has half of a surrogate pair');
        at += 1;
        return { parts };
      }
      if (character === undefined) return fail('a string has no closing quote');
      if (character === '$') {
        const use = slotAt(source, at);
        const slot = use === undefined ? parsed(undefined) : resolveSlot(use, parameters);
        if (!slot.ok) return fail(slot.problem.message);
        const written = use?.source ?? '$';
        add(slot.value ?? written);
        at += written.length;
      } else if (character === '\\') {
        const text = readEscape();
        if (text === undefined) return undefined;
        add(text);
      } else {
        return fail('a control character in a string must be escaped');
      }
    }
  }

  function readEscape(): string | undefined {
    const character = source[at + 1] ?? '';
    const hex = source.slice(at + 2, at + 6);
    if (character === 'u' && /^[0-9a-fA-F]{4}$/.test(hex)) {
      at += 6;
      return String.fromCharCode(Number.parseInt(hex, 16));
    }
    if (!Object.hasOwn(ESCAPES, character)) return fail(`\\${character} is no escape of JSON`);
    at += 2;
    return ESCAPES[character];
  }

  function readArray(): JsonNode | undefined {
    const items: JsonNode[] = [];
    if (take(']')) return { kind: 'array', items };
    for (;;) {
      const item = readValue();
      if (item === undefined) return undefined;
      items.push(item);
      if (take(']')) return { kind: 'array', items };
      if (!take(',')) return fail('a comma or ] was expected');
    }
  }

  function readObject(): JsonNode | undefined {
    const members: JsonMember[] = [];
    const literalNames = new Set<string>();
    if (take('}')) return { kind: 'object', members };
    for (;;) {
      match(BLANKS);
      const start = at;
      if (source[at] !== '"') return fail('a member name in quotes was expected');
      const name = readString();
      if (name === undefined) return undefined;
      if (name.parts.every((part) => typeof part === 'string')) {
        if (literalNames.has(name.parts.join(''))) return fail('the object has two members of this name', start);
        literalNames.add(name.parts.join(''));
      }
      if (!take(':')) return fail('a colon was expected');
      const value = readValue();
      if (value === undefined) return undefined;
      members.push({ name, value });
      if (take('}')) return { kind: 'object', members };
      if (!take(',')) return fail('a comma or } was expected');
    }
  }

  return { read, problem: (): TemplateProblem => failure ?? problem('the template is not JSON').problem };
}
