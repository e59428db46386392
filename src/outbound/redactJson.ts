// Redaction of a JSON value: strings, member names and numbers that spell a secret. Pure.
import type { Redactor } from '../context.ts';
import { CREDENTIAL_MIN_CHARS } from '../env.ts';
import type { Json } from '../templates/parameters.ts';
import { REDACTED } from './redact.ts';

/** Stands between texts that are looked through at once. It begins, ends and continues no spelling. */
const SEPARATOR = '\u0001';

/**
 * The value without any secret; the same object where it holds none. Any depth that JSON.parse takes is fine. Members
 * whose names become equal by redaction: the last one stays.
 */
export function redactJson(value: Json, redactor: Redactor): Json {
  const changed = changedTexts(textsOf(value), redactor);
  return changed.size === 0 ? value : copyWith(value, changed);
}

/** All strings, names and numbers long enough to hold a secret. */
function textsOf(value: Json): string[] {
  const texts: string[] = [];
  const add = (text: string) => void (text.length >= CREDENTIAL_MIN_CHARS && texts.push(text));
  // A list of what is still to read in place of recursion: an upstream chooses the depth.
  const open: Json[] = [value];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    if (typeof item === 'string') add(item);
    else if (typeof item === 'number') add(String(item));
    else if (Array.isArray(item)) for (const inner of item) open.push(inner);
    else if (item !== null && typeof item === 'object') {
      for (const [name, member] of Object.entries(item)) {
        add(name);
        open.push(member);
      }
    }
  }
  return texts;
}

/** Of these texts those that hold a secret, with what takes their place. One search for all: a value may have a million texts. */
function changedTexts(texts: readonly string[], redactor: Redactor): ReadonlyMap<string, string> {
  const joined = texts.join(SEPARATOR);
  const safe = redactor.text(joined);
  if (safe === joined) return new Map();
  const parts = safe.split(SEPARATOR);
  const isExact = parts.length === texts.length && !texts.some((text) => text.includes(SEPARATOR));
  const pairs = texts.map((text, index) => [text, isExact ? (parts[index] ?? REDACTED) : redactor.text(text)] as const);
  return new Map(pairs.filter(([text, redacted]) => text !== redacted));
}

function copyWith(value: Json, changed: ReadonlyMap<string, string>): Json {
  const leaf = (scalar: Exclude<Json, object>): Json => {
    if (typeof scalar === 'string') return changed.get(scalar) ?? scalar;
    return typeof scalar === 'number' && changed.has(String(scalar)) ? REDACTED : scalar;
  };
  const holder: Json[] = [];
  const open: { readonly from: Json; readonly put: (copy: Json) => void }[] = [{ from: value, put: (copy) => holder.push(copy) }];
  for (let job = open.pop(); job !== undefined; job = open.pop()) {
    const { from, put } = job;
    if (from === null || typeof from !== 'object') {
      put(leaf(from));
    } else if (Array.isArray(from)) {
      const copy: Json[] = Array.from<Json>({ length: from.length }).fill(null);
      put(copy);
      for (const [index, item] of from.entries()) open.push({ from: item, put: (done) => void (copy[index] = done) });
    } else {
      const copy: { [member: string]: Json } = {};
      put(copy);
      for (const [name, member] of Object.entries(from)) {
        const into = changed.get(name) ?? name;
        // Defined now for the order of members, and by defineProperty so that `__proto__` is a member like any other.
        const define = (done: Json) => void Object.defineProperty(copy, into, { value: done, enumerable: true, writable: true, configurable: true });
        define(null);
        open.push({ from: member, put: define });
      }
    }
  }
  return holder[0] ?? null;
}
