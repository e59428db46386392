// Slots in text: `$1`, `$2+`, `$name`, `$$name`. Templates are taken apart once, here; values are put in once and
// never read again, so a `$1` inside a value is text. Pure.
import { type Arguments, type Json, type Parameter, type Parsed, parsed, problem, textOf } from './parameters.ts';

/** A slot as it is written, before anybody knows the parameters. */
export interface SlotUse {
  readonly offset: number;
  /** As written, `$$` and `+` included. */
  readonly source: string;
  readonly raw: boolean;
  readonly rest: boolean;
  /** `$2` is 2; 0 where the digits can name no parameter (`$0`, `$007`); undefined for a name. */
  readonly index?: number;
  readonly name?: string;
}

/** A place in a template that the value of one parameter fills. */
export interface Slot {
  readonly slot: string;
  /** Written `$$…`: unescaped in URLs, without meaning elsewhere. */
  readonly raw: boolean;
}

export interface TextTemplate {
  readonly parts: readonly (string | Slot)[];
}

const SLOT = String.raw`(\$\$?)(?:([0-9]+)(\+?)|([\p{L}_][\p{L}\p{N}_]*))`;
const SLOT_HERE = new RegExp(SLOT, 'uy');
/** A run of backslashes before a dollar, or a slot. The lookbehind keeps a long run of backslashes linear. */
const TOKEN = new RegExp(String.raw`(?<!\\)(\\+)(?=\$)|${SLOT}`, 'gu');

/** The slot that begins exactly at `offset`, by maximal munch. */
export function slotAt(text: string, offset: number): SlotUse | undefined {
  SLOT_HERE.lastIndex = offset;
  const match = SLOT_HERE.exec(text);
  return match === null ? undefined : slotUse(offset, match[0], match[1], match[2], match[3], match[4]);
}

/** All slots of a text in order, whatever the parameters are. A dollar behind a backslash begins none. */
export function scanSlots(text: string): SlotUse[] {
  return tokens(text).filter((token) => typeof token !== 'string');
}

/**
 * Literal text and slots. `\$` is a dollar; before a dollar backslashes count in pairs (`\\$1` is a backslash and the
 * slot), elsewhere a backslash is itself. What names no parameter stays text.
 */
export function parseText(text: string, parameters: readonly Parameter[]): Parsed<TextTemplate> {
  const parts: (string | Slot)[] = [];
  for (const token of tokens(text)) {
    const part = typeof token === 'string' ? parsed(token) : resolveSlot(token, parameters);
    if (!part.ok) return part;
    const value = part.value ?? (token as SlotUse).source;
    const last = parts.at(-1);
    if (typeof value === 'string' && typeof last === 'string') parts[parts.length - 1] = last + value;
    else parts.push(value);
  }
  return parsed({ parts });
}

/** The parameter a slot stands for; undefined where it is none. `$n+` anywhere but on the last is bad_template. */
export function resolveSlot(use: SlotUse, parameters: readonly Parameter[]): Parsed<Slot | undefined> {
  const at = use.index === undefined ? parameters.findIndex((parameter) => parameter.name === use.name) : use.index - 1;
  const parameter = parameters[at];
  if (parameter === undefined) return parsed(undefined);
  if (use.rest && at !== parameters.length - 1) {
    return problem(`${use.source} takes the rest, so it must be the last argument of ${parameters.length}`);
  }
  return parsed({ slot: parameter.name, raw: use.raw });
}

/**
 * The positional arguments that a row without schema has: the largest n such that `$1` … `$n` all occur in the texts
 * together; higher digits are text. bad_template where `$k+` stands on one that is not the last.
 */
export function digitSlots(texts: readonly string[]): Parsed<{ readonly count: number; readonly rest: boolean }> {
  const uses = texts.flatMap(scanSlots);
  const seen = new Set(uses.map((use) => use.index));
  let count = 0;
  while (seen.has(count + 1)) count += 1;
  const rests = uses.filter((use) => use.rest && use.index !== undefined && use.index >= 1 && use.index <= count);
  const early = rests.find((use) => use.index !== count);
  if (early !== undefined) return problem(`${early.source} takes the rest, so it must be the last argument, but $${count} follows`);
  return parsed({ count, rest: rests.length > 0 });
}

/** The value of a parameter; undefined where an optional one is absent. Nothing inherited counts. */
export function argument(args: Arguments, name: string): Json | undefined {
  return Object.hasOwn(args, name) ? args[name] : undefined;
}

/** The text with its values, each put through `encode`; an absent optional one is empty. */
export function expandText(template: TextTemplate, args: Arguments, encode: (text: string) => string = (text) => text): string {
  return template.parts.map((part) => (typeof part === 'string' ? part : encode(slotText(part, args)))).join('');
}

/** The text of a slot's value; empty where it is absent. */
export function slotText(slot: Slot, args: Arguments): string {
  const value = argument(args, slot.slot);
  return value === undefined ? '' : textOf(value);
}

/** Whether the whole template is one slot whose value is absent, so that what it fills is left out. */
export function isAbsentSlot(template: TextTemplate, args: Arguments): boolean {
  const [only, more] = template.parts;
  return typeof only === 'object' && more === undefined && argument(args, only.slot) === undefined;
}

/** The names of the parameters that a template uses. */
export function slotNames(template: TextTemplate): string[] {
  return template.parts.flatMap((part) => (typeof part === 'string' ? [] : [part.slot]));
}

function tokens(text: string): (string | SlotUse)[] {
  const found: (string | SlotUse)[] = [];
  let from = 0;
  const literal = (to: number, more = '') => {
    if (to > from || more !== '') found.push(text.slice(from, to) + more);
  };
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    const [source, backslashes, dollars, digits, plus, name] = match;
    const offset = match.index;
    if (backslashes === undefined) {
      literal(offset);
      found.push(slotUse(offset, source, dollars, digits, plus, name));
    } else {
      const escapesDollar = backslashes.length % 2 === 1;
      literal(offset, '\\'.repeat(Math.floor(backslashes.length / 2)) + (escapesDollar ? '$' : ''));
      if (escapesDollar) TOKEN.lastIndex += 1;
    }
    from = TOKEN.lastIndex;
  }
  literal(text.length);
  return found;
}

function slotUse(offset: number, source: string, dollars = '$', digits?: string, plus?: string, name?: string): SlotUse {
  const place = digits === undefined ? { name } : { index: /^[1-9][0-9]{0,5}$/.test(digits) ? Number(digits) : 0 };
  return { offset, source, raw: dollars === '$$', rest: plus === '+', ...place };
}
