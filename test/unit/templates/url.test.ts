import { describe, expect, it } from 'vitest';
import { literal } from '../../../src/errors.ts';
import type { Arguments, Parameter } from '../../../src/templates/parameters.ts';
import { expandUrl, parseUrl, uriVariables, usedParameters } from '../../../src/templates/url.ts';
import { named, positional } from './arbitraries.ts';

function expand(url: string, parameters: readonly Parameter[], args: Arguments): string {
  const template = parseUrl(url, parameters);
  if (!template.ok) throw new Error(`${template.problem.rule}: ${template.problem.message}`);
  const result = expandUrl(template.value, args);
  return result.ok ? result.value : literal(result.fault);
}

function ruleOf(url: string, parameters: readonly Parameter[] = named('a', 'x?')): string | undefined {
  const template = parseUrl(url, parameters);
  return template.ok ? undefined : template.problem.rule;
}

describe('a target', () => {
  it('becomes the URL its slots describe', () => {
    const url = 'https://api.open-meteo.com/v1/forecast?latitude=$1&longitude=$2&current=temperature_2m';
    expect(expand(url, positional(2), { 1: '37.77', 2: '-122.42' })).toBe('https://api.open-meteo.com/v1/forecast?latitude=37.77&longitude=-122.42&current=temperature_2m');
  });

  it.each([
    ['HTTPS://API.Example.com:443', 'https://api.example.com/'],
    ['http://localhost:8787/x', 'http://localhost:8787/x'],
    ['https://h.example?x=1', 'https://h.example/?x=1'],
    ["https://h.example/Orders('é')?filter[a]='b'|c", "https://h.example/Orders('%C3%A9')?filter[a]=%27b%27|c"],
    ['https://h.example/$HOME/\\$a', 'https://h.example/$HOME/$a'],
    ['/api/health?x=1', '/api/health?x=1'],
    ['http://[::1]:8080/', 'http://[::1]:8080/'],
    ['https://h.example/a//b/', 'https://h.example/a//b/'],
  ])('%s without a value is sent as %s', (url, expected) => {
    expect(expand(url, named('a'), { a: 'x' })).toBe(expected);
  });

  it('tells its origin and what it uses', () => {
    const template = parseUrl('https://H.example/$a{?x}', named('a', 'x?', 'z?'));
    expect(template.ok && template.value.origin).toBe('https://h.example');
    expect(template.ok && [...usedParameters(template.value)]).toEqual(['a', 'x']);
    const own = parseUrl('/api/$a', named('a'));
    expect(own.ok && own.value.origin).toBe(undefined);
  });

  it.each([
    ...['http://$a/', 'https://$a.example/', 'https://h.example$a', 'https://h.example:$a/', 'https://$a@h.example/', 'https://u:$a@h.example/'],
    ...['$a://h.example/', '$a/x', 'http$a://h/', '{+a}', '{a}/x', '{/a}', 'https://{a}/', 'https://h.{a}/', 'https://h.example{a}', 'https://h.example:{a}/'],
    ...['https://u:{a}@h.example/', 'https://h.example{/x}.evil.example', 'https://$HOST/', 'https://$a?x', 'https://h.example{+a}/', '$$a', 'https://$$a/x'],
  ])('S1: %s is refused, a slot stands in its origin', (url) => {
    expect(ruleOf(url)).toBe('target_slot_in_origin');
  });

  it.each([
    ...['', 'ftp://h.example/', 'data:text/plain,x', 'javascript:alert(1)', 'file:///etc/passwd', '//h.example/', '\\\\h', '/\\h.example', 'h.example/x', 'https:/h.example', 'https:h.example'],
    ...['https://', 'https:///x', 'https://u:p@h.example/', 'https://u@h.example/', 'https://h.example/#f', 'https://h.example/a b', 'https://h.example/\t', 'https://h.exam\nple/', ' https://h.example/'],
    ...['https://h.example\\x', 'https://h.example:99999/', 'https://%68.example/', 'https://h.example/a/../b', 'https://h.example/%2e%2e/b', 'https://h.example/./$a', 'https://h.example/.%2E'],
    ...['https://h.example/%zz', 'https://h.example/%$a', 'https://h.example/%2$a', '//', 'https://h.example/\u0000', 'https://h.example/\ud800', 'https://h ex.example', '/a#b', '/../x'],
  ])('S4: %j is refused as bad_target', (url) => {
    expect(ruleOf(url)).toBe('bad_target');
  });

  it.each([
    ...['https://h.example/{', 'https://h.example/}', 'https://h.example/{}', 'https://h.example/{#a}', 'https://h.example/{!a}', 'https://h.example/{a,b}', 'https://h.example/{a|b}'],
    ...['https://h.example/{nobody}', 'https://h.example/{1}', 'https://h.example/{__proto__}', 'https://h.example/{a,a}', 'https://h.example/{?x}y=1', 'https://h.example/{?x}/more', 'https://h.example/?$a=1', 'https://h.example/?$a', 'https://h.example/$1+'],
  ])('%s is refused as bad_template', (url) => {
    expect(ruleOf(url)).toBe('bad_template');
  });
});

describe('a path slot', () => {
  const url = 'https://h.example/v1/$a/end';

  it.each([
    ['a b', 'a%20b'],
    ['a/b', 'a%2Fb'],
    ['a\\b', 'a%5Cb'],
    ['a?b#c&d=e;f', 'a%3Fb%23c%26d%3De%3Bf'],
    ["!'()*", '%21%27%28%29%2A'],
    ['$a', '%24a'],
    ['{a}', '%7Ba%7D'],
    ['%41', '%2541'],
    ['...', '...'],
    ['é😀', '%C3%A9%F0%9F%98%80'],
    ['v1..v2', 'v1..v2'],
    ['\r\n', '%0D%0A'],
  ])('S2: %j is exactly one encoded segment', (value, segment) => {
    expect(expand(url, named('a'), { a: value })).toBe(`https://h.example/v1/${segment}/end`);
  });

  it.each([
    ...['', '.', '..', '%2e', '%2E%2e', '.%2e', '%252e%252e', '%25252e', '%25%32%65', '../x', 'x/..', '..\\x', '..%2fx', '..%5cx', '..;x', '..;a=b/x', '. .', '.\t.', '..\u0000', '%2e%2e%00', '..?x', '..#'],
  ])('S2: %j is refused as bad_path_segment', (value) => {
    expect(expand(url, named('a'), { a: value })).toBe('bad_path_segment:a');
  });

  it('is refused where only the values together climb', () => {
    expect(expand('https://h.example/x/$a$b/y', named('a', 'b'), { a: '.', b: '.' })).toBe('bad_path_segment:a');
    expect(expand('https://h.example/x/.$a/y', named('a'), { a: '.' })).toBe('bad_path_segment:a');
    expect(expand('https://h.example/x/v$a/y', named('a'), { a: '..' })).toBe('https://h.example/x/v../y');
  });

  it('is refused where an optional argument is absent and nothing else fills the segment', () => {
    expect(expand('https://h.example/x/$a', named('a?'), {})).toBe('bad_path_segment:a');
    expect(expand('https://h.example/x/{a}', named('a?'), { a: null })).toBe('bad_path_segment:a');
  });

  it('decodes a hostile depth of encodings without delay', () => {
    expect(expand(url, named('a'), { a: `%${'25'.repeat(200_000)}2e` })).toBe('bad_path_segment:a');
  });
});

describe('a query slot', () => {
  it.each([
    ['a b', 'a%20b'],
    ['1&admin=1', '1%26admin%3D1'],
    ['#x', '%23x'],
    ['a+b', 'a%2Bb'],
    ['../..', '..%2F..'],
    ['', ''],
  ])('S3: %j is one encoded value', (value, encoded) => {
    expect(expand('https://h.example/s?q=$a&n=1', named('a'), { a: value })).toBe(`https://h.example/s?q=${encoded}&n=1`);
  });

  it('that is all of a parameter disappears with it where the argument is absent', () => {
    expect(expand('https://h.example/s?q=$a&n=1', named('a?'), {})).toBe('https://h.example/s?n=1');
    expect(expand('https://h.example/s?q=$a', named('a?'), {})).toBe('https://h.example/s');
    expect(expand('https://h.example/s?q=v$a', named('a?'), {})).toBe('https://h.example/s?q=v');
  });
});

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
    expect(expand('https://h.example/s?key=1{&a*}', named('a'), { a: { key: '2' } })).toBe('outbound_refused:template');
    expect(expand('https://h.example/s{?a*}', named('a'), { a: { a: '2' } })).toBe('https://h.example/s?a=2');
    expect(expand('https://h.example/s{?a*,x}', named('a', 'x?'), { a: { x: '2' } })).toBe('outbound_refused:template');
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
    ['https://h.example/v1/$$a', 'x#f', 'outbound_refused:template'],
    ['https://h.example/v1/$$a/end', 'x?y=', 'outbound_refused:template'],
    ['https://h.example/v1/$$a?key=1', 'x?y=', 'outbound_refused:template'],
    ['https://h.example/v1/$$a{?x}', 'x?y=', 'outbound_refused:template'],
    ['https://h.example/s?q=$$a', 'x#f', 'outbound_refused:template'],
    ['https://h.example/s?key=1&$$a', 'key=2', 'outbound_refused:template'],
    ['https://h.example/s?key=1&$$a', 'x=1&k%65y=2', 'outbound_refused:template'],
    ['/$$a', '/evil.example', 'outbound_refused:template'],
    ['/{+a}', '/evil.example', 'outbound_refused:template'],
  ])('in %s may not be %j', (url, value, expected) => {
    expect(expand(url, named('a', 'x?'), { a: value })).toBe(expected);
  });
});

describe('a value with half of a surrogate pair', () => {
  it.each(['https://h.example/$a', 'https://h.example/{a}', 'https://h.example/s?q=$$a', 'https://h.example/s{?a*}'])('is a fault in %s, not an exception', (url) => {
    expect(expand(url, named('a'), { a: 'x\ud800' })).toBe('invalid_argument:/a');
    expect(expand(url, named('a'), { a: ['\udc00'] })).toBe('invalid_argument:/a');
  });
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
    expect(uriVariables('/{?a}{a}{b}')).toEqual({ ok: true, value: [{ name: 'a', required: true }, { name: 'b', required: true }] });
  });

  it('are none in a URL of slots, and a fragment expression is bad_template', () => {
    expect(uriVariables('https://h.example/$1?q=$2')).toEqual({ ok: true, value: [] });
    expect(uriVariables('https://h.example/{#a}')).toMatchObject({ ok: false, problem: { rule: 'bad_template' } });
  });
});
