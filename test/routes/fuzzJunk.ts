// What stands in a spoiled request: junk in its path, its query, its headers and the text of its body.
import fc from 'fast-check';
import { anyText } from '../unit/templates/arbitraries.ts';

const encoded = anyText.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 6_000));

const PIECES = [
  '..',
  '.',
  '%2e%2e',
  '%2f',
  '%5c',
  '\\',
  '%00',
  '%',
  '%zz',
  '%ff',
  '%c0%af',
  '%ed%a0%80',
  '%25',
  '%252e',
  '%0d%0a',
  '%0a',
  '%20',
  '%09',
  '+',
  ';',
  ':',
  '*',
  '@',
  '~',
  "'",
  '%22',
  '%3f',
  '%23',
  '&',
  '=',
  '[',
  ']',
  '{key}',
  '__proto__',
  'constructor',
  'toString',
  '%E2%80%AE',
  '%F0%9F%98%80',
  'CLOCK',
  'x',
];

/** One path segment, or more, or none: never `?` or `#` as they are. */
export const junkPath: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join('')) },
  { weight: 1, arbitrary: fc.constantFrom('', '/', 'CLOCK/', 'CLOCK/x', '../CLOCK', 'x'.repeat(3_000), 'A'.repeat(65), '%41'.repeat(65)) },
  { weight: 1, arbitrary: encoded },
);

const queryName = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('key', 'ask', 'limit', 'cursor', 'format', 'select', 'offset', 'category', 'receipt', 'full', 'q') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('__proto__', 'constructor', 'toString', 'later', '', 'limit[]', 'limit[a]', '%00', '%ff', '%', 'LIMIT', '%6cimit'),
  },
  { weight: 1, arbitrary: encoded },
);
const queryValue = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1',
    '2',
    '1.5',
    '1e2',
    '0x1',
    ' 1',
    '+1',
    '%31',
    '99999999999999999999',
    'true',
    'null',
    'NaN',
    '%00',
    '%',
    '%zz',
    '%ff',
    '[]',
    '{}',
  ),
  encoded,
);

/** Parameters to append: unknown ones, and known ones once more. */
export const junkQuery = fc
  .tuple(fc.array(fc.tuple(queryName, queryValue), { minLength: 1, maxLength: 3 }), fc.boolean())
  .map(([pairs, twice]) => (twice ? [...pairs, ...pairs] : pairs));

/** Headers that mean nothing, something else, or another form of body. */
export const junkHeaders: fc.Arbitrary<Record<string, string>> = fc
  .array(
    fc.constantFrom<readonly [string, string]>(
      ['content-type', 'text/plain'],
      ['content-type', ''],
      ['content-type', 'application/json; charset=utf-16'],
      ['content-type', 'application/merge-patch+json'],
      ['content-type', 'multipart/form-data; boundary='],
      ['content-type', 'application/x-www-form-urlencoded'],
      ['content-type', ';'],
      ['content-encoding', 'gzip'],
      ['accept', 'text/markdown'],
      ['accept', 'text/html;q=x,*/*;q=0'],
      ['accept', ''],
      ['accept-language', '*;q=9'],
      ['if-match', '"1"'],
      ['if-match', '"'],
      ['if-match', 'x'.repeat(1_001)],
      ['if-none-match', '*'],
      ['if-modified-since', 'yesterday'],
      ['range', 'bytes=1-0'],
      ['range', 'bytes=0-99999999999999999999'],
      ['idempotency-key', 'k'],
      ['x-later', '1'],
      ['x-http-method-override', 'DELETE'],
      ['__proto__', 'x'],
      ['constructor', 'x'],
      ['cookie', 'a=b; __proto__=c'],
      ['origin', 'null'],
      ['x-forwarded-host', 'evil.example'],
      ['traceparent', '00-0-0-zz'],
      ['traceparent', `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`],
      ['tracestate', ',=,'],
      ['authorization', 'Basic Og=='],
      ['x-terminal-key', ','],
      ['user-agent', 'x'.repeat(9_000)],
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((pairs) => Object.fromEntries(pairs));

/** Ways in which the text of a body is no JSON, or is not what it seems. */
export const junkBody: fc.Arbitrary<(text: string) => string> = fc
  .record({
    at: fc.nat(),
    kind: fc.nat(15),
    piece: fc.oneof(fc.constantFrom('"', '}', ',', '\\', '\0', '\n', '\ufeff', '\u2028', '[', '\\u', '\\ud800'), anyText),
  })
  .map(({ at, kind, piece }) => (text) => {
    const place = at % (text.length + 1);
    const kinds = [
      () => text.slice(0, place),
      () => text.slice(0, place) + piece + text.slice(place),
      () => text.slice(place),
      () => text + text,
      () => `\ufeff${text}`,
      () => text.replace('{', '{"key":"CLOCK","key":"GREET",'),
      () => text.replace('{', '{"__proto__":{"key":"CLOCK"},'),
      () => text.replace(/\}$/, ',}'),
      () => text.replaceAll('"', "'"),
      () => text.replace(':', ':NaN,"later":'),
      () => '',
      () => ' \n',
      () => '['.repeat(200_000),
      () => `${'{"a":'.repeat(63)}1${'}'.repeat(63)}`,
      () => `${text}${' '.repeat(1_048_577)}`,
      () => `[${text}]`,
    ];
    return (kinds[kind] ?? (() => text))();
  });
