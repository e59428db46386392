// A value that a schema would most likely take. Pure.
import type { Json, JsonSchema, JsonType } from '../templates/parameters.ts';
import { patternProblem, unicodePattern } from './patterns.ts';
import { isSchema } from './schemaKeywords.ts';
import { declaredTypes, propertiesOf, resolveLocal } from './schemaTypes.ts';

const DEPTH_MAX = 5;

/** Plain values in the formats of the specification. */
const FORMAT_EXAMPLES: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  duration: 'P1D',
  email: 'name@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  time: '12:00:00Z',
  uri: 'https://example.com/',
  'uri-reference': '/path',
  uuid: '00000000-0000-4000-8000-000000000000',
};

/** What patterns of schemas are mostly about, from names to hashes: the first that matches is shown. */
const COMMON_TEXTS = [
  ...'a abc A ABC 1 123 12345 1d a1 A1 AB1 ab-cd ab_cd a.b a/b @a/b /a #a a:b en-US x.y.z 1.0 1.0.0 v1.0.0 +15550100 #000000 12:00'.split(' '),
  ...'2026-01 2026 12345678 0x1 true application/json file.txt'.split(' '),
  ...Object.values(FORMAT_EXAMPLES),
  ...[2, 3, 4, 6, 8, 10, 11, 12, 16, 20, 22, 24, 26, 28, 32, 36, 40, 64].flatMap((length) =>
    ['a', '1', 'A', '0'].map((character) => character.repeat(length)),
  ),
  `0x${'a'.repeat(40)}`,
];

/**
 * A value for a member: its default, constant, first choice or first example, else one of its type within its bounds;
 * text of which nothing is known is the name in angle brackets.
 */
export function suggestValue(name: string, schema: Json | undefined, root: JsonSchema = {}, types?: readonly JsonType[], depth = 0): Json {
  if (!isSchema(schema) || depth > DEPTH_MAX) return ofType(types?.[0] ?? 'string', name, {}, root, depth);
  if (schema['default'] !== undefined) return schema['default'];
  if (schema['const'] !== undefined) return schema['const'];
  for (const keyword of ['enum', 'examples']) {
    const values = schema[keyword];
    if (Array.isArray(values) && values[0] !== undefined) return values[0];
  }
  const reference = typeof schema['$ref'] === 'string' ? resolveLocal(root, schema['$ref']) : undefined;
  const branch = [reference, ...['allOf', 'anyOf', 'oneOf'].map((keyword) => (Array.isArray(schema[keyword]) ? schema[keyword][0] : undefined))].find(
    isSchema,
  );
  if (branch !== undefined) {
    const { $ref: _ref, allOf: _all, anyOf: _any, oneOf: _one, ...own } = schema;
    return suggestValue(name, { ...branch, ...own }, root, types, depth + 1);
  }
  return ofType((declaredTypes(root, schema) ?? types)?.[0] ?? 'string', name, schema, root, depth);
}

function ofType(type: JsonType, name: string, schema: JsonSchema, root: JsonSchema, depth: number): Json {
  switch (type) {
    case 'integer':
    case 'number':
      return numberIn(schema, type);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return Array.from({ length: Math.min(countOf(schema['minItems']), 3) }, () =>
        suggestValue('item', schema['items'], root, undefined, depth + 1),
      );
    case 'object':
      return objectOf(schema, root, depth);
    case 'string':
      return textFor(name, schema);
  }
}

function numberIn(schema: JsonSchema, type: 'integer' | 'number'): number {
  const step = typeof schema['multipleOf'] === 'number' ? schema['multipleOf'] : 1;
  if (typeof schema['minimum'] === 'number') return type === 'integer' ? Math.ceil(schema['minimum']) : schema['minimum'];
  if (typeof schema['exclusiveMinimum'] === 'number')
    return (type === 'integer' ? Math.floor(schema['exclusiveMinimum']) : schema['exclusiveMinimum']) + step;
  if (typeof schema['maximum'] === 'number' && schema['maximum'] < step)
    return type === 'integer' ? Math.floor(schema['maximum']) : schema['maximum'];
  if (typeof schema['exclusiveMaximum'] === 'number' && schema['exclusiveMaximum'] <= step) return Math.ceil(schema['exclusiveMaximum']) - step;
  return step;
}

function objectOf(schema: JsonSchema, root: JsonSchema, depth: number): Json {
  if (depth >= DEPTH_MAX) return {};
  const { properties, required } = propertiesOf(schema);
  return Object.fromEntries([...required].map((name) => [name, suggestValue(name, properties.get(name)?.[0], root, undefined, depth + 1)]));
}

function textFor(name: string, schema: JsonSchema): string {
  const format = schema['format'];
  const example = typeof format === 'string' && Object.hasOwn(FORMAT_EXAMPLES, format) ? FORMAT_EXAMPLES[format] : undefined;
  if (example !== undefined) return example;
  const pattern = schema['pattern'];
  if (typeof pattern === 'string' && patternProblem(pattern) === undefined) {
    const fits = new RegExp(unicodePattern(pattern) as string, 'u');
    const found = [name, ...COMMON_TEXTS].find((text) => fits.test(text));
    if (found !== undefined) return found;
  }
  const longest = typeof schema['maxLength'] === 'number' ? schema['maxLength'] : Infinity;
  return `<${name}>`
    .padEnd(Math.min(countOf(schema['minLength']), 1_000), '.')
    .slice(0, longest)
    .toWellFormed();
}

function countOf(value: Json | undefined): number {
  return typeof value === 'number' && value > 0 ? Math.floor(value) : 0;
}
