import { describe, expect, it } from 'vitest';
import type { Arguments } from '../../../src/templates/parameters.ts';
import { uriVariables } from '../../../src/templates/url.ts';
import { named } from './arbitraries.ts';
import { expandOrFault as expand } from './expandOrFault.ts';

describe('an RFC 6570 expression', () => {
  it.each<[string, Arguments, string]>([
    ['https://h.example/{a}', { a: 'x y/z' }, 'https://h.example/x%20y%2Fz'],
    ['https://h.example/s{?a,x}', { a: '1', x: '2' }, 'https://h.example/s?a=1&x=2'],
    ['https://h.example/s{?a,x}', { a: '1' }, 'https://h.example/s?a=1'],
    ['https://h.example/s{?x}', {}, 'https://h.example/s'],
    ['https://h.example/s{?x}{&a}', { a: '1' }, 'https://h.example/s?a=1'],
    ['https://h.example/s{?x}&a=$a', { a: '1' }, 'https://h.example/s?a=1'],
    ['https://h.example/s?b=1{&a,x}', { a: '&c=2' }, 'https://h.example/s?b=1&a=%26c%3D2'],
    ['https://h.example/s?b=1{?a}', { a: '1' }, 'https://h.example/s?b=1&a=1'],
    ['https://h.example{?a}', { a: '1' }, 'https://h.example/?a=1'],
    ['https://h.example{/a}', { a: '1' }, 'https://h.example/1'],
    ['https://h.example{/x}/y', {}, 'https://h.example/y'],
    ['https://h.example/v{/a,x}', { a: 'p', x: 'q/r' }, 'https://h.example/v/p/q%2Fr'],
    ['https://h.example/v{/a*}', { a: ['p', 'q'] }, 'https://h.example/v/p/q'],
    ['https://h.example/f{.a}', { a: 'json' }, 'https://h.example/f.json'],
    ['https://h.example/f{;a}', { a: '1' }, 'https://h.example/f;a=1'],
    ['https://h.example/{a:2}', { a: '😀😀😀' }, 'https://h.example/%F0%9F%98%80%F0%9F%98%80'],
    ['https://h.example/s{?a}', { a: ['p', 'q,r'] }, 'https://h.example/s?a=p,q%2Cr'],
    ['https://h.example/s{?a*}', { a: ['p', 'q'] }, 'https://h.example/s?a=p&a=q'],
    ['https://h.example/s{?a*}', { a: { p: '1', q: 2 } }, 'https://h.example/s?p=1&q=2'],
    ['https://h.example/s{?a}', { a: [] }, 'https://h.example/s'],
    ['https://h.example/s{?a}', { a: { p: null } }, 'https://h.example/s'],
    ['https://h.example/s{?a}', { a: 5 }, 'https://h.example/s?a=5'],
    ['https://h.example/s{?a}', { a: false }, 'https://h.example/s?a=false'],
    ['https://h.example/s{?a}', { a: { p: { q: null } } }, 'https://h.example/s?a=p,%7B%22q%22%3Anull%7D'],
    ['https://h.example/s?q={x}&n=1', {}, 'https://h.example/s?n=1'],
    ['https://h.example/{a}?b=$x', { a: 'p', x: 'q' }, 'https://h.example/p?b=q'],
  ])('%s with %j', (url, args, expected) => {
    expect(expand(url, named('a', 'x?'), args)).toBe(expected);
  });

  it.each<[string, Arguments]>([
    ['https://h.example/{a}', { a: '..' }],
    ['https://h.example/{a}/y', { a: ['..'] }],
    ['https://h.example/v{/a}', { a: '' }],
    ['https://h.example/v{/a*}', { a: ['p', '%2e%2e'] }],
    ['https://h.example/v/.{a}', { a: '.' }],
    ['https://h.example/v/{+a}', { a: '../x' }],
  ])('%s with %j is refused as bad_path_segment', (url, args) => {
    expect(expand(url, named('a'), args)).toBe('bad_path_segment:a');
  });

  it('takes nothing that an object inherits', () => {
    expect(expand('https://h.example/s{?constructor,toString}', named('constructor?', 'toString?'), {})).toBe('https://h.example/s');
    expect(expand('https://h.example/s{?a*}', named('a'), { a: JSON.parse('{"__proto__":"1"}') })).toBe('https://h.example/s?__proto__=1');
  });

  it('may not repeat a parameter that the template names', () => {
    expect(expand('https://h.example/s?key=1{&a*}', named('a'), { a: { key: '2' } })).toBe('url_reshaped');
    expect(expand('https://h.example/s{?a*}', named('a'), { a: { a: '2' } })).toBe('https://h.example/s?a=2');
    expect(expand('https://h.example/s{?a*,x}', named('a', 'x?'), { a: { x: '2' } })).toBe('url_reshaped');
  });
});

describe('a raw value, $$x or {+x}', () => {
  it.each<[string, string, string]>([
    ['https://h.example/v1/$$a', 'repos/o/r', 'https://h.example/v1/repos/o/r'],
    ['https://h.example/v1/{+a}', 'repos/o/r', 'https://h.example/v1/repos/o/r'],
    ['https://h.example/v1/$$a', 'a b%20c%', 'https://h.example/v1/a%20b%20c%25'],
    ['https://h.example/v1/$$a', 'x?y=1&z=2', 'https://h.example/v1/x?y=1&z=2'],
    ['https://h.example/v1/$$a', '', 'https://h.example/v1/'],
    ['https://h.example/v1/$$a', 'a\\b', 'https://h.example/v1/a%5Cb'],
    ['https://h.example/s?$$a', 'x=1&y=2', 'https://h.example/s?x=1&y=2'],
    ['https://h.example/s?n=1&$$a', 'x=a/b?c', 'https://h.example/s?n=1&x=a/b?c'],
    ['https://h.example/s?q=$$a', "it's", 'https://h.example/s?q=it%27s'],
    ['https://h.example/$$a', '@evil.example', 'https://h.example/@evil.example'],
    ['https://h.example/$$a', '/evil.example', 'https://h.example//evil.example'],
  ])('in %s may be %j', (url, value, expected) => {
    expect(expand(url, named('a'), { a: value })).toBe(expected);
  });

  it.each<[string, string, string]>([
    ['https://h.example/v1/$$a', '..', 'bad_path_segment:a'],
    ['https://h.example/v1/$$a', 'a/../../admin', 'bad_path_segment:a'],
    ['https://h.example/v1/$$a', '%2e%2e/admin', 'bad_path_segment:a'],
    ['https://h.example/v1/$$a', 'a/%252e%252e%252fadmin', 'bad_path_segment:a'],
    ['https://h.example/v1/$$a', '..\\admin', 'bad_path_segment:a'],
    ['https://h.example/v1/$$a', 'x#f', 'url_reshaped'],
    ['https://h.example/v1/$$a/end', 'x?y=', 'url_reshaped'],
    ['https://h.example/v1/$$a?key=1', 'x?y=', 'url_reshaped'],
    ['https://h.example/v1/$$a{?x}', 'x?y=', 'url_reshaped'],
    ['https://h.example/s?q=$$a', 'x#f', 'url_reshaped'],
    ['https://h.example/s?key=1&$$a', 'key=2', 'url_reshaped'],
    ['https://h.example/s?key=1&$$a', 'x=1&k%65y=2', 'url_reshaped'],
    ['/$$a', '/evil.example', 'url_reshaped'],
    ['/{+a}', '/evil.example', 'url_reshaped'],
  ])('in %s may not be %j', (url, value, expected) => {
    expect(expand(url, named('a', 'x?'), { a: value })).toBe(expected);
  });
});

describe('a value with half of a surrogate pair', () => {
  it.each(['https://h.example/$a', 'https://h.example/{a}', 'https://h.example/s?q=$$a', 'https://h.example/s{?a*}'])(
    'is a fault in %s, not an exception',
    (url) => {
      expect(expand(url, named('a'), { a: 'x\ud800' })).toBe('invalid_argument:/a');
      expect(expand(url, named('a'), { a: ['\udc00'] })).toBe('invalid_argument:/a');
    },
  );
});

describe('the variables of a URL', () => {
  it('come in order of appearance, those of {?x} and {&x} optional', () => {
    expect(uriVariables('https://h.example/{owner}/{repo}{?page,per_page*}{&q:3}{+rest}')).toEqual({
      ok: true,
      value: [
        { name: 'owner', required: true },
        { name: 'repo', required: true },
        { name: 'page', required: false },
        { name: 'per_page', required: false },
        { name: 'q', required: false },
        { name: 'rest', required: true },
      ],
    });
  });

  it('count once, required if any place requires them', () => {
    expect(uriVariables('/{?a}{a}{b}')).toEqual({
      ok: true,
      value: [
        { name: 'a', required: true },
        { name: 'b', required: true },
      ],
    });
  });

  it('are none in a URL of slots, and a fragment expression is bad_template', () => {
    expect(uriVariables('https://h.example/$1?q=$2')).toEqual({ ok: true, value: [] });
    expect(uriVariables('https://h.example/{#a}')).toMatchObject({ ok: false, problem: { rule: 'bad_template' } });
  });
});
