// Values that a schema of the OpenAPI document takes, and values that it nearly takes.
import fc from 'fast-check';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface Hints {
  /** Components of the document, by name. */
  readonly schemas: Readonly<Record<string, Schema>>;
  /** By the name of a member or parameter: values with which a request gets further than the schema alone would take it. */
  readonly values: Readonly<Record<string, readonly Json[]>>;
  /** By operation: bodies that are known to succeed. */
  readonly bodies: Readonly<Record<string, readonly Json[]>>;
}

/** What breaks programs. */
const WEIRD_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202eabc',
  '\u200b',
  '\ufeff',
  'ſ',
  'İ',
  'e\u0301'.repeat(50),
  '👩‍👩‍👧‍👧',
  '名前',
  "' OR 1=1 --",
  '%',
  '%00',
  '../../etc',
  '{{1}}',
  '${x}',
  '$1',
  '__proto__',
  'constructor',
  'a|b|c',
  '[NOW][/NOW]',
  'null',
  'true',
  '1e400',
  '-0',
  'x'.repeat(5_000),
];
const WEIRD_NUMBERS = [0, -0, -1, 0.1, 1e21, 1e308, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 2 ** 31, 5e-324];

export const weirdText = fc.oneof(
  fc.constantFrom(...WEIRD_TEXTS),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);

const deep = fc.integer({ min: 2, max: 80 }).map((levels) => {
  let value: Json = 1;
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
});

/** Any JSON, with a liking for the strange. */
export const anyJson: fc.Arbitrary<Json> = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json> },
  { weight: 2, arbitrary: weirdText },
  { weight: 1, arbitrary: fc.constantFrom<Json>(...WEIRD_NUMBERS) },
  { weight: 1, arbitrary: deep },
  { weight: 1, arbitrary: fc.constantFrom<Json>(null, true, [], {}, [[]], [null]) },
);

/** Values that the schema takes; of members that are hinted at mostly the hinted ones. */
export function validOf(schema: Schema, hints: Hints, depth = 0): fc.Arbitrary<Json> {
  if (schema.$ref !== undefined) return validOf(hints.schemas[schema.$ref.slice('#/components/schemas/'.length)] ?? {}, hints, depth + 1);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) return fc.oneof(...branches.map((branch) => validOf(branch, hints, depth + 1)));
  if (depth > 8) return fc.constant(null);
  const { type } = schema;
  if (typeof type === 'object') return fc.oneof(...type.map((each) => validOf({ ...schema, type: each }, hints, depth + 1)));
  switch (type) {
    case 'object':
      return objectOf(schema, hints, depth);
    case 'array':
      return fc.array(validOf(schema.items ?? {}, hints, depth + 1), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      });
    case 'string':
      return textOf(schema);
    case 'integer':
      return fc.integer({ min: Math.max(schema.minimum ?? -1_000, -1_000_000), max: Math.min(schema.maximum ?? 1_000, 1_000_000) });
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return anyJson;
  }
}

/** The member of this name: hinted at, or as its schema says. */
export function memberOf(name: string, schema: Schema, hints: Hints, depth = 0): fc.Arbitrary<Json> {
  const own = validOf(schema, hints, depth + 1);
  const known = hints.values[name];
  return known === undefined ? own : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: own });
}

interface Member<T> {
  readonly name: string;
  readonly isRequired: boolean;
  readonly arbitrary: fc.Arbitrary<T>;
  readonly isHinted: boolean;
}

/** An object with some of the members: few of many, since together they rarely make sense. */
export function membersOf<T extends Json>(members: readonly Member<T>[]): fc.Arbitrary<{ [name: string]: T }> {
  const absence = members.length > 8 ? 9 : 2;
  const values = members.map(({ name, isRequired, arbitrary, isHinted }) => {
    const absent = { weight: isHinted ? 2 : absence, arbitrary: fc.constant(undefined) };
    return [name, isRequired ? arbitrary : fc.oneof(absent, { weight: 1, arbitrary })] as const;
  });
  // Through text, which leaves out what is absent.
  return fc.record(Object.fromEntries(values)).map((value) => JSON.parse(JSON.stringify(value)) as { [name: string]: T });
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema, hints: Hints, depth: number): fc.Arbitrary<Json> {
  const own = membersOf(
    Object.entries(properties).map(([name, schema]) => ({
      name,
      isRequired: required.includes(name),
      arbitrary: memberOf(name, schema, hints, depth),
      isHinted: Object.hasOwn(hints.values, name),
    })),
  );
  if (additionalProperties === false || Object.keys(properties).length > 0) return own;
  const others = typeof additionalProperties === 'object' ? validOf(additionalProperties, hints, depth + 1) : anyJson;
  return fc.dictionary(fc.string({ maxLength: 8 }), others, { maxKeys: 3 }) as fc.Arbitrary<Json>;
}

function textOf({ pattern, minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<Json> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'));
  const bounded = (text: string) => text.length >= minLength && text.length <= maxLength;
  return fc.oneof(fc.string({ minLength, maxLength: Math.min(maxLength, Math.max(minLength, 40)) }), weirdText.filter(bounded));
}

/** The value with one thing in it changed: a member gone or too many, a value of another kind, a text too long. */
export function nearlyOf(valid: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  return fc
    .tuple(valid, fc.nat(), fc.constantFrom<'replace' | 'remove' | 'add' | 'wrap'>('replace', 'remove', 'add', 'wrap'), anyJson, weirdText)
    .map(([value, at, how, other, name]) => changed(value, at, how, other, name));
}

function changed(value: Json, at: number, how: 'replace' | 'remove' | 'add' | 'wrap', other: Json, name: string): Json {
  if (value === null || typeof value !== 'object' || at % 7 === 0) return how === 'wrap' ? [value] : how === 'add' ? { value, [name]: other } : other;
  const entries: [string, Json][] = Object.entries(value);
  const index = entries.length === 0 ? 0 : at % entries.length;
  const rest = Math.floor(at / 7);
  const next = entries.flatMap(([key, member], position): [string, Json][] => {
    if (position !== index) return [[key, member]];
    if (how === 'remove') return [];
    return [
      [
        key,
        member !== null && typeof member === 'object' && rest % 2 === 0 ? changed(member, rest, how, other, name) : how === 'wrap' ? [member] : other,
      ],
    ];
  });
  if (how === 'add') next.push([name, other]);
  return Array.isArray(value) ? next.map(([, member]) => member) : Object.fromEntries(next);
}
