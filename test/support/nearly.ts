// Values that a JSON Schema nearly takes: valid ones, made wrong in one place or a few.
import fc from 'fast-check';
import { anyJson, anyText } from '../unit/templates/arbitraries.ts';
import { validOf, type JsonSchema, type Surroundings } from './arbitraries.ts';
import { RawNumber } from './jsonText.ts';

/** Names that mean something to JavaScript, or nothing to anybody. */
const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'later', '', ' key', 'KEY', '\u202ekey', 'k\0', '0', '/', '~'];

const NUMBERS = ['1e400', '-1e400', '9007199254740993', '123456789012345678901234567890', '1e-400', '1.0', '-0', '-0.0', '1E2'];

const deep = (levels: number, name?: string): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = name === undefined ? [value] : Object.fromEntries([[name, value]]);
  return value;
};

/** Of another type, out of bounds, too long, too deep, or not what it looks like. */
export const wrongValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -0, 1, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, '', ' ', '0', [], {}, [[]], [null], { a: 1 }),
  fc.constantFrom(...NUMBERS).map((digits) => new RawNumber(digits)),
  fc.constantFrom(
    '\ud800',
    '\udc00\ud800',
    '\0',
    '\x1b[31m',
    '\u202e',
    '\u2066',
    '\ufeff',
    '\u{e0041}',
    '\x7f',
    'a\nb',
    '%s%n',
    '${7*7}',
    '{{1}}',
    '$1',
  ),
  fc
    .tuple(fc.constantFrom('x', '|', '\\', '"', '#', '中', '😀', '\0'), fc.constantFrom(65, 257, 513, 4_001, 70_000))
    .map(([unit, times]) => unit.repeat(times)),
  fc
    .tuple(fc.constantFrom(30, 60, 61, 62, 63, 64, 65, 200), fc.constantFrom(undefined, 'a', '__proto__', '$ref', 'not'))
    .map(([levels, name]) => deep(levels, name)),
  anyText,
  anyJson,
);

type Path = readonly (string | number)[];

interface Change {
  readonly place: number;
  readonly kind: 'replace' | 'remove' | 'add' | 'wrap' | 'list' | 'repeat';
  readonly name: string;
  readonly value: unknown;
}

const change: fc.Arbitrary<Change> = fc.record({
  place: fc.nat(1_000),
  kind: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add', 'add', 'wrap', 'list', 'repeat'),
  name: fc.oneof(fc.constantFrom(...NAMES), anyText),
  value: wrongValue,
});

/** Values that are wrong in one to three places; now and then a wrong place is one that may be so. */
export function nearlyOf(schema: JsonSchema, around: Surroundings): fc.Arbitrary<unknown> {
  return spoiled(validOf(schema, around));
}

/** The values of `valid`, each changed in one to three places. */
export function spoiled(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(valid, fc.array(change, { minLength: 1, maxLength: 3 })).map(([value, changes]) => changes.reduce(applied, value));
}

function applied(value: unknown, { place, kind, name, value: other }: Change): unknown {
  const places = placesOf(value);
  const path = places[place % places.length] ?? [];
  switch (kind) {
    case 'replace':
      return changedAt(value, path, () => other);
    case 'remove':
      return path.length === 0 ? undefined : changedAt(value, path, () => undefined);
    case 'add':
      return changedAt(value, path, (at) => (isObject(at) ? Object.fromEntries([...Object.entries(at), [name, other]]) : [at, other]));
    case 'wrap':
      return changedAt(value, path, (at) => Object.fromEntries([[name, at]]));
    case 'list':
      return changedAt(value, path, (at) => (isObject(at) ? Object.entries(at) : [at]));
    case 'repeat':
      return changedAt(value, path, (at) => (typeof at === 'string' ? at.repeat(Math.min(400, 80_000 / (at.length + 1))) : Array(300).fill(at)));
  }
}

/** The paths of all values in a value, not deeper than a schema goes. */
function placesOf(value: unknown, path: Path = []): Path[] {
  if (path.length >= 6 || value === null || typeof value !== 'object' || value instanceof RawNumber) return [path];
  const inner = Array.isArray(value) ? value.slice(0, 20).map((item, at) => [at, item] as const) : Object.entries(value);
  return [path, ...inner.flatMap(([name, member]) => placesOf(member, [...path, name]))];
}

/** A copy with another value at the path; undefined takes it out. Members of any name stay members. */
function changedAt(value: unknown, [name, ...rest]: Path, to: (at: unknown) => unknown): unknown {
  if (name === undefined) return to(value);
  const entries = Object.entries(value as object).map(([each, member]): [string, unknown] => [
    each,
    each === String(name) ? changedAt(member, rest, to) : member,
  ]);
  const kept = entries.filter(([, member]) => member !== undefined);
  return Array.isArray(value) ? kept.map(([, member]) => member) : Object.fromEntries(kept);
}

function isObject(value: unknown): value is object {
  return value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof RawNumber);
}
