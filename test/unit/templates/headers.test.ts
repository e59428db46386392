import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { literal } from '../../../src/errors.ts';
import { expandHeaders, parseHeader } from '../../../src/templates/headers.ts';
import type { Arguments, Parameter } from '../../../src/templates/parameters.ts';
import { anyArguments, anyTemplate, named, PARAMETERS, words } from './arbitraries.ts';

function expand(line: string, parameters: readonly Parameter[], args: Arguments): [string, string][] | string {
  const header = parseHeader(line, parameters);
  if (!header.ok) return header.problem.rule;
  const result = expandHeaders([header.value], args);
  return result.ok ? result.value : literal(result.fault);
}

describe('a header line', () => {
  it.each<[string, [string, string]]>([
    ['Accept: application/json', ['Accept', 'application/json']],
    ['X-Id:  $a ', ['X-Id', 'v']],
    ['X-Id:$a', ['X-Id', 'v']],
    ['X-Price: \\$a and $5', ['X-Price', '$a and $5']],
    ['X-Empty:', ['X-Empty', '']],
    ['X-Latin: é', ['X-Latin', 'é']],
  ])('%j gives name and value', (line, expected) => {
    expect(expand(line, named('a'), { a: 'v' })).toEqual([expected]);
  });

  it.each(
    words(`
    Authorization authorization Proxy-Authorization Host Cookie Content-Length Transfer-Encoding Connection Keep-Alive TE Trailer Upgrade Expect
    Proxy-Connection Sec-Fetch-Site Sec-WebSocket-Key X-Forwarded-For Forwarded X-Terminal-Key Traceparent CF-Connecting-IP CDN-Loop`),
  )('S11: may not set the managed header %s', (name) => {
    expect(expand(`${name}: x`, named('a'), { a: 'v' })).toBe('bad_template');
  });

  it.each(['X-$a: v', '$a: v', '$HOME: v', 'X Id: v', ': v', 'X-Id', 'X-Id: a\u0000b', 'X-Id: 中', 'X-Id: a\rb', 'X-Id: a\nb'])(
    '%j is bad_template',
    (line) => {
      expect(expand(line, named('a'), { a: 'v' })).toBe('bad_template');
    },
  );

  it.each(['a\r\nX-Evil: 1', 'a\nb', 'a\rb', 'a\0b', 'a\tb', '\u001b', '\u007f', '\u0085', '中', '😀', '\ud800', '\u2028'])(
    'S3: takes no value such as %j',
    (value) => {
      expect(expand('X-Id: <$a>', named('a'), { a: value })).toBe('invalid_argument:/a');
    },
  );

  it('that is exactly one absent slot is left out', () => {
    expect(expand('X-Id: $a', named('a?'), {})).toEqual([]);
    expect(expand('X-Id: v$a', named('a?'), {})).toEqual([['X-Id', 'v']]);
  });
});

it('for any line and any arguments: one line is at most one header, of its own name, that the platform accepts', () => {
  fc.assert(
    fc.property(
      anyTemplate.map((text) => `X-Id: ${text}`),
      anyArguments,
      (line, args) => {
        const header = parseHeader(line, PARAMETERS);
        if (!header.ok) return;
        const result = expandHeaders([header.value], args);
        if (!result.ok) return;
        // workerd takes text beyond ASCII too, but warns of it on each call.
        const sent = new Headers(result.value.map(([name, value]) => [name, value.replace(/[^\0-\u007f]/g, '?')]));
        expect([...sent.keys()]).toEqual(result.value.length === 0 ? [] : ['x-id']);
        for (const [, value] of result.value) expect(value).not.toMatch(/[\r\n\0]/);
      },
    ),
    { numRuns: 600 },
  );
});
