// S1 to S3 for all arguments: what a value can never do to a URL.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textOf } from '../../../src/templates/parameters.ts';
import { expandUrl, parseUrl, uriVariables } from '../../../src/templates/url.ts';
import { anyArguments, anyTemplate, PARAMETERS } from './arbitraries.ts';

const RUNS = { numRuns: 200 };

/** Path pieces and the parameter each has; one slot a segment. */
const segment = fc.constantFrom<[string, string | null]>(['v1', null], ['$1', 'a'], ['x-$1', 'a'], ['{a}', 'a'], ['$a', 'a'], ['%41~', null]);
const field = fc.constantFrom<[string, string, string | null]>(
  ['p=$1', 'p', 'a'],
  ['q={a}', 'q', 'a'],
  ['r=1', 'r', null],
  ['s=<$1>', 's', 'a'],
  ['t=$2', 't', 'b'],
  ['u=$4+', 'u', 'last'],
  ['v', 'v', null],
);

describe('for any template of encoded slots and any arguments', () => {
  it('S1 S2 S3: origin, segments, query parameters are the template’s, and each value arrives as it was given', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('https://api.example', 'http://127.0.0.1:8787'),
        fc.array(segment, { maxLength: 4 }),
        fc.array(field, { maxLength: 3 }),
        anyArguments,
        (origin, path, query, args) => {
          const source = `${origin}/${path.map(([text]) => text).join('/')}${query.length > 0 ? '?' : ''}${query.map(([text]) => text).join('&')}`;
          const template = parseUrl(source, PARAMETERS);
          if (!template.ok) throw new Error(template.problem.message);
          const result = expandUrl(template.value, args);
          if (!result.ok) {
            expect(['bad_path_segment', 'invalid_argument']).toContain(result.fault.code);
            return;
          }
          const url = new URL(result.value);
          expect(url.origin).toBe(origin);
          expect(url.href).toBe(result.value);
          expect(url.hash + url.username + url.password).toBe('');
          const segments = url.pathname.slice(1).split('/');
          expect(segments).toHaveLength(Math.max(path.length, 1));
          for (const [at, [text, name]] of path.entries()) {
            // An expression writes lists its own way; text and numbers it writes as a slot does.
            if (name === null || typeof args[name] === 'object') continue;
            expect(decodeURIComponent(segments[at] ?? '')).toBe(text.replace(/\$1|\{a\}|\$a/, () => textOf(args[name] ?? null)));
          }
          const present = query.filter(
            ([text, , name]) =>
              name === null || (args[name] !== undefined && !(args[name] === null && text.includes('{')) && !isEmpty(text, args[name])),
          );
          expect([...url.searchParams.keys()].filter((name) => name !== 'q')).toEqual(present.map(([, name]) => name).filter((name) => name !== 'q'));
          for (const [text, key, name] of present) {
            if (name === null || text.includes('{')) continue;
            expect(url.searchParams.get(key)).toBe(text === 's=<$1>' ? `<${textOf(args[name] ?? null)}>` : textOf(args[name] ?? null));
          }
        },
      ),
      RUNS,
    );
    function isEmpty(text: string, value: unknown): boolean {
      return text.includes('{') && typeof value === 'object';
    }
  });

  it('{?x}, {&x}, {/x} add what they name and nothing else', () => {
    fc.assert(
      fc.property(anyArguments, (args) => {
        const template = parseUrl('https://api.example/v1{/a}/s{?b,typed}{&last}', PARAMETERS);
        if (!template.ok) throw new Error(template.problem.message);
        const result = expandUrl(template.value, args);
        if (!result.ok) return;
        const url = new URL(result.value);
        expect(url.origin).toBe('https://api.example');
        expect(['/v1/s', '/v1/x/s']).toContain(url.pathname.replace(/^\/v1\/[^/]+\/s$/, '/v1/x/s'));
        const names = [...url.searchParams.keys()];
        expect(names).toEqual(['b', 'typed', 'last'].filter((name) => names.includes(name)));
      }),
      RUNS,
    );
  });
});

describe('for any template with raw values and any arguments', () => {
  it.each([
    'https://api.example/v1/$$a',
    'https://api.example/v1/{+a}',
    'https://api.example/v1/x$$a/y?key=1',
    'https://api.example/v1/?key=1&$$a',
    'https://api.example/v1/s?key=1&q={+a}{&typed*}',
    '/v1/$$a',
    '/v1/{+a,b}',
  ])('in %s no value leaves the literal prefix, begins a fragment or doubles a named parameter', (source) => {
    const template = parseUrl(source, PARAMETERS);
    if (!template.ok) throw new Error(template.problem.message);
    fc.assert(
      fc.property(anyArguments, (args) => {
        const result = expandUrl(template.value, args);
        if (!result.ok) return;
        const url = new URL(result.value, 'http://own.example');
        expect(url.origin).toBe(source.startsWith('/') ? 'http://own.example' : 'https://api.example');
        expect(url.pathname.startsWith('/v1/')).toBe(true);
        expect(result.value.includes('#')).toBe(false);
        if (source.includes('key=1')) expect(url.searchParams.getAll('key')).toEqual(['1']);
        // A server that decodes until nothing is left, and takes a backslash for a slash, finds no way up either.
        let path = url.pathname;
        for (let depth = 0; depth < 12; depth += 1)
          path = path.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
        expect(path.split(/[/\\]/).filter((piece) => piece === '.' || piece === '..')).toEqual([]);
      }),
      RUNS,
    );
  });
});

describe('for any text as a template', () => {
  it.each(['https://api.example/', '/', 'https://api.example', ''])(
    'behind %j nothing throws, and what is accepted keeps its origin and prefix',
    (start) => {
      fc.assert(
        fc.property(anyTemplate, anyArguments, (rest, args) => {
          expect(uriVariables(start + rest)).toBeDefined();
          const template = parseUrl(start + rest, PARAMETERS);
          if (!template.ok) return;
          const result = expandUrl(template.value, args);
          if (!result.ok) return;
          const url = new URL(result.value, 'http://own.invalid');
          expect(url.origin).toBe(template.value.origin ?? 'http://own.invalid');
          expect(url.hash).toBe('');
          expect(result.value.startsWith(template.value.prefix)).toBe(true);
        }),
        { numRuns: 600 },
      );
    },
  );
});
