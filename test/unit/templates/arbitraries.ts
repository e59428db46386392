// Hostile values and templates for the property tests of templates.
import fc from 'fast-check';
import type { Arguments, Json, Parameter } from '../../../src/templates/parameters.ts';

/** Text that has broken some templating system before. */
const HOSTILE = [
  '$1',
  '\\$1',
  '$2+',
  '$$a',
  '$a',
  '{x}',
  '{+x}',
  '{?x*}',
  '%2e%2e',
  '%252e%252e',
  '..',
  '.',
  '../',
  '..\\',
  '..;/',
  '/',
  '//evil.example',
  '@evil.example',
  ';',
  '?',
  '#',
  '&',
  '=',
  '&b=2',
  '?b=2',
  '#f',
  '%',
  '%2',
  '%00',
  '%2f',
  '%5c',
  '%0d%0a',
  '\r\n',
  '\nx-evil: 1',
  '\0',
  '\t',
  ' ',
  "'",
  '"',
  '","b":"',
  '\\',
  '\\"',
  '}',
  ']',
  '"}]',
  '__proto__',
  'constructor',
  'null',
  'true',
  '-0',
  '1e400',
  '9007199254740993',
  '[[1]]',
  '{"a":1}',
  'é',
  '中',
  '😀',
  '\ud800',
  '\udc00',
  '\u202e',
  '\ufeff',
  '\u2028',
  '..%c0%af',
  '．．',
];

/** Any text: all of Unicode, halves of surrogate pairs, hostile pieces mixed, now and then very long. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 6 })
      .map((pieces) => pieces.join('')),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  { weight: 1, arbitrary: fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 }).map((units) => String.fromCharCode(...units)) },
  { weight: 1, arbitrary: fc.constantFrom(...HOSTILE).map((piece) => piece.repeat(Math.ceil(4_000 / piece.length))) },
);

export const anyJson: fc.Arbitrary<Json> = fc.oneof(
  { weight: 3, arbitrary: anyText },
  { weight: 1, arbitrary: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.boolean(), fc.constant(null)) },
  { weight: 1, arbitrary: fc.array(anyText, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.dictionary(anyText, anyText, { maxKeys: 3 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json> },
);

export const PARAMETERS: readonly Parameter[] = [
  { name: 'a', required: true, rest: false },
  { name: 'b', required: false, rest: false },
  { name: 'typed', required: false, rest: false, types: ['object', 'array', 'integer'] },
  { name: 'last', required: false, rest: true },
];

/** Arguments for PARAMETERS: `a` always, the others now and then. */
export const anyArguments: fc.Arbitrary<Arguments> = fc.record(
  { a: anyJson, b: anyJson, typed: anyJson, last: anyText },
  { requiredKeys: ['a'], noNullPrototype: false },
);

/** Text for templates: slots, expressions and what is neither. */
export const anyTemplate: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          '$1',
          '$2',
          '$a',
          '$b',
          '$$a',
          '$$2',
          '$typed',
          '$4+',
          '$9',
          '$HOME',
          '\\$1',
          '$0',
          '{a}',
          '{+a}',
          '{?b}',
          '{&b*}',
          '{/typed*}',
          '{b:3}',
          '{.a}',
          '{;a}',
        ),
      },
      {
        weight: 3,
        arbitrary: fc.constantFrom('/', 'x', 'v1', '?', '&', '=', 'q=', '&q=', '.', '..', '%41', ':', '"', '{', '}', '[', ']', ',', ' ', '\n', '\\'),
      },
      { weight: 1, arbitrary: anyText.map((text) => text.slice(0, 20)) },
    ),
    { maxLength: 10 },
  )
  .map((pieces) => pieces.join(''));

/** The words of a text, for lists of examples without blanks. */
export function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** `count` positional parameters as a row without schema has them. */
export function positional(count: number, rest = false): Parameter[] {
  return Array.from({ length: count }, (_, at) => ({ name: String(at + 1), required: true, rest: rest && at === count - 1 }));
}

/** Parameters by name, required; a `?` behind a name makes it optional. */
export function named(...names: string[]): Parameter[] {
  return names.map((name) => ({ name: name.replace('?', ''), required: !name.endsWith('?'), rest: false }));
}
