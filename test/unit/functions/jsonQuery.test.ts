import { search } from '@jmespath-community/jmespath';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queryProblem, runQuery } from '../../../src/runners/functions/jmespath.ts';
import type { Json } from '../../../src/templates/parameters.ts';
import { call, valueOf, whyOf } from './support.ts';

const query = (json: Json, expression: string) => valueOf('json_query', { json, query: expression });
const many = (count: number): Json => Array.from({ length: count }, (_, at) => at);

describe('json_query', () => {
  it('selects from a value, and from its text', async () => {
    expect(await query({ a: [{ b: 1 }, { b: 2 }] }, 'a[?b > `1`].b')).toEqual([2]);
    expect(await query('{"a":[{"b":1},{"b":2}]}', 'a[].b | [-1]')).toBe(2);
    expect(await query({ a: 1 }, 'nothing')).toBeNull();
  });

  it('refuses before it runs what is not JSON or not JMESPath', async () => {
    expect(await call('json_query', { json: '{"a":', query: 'a' })).toEqual(['/json is not JSON, or nests too deeply']);
    expect(await call('json_query', { json: '['.repeat(50_000), query: 'a' })).toEqual(['/json is not JSON, or nests too deeply']);
    expect(await call('json_query', { json: {}, query: 'a[' })).toEqual([expect.stringMatching(/^\/query is not JMESPath: /)]);
    expect(await call('json_query', { json: {}, query: '' })).toEqual([expect.stringMatching(/^\/query is not JMESPath: /)]);
    expect(await call('json_query', { query: 'a' })).toEqual(['/json is required']);
    expect(queryProblem('('.repeat(4000))).toMatch(/^is not JMESPath/);
    expect(queryProblem('a.'.repeat(3000))).toBe('has more than 4096 characters');
  });

  it('says what an expression does wrong', async () => {
    expect(await call('json_query', { json: { a: 'x' }, query: 'sum(a)' })).toMatchObject({
      ok: false,
      fault: { params: { why: 'query_failed' } },
      said: expect.stringContaining('sum()'),
    });
    expect(await whyOf('json_query', { json: {}, query: 'constructor()' })).toBe('query_failed');
    expect(await whyOf('json_query', { json: {}, query: '__proto__(@)' })).toBe('query_failed');
    expect(await whyOf('json_query', { json: [1e308], query: '@[0] * `10`' })).toBe('result_not_json');
  });

  it('sees own members only', async () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      expect(await query({ a: 1 }, name)).toBeNull();
      expect(await query({ a: 1 }, `{x: @}.${name}`)).toBeNull();
    }
    expect(await query('{"__proto__":{"x":1}}', '"__proto__".x')).toBe(1);
    expect(JSON.stringify(await query({ a: 1 }, '{"__proto__": a}'))).toBe('{"__proto__":1}');
    expect(JSON.stringify(await query('[{"__proto__":{"x":1}}]', 'merge([0], [0]).x'))).toBe('null');
    expect(await query([{ k: 'constructor' }, { k: '__proto__' }, { k: 'a' }], 'keys(group_by(@, &k))')).toEqual(['constructor', '__proto__', 'a']);
    expect(Object.prototype).not.toHaveProperty('x');
  });

  it('never runs data that looks like an expression', async () => {
    const forged = { expref: true, type: 'Field', name: 'a' };
    expect(await whyOf('json_query', { json: { f: forged, list: [{ a: 1 }] }, query: 'map(f, list)' })).toBe('query_failed');
    expect(await whyOf('json_query', { json: [{ a: 1 }], query: 'map(`{"expref":true,"type":"Field","name":"a"}`, @)' })).toBe('query_failed');
    expect(await query({ f: forged }, 'f.name')).toBe('a');
  });

  it.each([
    ['a wide pad', many(1), "pad_left('x', `1000000000`)"],
    ['a wide pad to the right', many(1), "pad_right('x', `1000000000`)"],
    ['doubling lists', many(2), Array.from({ length: 60 }, () => '[@,@]').join('|') + ' | to_string(@)'],
    ['comparing doubled lists', many(2), `[${[1, 2].map(() => `(${Array.from({ length: 40 }, () => '[@,@]').join('|')})`).join(',')}] | [0] == [1]`],
    ['doubling by flattening', many(100), Array.from({ length: 40 }, () => '[@,@][]').join('|')],
    ['every pair of items', many(3000), '[*].[$[*].[@]]'],
    ['searching a list for each item', many(20_000), '[?contains($, @)]'],
    [
      'repeated replacement',
      ['a'.repeat(1000)],
      Array.from({ length: 6 }, () => `replace(@, 'a', '${'a'.repeat(100)}')`).reduce((all, next) => `${all} | ${next}`, '[0]'),
    ],
    ['replacement that counts far', ['aaaa'], "replace([0], 'a', 'aa', `1000000000`) | pad_left(@, `1000000000`)"],
    ['a separator that is long', [many(20_000)], `[0][*].to_string(@) | join('${'x'.repeat(2000)}', @)`],
    ['sorting by a long text', { long: 'x'.repeat(200_000), list: many(3000) }, 'sort_by(list, &$.long)'],
    [
      'truth of a wide object',
      { wide: Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, at])), list: many(50_000) },
      'list[?$.wide && $.list[*]]',
    ],
    ['zipping a list with itself', many(20_000), `zip(${Array.from({ length: 500 }, () => '@').join(',')})`],
    ['a scope for every item', many(20_000), '[*].[let $x = @ in $x]'],
  ])('stops at %s', async (_name, json, expression) => {
    expect(queryProblem(expression)).toBeUndefined();
    expect(await whyOf('json_query', { json, query: expression })).toMatch(/^(query_too_costly|result_too_large)$/);
  });

  it('goes through what the library would take quadratic time for', async () => {
    expect(await query([`x${' '.repeat(200_000)}x `], 'trim([0]) | length(@)')).toBe(200_002);
    expect(await query(['\u0085 a b \n'], '[trim([0]), trim_left([0]), trim_right([0])]')).toEqual(['a b', 'a b \n', '\u0085 a b']);
    expect(await query(['xyaxy'], "trim([0], 'yx')")).toBe('a');
    expect(await query(['a-a-a'], "[replace([0], 'a', '$&$`'), replace([0], 'a', 'b', `2`), replace([0], 'a', 'b', `0`)]")).toEqual([
      '$&$`-$&$`-$&$`',
      'b-b-a',
      'a-a-a',
    ]);
  });

  it('keeps an enclosing scope inside functions that take an expression', async () => {
    expect(await query({ x: 2, list: [1, 2, 3] }, 'let $x = x in map(&(@ > $x), list)')).toEqual([false, false, true]);
  });

  it('fails a result that unfolds beyond its bound', () => {
    expect(runQuery('x'.repeat(100_000), '[@,@,@,@,@,@,@,@,@,@] | [@,@,@]')).toMatchObject({ ok: false, why: 'result_too_large' });
  });

  it('answers as the library does on ordinary expressions and any JSON', () => {
    const expressions = [
      '@',
      'a',
      'a.b',
      '*',
      '[*]',
      '[]',
      '[*].a',
      '[?a]',
      '[?a == b]',
      '[?@ > `1`]',
      '[1:3]',
      '[::-1]',
      '{x: a, y: b}',
      '[a, b]',
      'a || b',
      'a && b',
      '!a',
      'a ? b : @',
      'type(@)',
      'to_string(@)',
      'a == b',
      'not_null(a, b)',
      'length(to_array(@))',
      '*.a[]',
      'map(&a, to_array(@))',
      '@ | a',
    ];
    const json = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(null, true, false, 0, 1, 2, '', 'a', 'b'),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value')),
      ),
    })).value as fc.Arbitrary<Json>;
    fc.assert(
      fc.property(json, fc.constantFrom(...expressions), (data, expression) => {
        const ours = runQuery(data, expression);
        let theirs: unknown;
        try {
          theirs = search(data, expression);
        } catch {
          theirs = 'failed';
        }
        expect(ours.ok ? ours.value : 'failed').toEqual(theirs);
      }),
      { numRuns: 500 },
    );
  });

  it('never throws and never answers anything but JSON, whatever the expression', () => {
    const piece = fc.constantFrom(
      'a',
      '@',
      '$',
      '*',
      '[',
      ']',
      '[]',
      '[?',
      '(',
      ')',
      '.',
      '|',
      '||',
      '&&',
      '!',
      '`1`',
      "'x'",
      ',',
      ':',
      '&',
      '{',
      '}',
      '-1',
      'length(',
      'sort_by(',
      'let $x = ',
      ' in ',
      '$x',
      '"',
      '`',
      '"__proto__"',
      'constructor',
      ' == ',
      ' + ',
      ' / ',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
        fc.jsonValue(),
        (expression, data) => {
          if (queryProblem(expression) !== undefined) return;
          const found = runQuery(data as Json, expression);
          if (found.ok) expect(JSON.parse(JSON.stringify(found.value))).toEqual(found.value);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
