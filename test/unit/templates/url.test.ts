import { describe, expect, it } from 'vitest';
import type { Parameter } from '../../../src/templates/parameters.ts';
import { parseUrl, usedParameters } from '../../../src/templates/url.ts';
import { named, positional, words } from './arbitraries.ts';
import { expandOrFault as expand } from './expandOrFault.ts';

function ruleOf(url: string, parameters: readonly Parameter[] = named('a', 'x?')): string | undefined {
  const template = parseUrl(url, parameters);
  return template.ok ? undefined : template.problem.rule;
}

describe('a target', () => {
  it('becomes the URL its slots describe', () => {
    const url = 'https://api.open-meteo.com/v1/forecast?latitude=$1&longitude=$2&current=temperature_2m';
    expect(expand(url, positional(2), { 1: '37.77', 2: '-122.42' })).toBe(
      'https://api.open-meteo.com/v1/forecast?latitude=37.77&longitude=-122.42&current=temperature_2m',
    );
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

  it.each(
    words(`
    http://$a/ https://$a.example/ https://h.example$a https://h.example:$a/ https://$a@h.example/ https://u:$a@h.example/ $a://h.example/ $a/x
    http$a://h/ {+a} {a}/x {/a} https://{a}/ https://h.{a}/ https://h.example{a} https://h.example:{a}/ https://u:{a}@h.example/
    https://h.example{/x}.evil.example https://$HOST/ https://$a?x https://h.example{+a}/ $$a https://$$a/x`),
  )('S1: %s is refused, a slot stands in its origin', (url) => {
    expect(ruleOf(url)).toBe('target_slot_in_origin');
  });

  it.each([
    ...words(`
    ftp://h.example/ data:text/plain,x javascript:alert(1) file:///etc/passwd //h.example/ h.example/x https:/h.example https:h.example https://
    https:///x https://u:p@h.example/ https://u@h.example/ https://h.example/#f https://h.example:99999/ https://%68.example/
    https://h.example/a/../b https://h.example/%2e%2e/b https://h.example/./$a https://h.example/.%2E https://h.example/%zz
    https://h.example/%$a https://h.example/%2$a // /a#b /../x`),
    '',
    '\\\\h',
    '/\\h.example',
    'https://h.example/a b',
    'https://h.example/\t',
    'https://h.exam\nple/',
    ' https://h.example/',
    'https://h.example\\x',
    'https://h.example/\u0000',
    'https://h.example/\ud800',
    'https://h ex.example',
  ])('S4: %j is refused as bad_target', (url) => {
    expect(ruleOf(url)).toBe('bad_target');
  });

  it.each(
    words(`
    https://h.example/{ https://h.example/} https://h.example/{} https://h.example/{#a} https://h.example/{!a} https://h.example/{a,b}
    https://h.example/{a|b} https://h.example/{nobody} https://h.example/{1} https://h.example/{__proto__} https://h.example/{a,a}
    https://h.example/{?x}y=1 https://h.example/{?x}/more https://h.example/?$a=1 https://h.example/?$a https://h.example/$1+`),
  )('%s is refused as bad_template', (url) => {
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
    ...words(`
    . .. %2e %2E%2e .%2e %252e%252e %25252e %25%32%65 ../x x/.. ..%2fx ..%5cx ..;x ..;a=b/x %2e%2e%00 ..?x ..#`),
    '',
    '..\\x',
    '. .',
    '.\t.',
    '..\u0000',
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

  it('is refused at a hostile depth of encodings too', () => {
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
