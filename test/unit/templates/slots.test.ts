import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digitSlots, expandText, parseText, scanSlots } from '../../../src/templates/slots.ts';
import type { Arguments, Parameter } from '../../../src/templates/parameters.ts';
import { anyArguments, anyTemplate, anyText, named, PARAMETERS, positional } from './arbitraries.ts';

function fill(text: string, parameters: readonly Parameter[], args: Arguments): string {
  const template = parseText(text, parameters);
  if (!template.ok) throw new Error(template.problem.message);
  return expandText(template.value, args);
}

describe('a slot', () => {
  it.each([
    ['$1', 'A'],
    ['$1$2', 'AB'],
    ['$1abc', 'Aabc'],
    ['<$2>', '<B>'],
    ['$2+', 'B'],
    ['$$1', 'A'],
    ['$$$1', '$A'],
  ])('%s stands for the value of its parameter', (text, expected) => {
    expect(fill(text, positional(2), { 1: 'A', 2: 'B' })).toBe(expected);
  });

  it('S3: takes the longest run of digits or letters, so $10 is never $1 and 0', () => {
    expect(fill('$10', positional(10), Object.fromEntries(positional(10).map(({ name }) => [name, `<${name}>`])))).toBe('<10>');
    expect(fill('$10', positional(2), { 1: 'A', 2: 'B' })).toBe('$10');
    expect(fill('$name_of', named('name'), { name: 'A' })).toBe('$name_of');
    expect(fill('$größe!', named('größe'), { größe: '7' })).toBe('7!');
  });

  it.each(['$5.00', '$HOME', '$0', '$', '$$', '$ 1', '$-', '$01', '$5+', '$99999999999999999999'])(
    '%s, which is no parameter, stays as it is written',
    (text) => {
      expect(fill(text, positional(1), { 1: 'A' })).toBe(text);
    },
  );

  it('behind a backslash is text, and the backslash is gone', () => {
    expect(fill('\\$1', positional(1), { 1: 'A' })).toBe('$1');
    expect(fill('\\$$1', positional(1), { 1: '5' })).toBe('$5');
    expect(fill('\\\\$1', positional(1), { 1: 'A' })).toBe('\\A');
    expect(fill('a\\b\\\\c', positional(1), { 1: 'A' })).toBe('a\\b\\\\c');
  });

  it('$k is the k-th parameter of a signature with names', () => {
    expect(fill('$2 $owner', named('owner', 'repo'), { owner: 'o', repo: 'r' })).toBe('r o');
  });

  it('$n+ on a parameter that is not the last is bad_template', () => {
    expect(parseText('$1+ $2', positional(2))).toMatchObject({ ok: false, problem: { rule: 'bad_template' } });
  });

  it('gives the JSON text of a value that is no string, and nothing for an absent one', () => {
    expect(fill('$a|$b|$c|$d', named('a', 'b', 'c', 'd?'), { a: 1.5, b: true, c: { x: [null] } })).toBe('1.5|true|{"x":[null]}|');
  });

  it('takes nothing that an object inherits', () => {
    expect(fill('$constructor$toString', named('constructor', 'toString'), {})).toBe('');
  });
});

describe('scanSlots', () => {
  it('lists every slot with its place, whatever the parameters are', () => {
    expect(scanSlots('a $1 \\$2 $$x $3+').map(({ offset, source, raw, rest }) => ({ offset, source, raw, rest }))).toEqual([
      { offset: 2, source: '$1', raw: false, rest: false },
      { offset: 9, source: '$$x', raw: true, rest: false },
      { offset: 13, source: '$3+', raw: false, rest: true },
    ]);
  });
});

describe('the positional arguments of a row without schema', () => {
  it.each([
    [[], 0, false],
    [['$1'], 1, false],
    [['$2', '{"x": $1}'], 2, false],
    [['costs $5 or $1'], 1, false],
    [['$2'], 0, false],
    [['$1 $3 $2+'], 3, undefined],
    [['$1', '$2+'], 2, true],
    [['$1 $2 $2+'], 2, true],
    [['$1 $3+'], 1, false],
    [['\\$1'], 0, false],
    [['$$1'], 1, false],
  ])('of %j are contiguous from 1', (texts, count, rest) => {
    const found = digitSlots(texts);
    if (rest === undefined) expect(found).toMatchObject({ ok: false, problem: { rule: 'bad_template' } });
    else expect(found).toEqual({ ok: true, value: { count, rest } });
  });
});

describe('for any template and any arguments', () => {
  it('no value is expanded a second time', () => {
    const piece = fc.oneof(
      fc.constantFrom<[string, string | null]>(['$1', 'a'], ['$2', 'b'], ['$a', 'a'], ['$4+', 'last'], ['$$b', 'b']),
      fc.constantFrom(' ', ', ', '; ', '/').map((text): [string, null] => [text, null]),
    );
    fc.assert(
      fc.property(fc.array(piece), anyText, anyText, anyText, (pieces, a, b, last) => {
        const args: Record<string, string> = { a, b, last };
        // A blank between the pieces, so that none runs into the next.
        const text = pieces.map(([source]) => source).join(' ');
        expect(fill(text, PARAMETERS, args)).toBe(pieces.map(([source, name]) => (name === null ? source : args[name])).join(' '));
      }),
    );
  });

  it('nothing throws', () => {
    fc.assert(
      fc.property(anyTemplate, anyArguments, (text, args) => {
        const template = parseText(text, PARAMETERS);
        if (template.ok) expand(template.value, args);
        expect(digitSlots([text])).toBeDefined();
      }),
    );
    function expand(template: Parameters<typeof expandText>[0], args: Arguments) {
      expect(typeof expandText(template, args)).toBe('string');
    }
  });
});
