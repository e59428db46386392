import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expandJson, parseJson } from '../../../src/templates/json.ts';
import { type Arguments, type Json, type Parameter, textOf } from '../../../src/templates/parameters.ts';
import { anyArguments, anyJson, anyTemplate, anyText, named, PARAMETERS, positional } from './arbitraries.ts';

function expand(text: string, parameters: readonly Parameter[], args: Arguments): Json | undefined {
  const template = parseJson(text, parameters);
  if (!template.ok) throw new Error(template.problem.message);
  return expandJson(template.value, args);
}

function messageOf(text: string, parameters: readonly Parameter[] = named('a', 'b')): string | undefined {
  const template = parseJson(text, parameters);
  return template.ok ? undefined : template.problem.message;
}

const typed = (name: string): Parameter => ({ name, required: false, rest: false, types: ['integer', 'object'] });

describe('a JSON template without slots', () => {
  it.each([
    '{}',
    '[]',
    'null',
    'true',
    '-1.5e3',
    '"a\\u00e9\\n\\/\\"\\\\"',
    ' { "a" : [ 1 , { } , "" ] } ',
    '9007199254740991',
    '0.1',
    '"\\ud83d\\ude00"',
  ])('%s is the value it is', (text) => {
    expect(expand(text, [], {})).toEqual(JSON.parse(text));
  });

  it('agrees with RFC 8259 on what is JSON', () => {
    const json = fc.oneof(
      fc.json(),
      fc
        .array(fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '"', '1', '-', '0', '.', 'e', '+', 'true', 'nul', ' ', '\\'))
        .map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(json, (text) => {
        const template = parseJson(text, []);
        const isDouble = !template.ok && /two members|would lose digits/.test(template.problem.message);
        if (!isDouble) expect(template.ok).toBe(isJson(text));
      }),
      { numRuns: 500 },
    );
    function isJson(text: string): boolean {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    }
  });
});

describe('a slot inside quotes', () => {
  it('gives the text of its value', () => {
    expect(expand('["$1", "a $1 b", "$$1"]', positional(1), { 1: 'x"y\\z\n' })).toEqual(['x"y\\z\n', 'a x"y\\z\n b', 'x"y\\z\n']);
    expect(expand('"$a"', [typed('a')], { a: { x: 1 } })).toBe('{"x":1}');
    expect(expand('"$a"', [typed('a')], { a: 5 })).toBe('5');
  });

  it('is none behind a backslash or as an escape, and a dollar that names nothing stays', () => {
    expect(expand('["\\$1", "\\u00241", "$5.00", "$HOME", "\\\\$1"]', positional(1), { 1: 'x' })).toEqual(['$1', '$1', '$5.00', '$HOME', '\\x']);
  });
});

describe('a slot outside quotes', () => {
  it.each<[string, Json]>([
    ['5', 5],
    ['-1.5', -1.5],
    ['true', true],
    ['null', null],
    ['{"a":[1]}', { a: [1] }],
    [' [1] ', [1]],
    ['"quoted"', 'quoted'],
    ['plain', 'plain'],
    ['', ''],
    ['05', '05'],
    ['{"a":', '{"a":'],
    ['NaN', 'NaN'],
    ['1,2', '1,2'],
    ['9007199254740993', '9007199254740993'],
    ['[1e400]', '[1e400]'],
    ['1e-400', '1e-400'],
    ['"\\ud800"', '"\\ud800"'],
    ['{"n":"9007199254740993","m":"a\\"1e999"}', { n: '9007199254740993', m: 'a"1e999' }],
  ])('without declared type takes %j as the JSON it is, else as a string', (value, expected) => {
    expect(expand('[$1]', positional(1), { 1: value })).toEqual([expected]);
  });

  it('without declared type keeps text that nests without bound as text', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(expand('$1', positional(1), { 1: deep })).toBe(deep);
  });

  it('of a declared type takes the value as it is', () => {
    expect(expand('{"n": $a, "s": $s}', [typed('a'), { ...typed('s'), types: ['string'] }], { a: 5, s: '5' })).toEqual({ n: 5, s: '5' });
  });

  it('is one whole value, so $2+ can be a body', () => {
    expect(expand('$2+', positional(2, true), { 1: 'k', 2: '{"content":"a|b"}' })).toEqual({ content: 'a|b' });
  });
});

describe('an absent optional argument', () => {
  it('takes the member or item that is exactly its slot with it', () => {
    expect(expand('{"a": $a, "b": "$a", "c": "x$a", "d": [$a, "$a", 1], "e": {"f": $a}}', named('a?'), {})).toEqual({ c: 'x', d: [1], e: {} });
    expect(expand('$a', named('a?'), {})).toBeUndefined();
  });

  it('is not one that is null, empty or false', () => {
    expect(expand('[$a, "$a"]', [typed('a')], { a: null })).toEqual([null, 'null']);
    expect(expand('["$a"]', named('a'), { a: '' })).toEqual(['']);
  });
});

describe('a member name', () => {
  it('may hold slots, as text', () => {
    expect(expand('{"x-$a": 1}', named('a'), { a: '"}' })).toEqual({ 'x-"}': 1 });
  });

  it('that a value chose never replaces one that the template names', () => {
    expect(expand('{"role": "user", "$a": "admin"}', named('a'), { a: 'role' })).toEqual({ role: 'user' });
    expect(expand('{"$a": "admin", "role": "user"}', named('a'), { a: 'role' })).toEqual({ role: 'user' });
  });

  it('S13: __proto__ is a member like any other', () => {
    for (const value of [
      expand('{"__proto__": {"x": 1}}', [], {}),
      expand('{"$a": {"x": 1}}', named('a'), { a: '__proto__' }),
      expand('$a', named('a'), { a: '{"__proto__": {"x": 1}}' }),
    ]) {
      expect(JSON.stringify(value)).toBe('{"__proto__":{"x":1}}');
      expect((value as { x?: Json }).x).toBeUndefined();
    }
  });
});

describe('a template that is refused', () => {
  it.each<[string, string]>([
    ['{"a": 1,\n "b" 2}', 'line 2, column 6: a colon was expected'],
    ['', 'line 1, column 1: a value is missing'],
    ['[1, 2', 'line 1, column 6: a comma or ] was expected'],
    ['{"a": 1} x', 'line 1, column 10: nothing may follow the JSON value'],
    ['[$HOME]', 'line 1, column 2: $HOME is no argument of this row; as text it needs quotes'],
    ['[$]', 'line 1, column 2: a dollar outside quotes must begin a slot'],
    ['["a\nb"]', 'line 1, column 4: a control character in a string must be escaped'],
    ['["a', 'line 1, column 4: a string has no closing quote'],
    ['["\\x"]', 'line 1, column 3: \\x is no escape of JSON'],
    ['[9007199254740993]', 'line 1, column 2: 9007199254740993 would lose digits; write it as a string'],
    ['[1e400]', 'line 1, column 2: 1e400 would lose digits; write it as a string'],
    ['{"a": 1, "a": 2}', 'line 1, column 10: the object has two members of this name'],
    ["{'a': 1}", 'line 1, column 2: a member name in quotes was expected'],
    ['[01]', 'line 1, column 3: a comma or ] was expected'],
    ['[1,]', 'line 1, column 4: a JSON value was expected'],
    ['["$1+", 2]', 'line 1, column 3: $1+ takes the rest, so it must be the last argument of 2'],
    ['["\\ud83d"]', 'line 1, column 9: the string has half of a surrogate pair'],
    ['[\\$1]', 'line 1, column 2: a JSON value was expected'],
    ['$1$2', 'line 1, column 3: nothing may follow the JSON value'],
  ])('%j says where and why', (text, message) => {
    expect(messageOf(text)).toBe(message);
  });

  it('nests without bound', () => {
    expect(messageOf('['.repeat(100_000))).toContain('nests more than 64 levels');
  });
});

describe('for any arguments', () => {
  it('S3: no value breaks out of its string, adds a member or an item, or is expanded again', () => {
    fc.assert(
      fc.property(anyJson, anyText, (a, last) => {
        const value = expand('{"s": "<$a|$4+>", "list": ["$a", $4+, "$last"], "n": {"$a!": 1}, "$HOME": "$9"}', PARAMETERS, { a, last });
        const shown = JSON.parse(JSON.stringify(value)) as { s: string; list: Json[]; n: Record<string, Json> };
        expect(Object.keys(shown)).toEqual(['s', 'list', 'n', '$HOME']);
        expect(shown.s).toBe(`<${textOf(a)}|${last}>`);
        expect(shown.list).toHaveLength(3);
        expect(shown.list[0]).toBe(textOf(a));
        expect(shown.list[2]).toBe(last);
        expect(Object.keys(shown.n)).toEqual([`${textOf(a)}!`]);
      }),
      { numRuns: 400 },
    );
  });

  it('nothing throws, whatever the template', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyTemplate,
          anyTemplate.map((text) => `{"a":"${text}"}`),
          anyTemplate.map((text) => `[${text}]`),
        ),
        anyArguments,
        (text, args) => {
          const template = parseJson(text, PARAMETERS);
          if (template.ok) expect(() => JSON.stringify(expandJson(template.value, args))).not.toThrow();
          else expect(template.problem.message).toMatch(/^line \d+, column \d+: /);
        },
      ),
      { numRuns: 800 },
    );
  });
});
