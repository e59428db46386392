// S1, S2, S3: what arguments may do to a request. The whole path, from the row to what the upstream got.
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '../support/api.ts';
import { expectProblem } from '../support/problems.ts';
import { plantRow } from '../support/tables.ts';
import { A, echoOf, httpRow, invoke } from './upstream.ts';

const HOSTILE = [
  '@evil.example',
  '//evil.example/',
  '\\\\evil.example',
  'http://evil.example/',
  ':80@evil.example',
  '.evil.example',
  '/../..',
  '#',
  '?',
  '\t',
  '\r\nHost: evil.example',
  '\u0000',
  '%00',
  '%0d%0a',
  '${env}',
  '{host}',
  '$1',
  '😀',
  '\u2028',
  '／',
  '．．',
];

describe('S1 after substitution, scheme, host and port are the row’s own', () => {
  const slots = ['/echo/$1', '/echo?q=$1', '/echo/$$1', '/echo/{x}', '/echo/{+x}', '/echo{?x}', '/echo{/x}', '/echo/a$1b'];
  const keys = new Map<string, string>();

  beforeAll(async () => {
    for (const slot of slots) keys.set(slot, await httpRow(`GET ${A}${slot}`));
  });

  it.each(slots)('%s, whatever the argument', async (slot) => {
    const text = fc.oneof(
      fc.constantFrom(...HOSTILE),
      fc.string({ unit: 'binary' }),
      fc.array(fc.constantFrom(...HOSTILE, 'a', '/', '.'), { maxLength: 4 }).map((parts) => parts.join('')),
    );
    await fc.assert(
      fc.asyncProperty(text, async (value) => {
        const { status, body } = await invoke(keys.get(slot) ?? '', { args: [value], shape: true });
        if (status === 200) expect(new URL(body.shape.url as string).origin).toBe(A);
        else expect(status).toBe(422);
      }),
      { numRuns: 25 },
    );
  });

  it.each([
    'https://$1/',
    'https://a.example$1',
    'https://a.example$1/x',
    'https://$1@a.example/',
    'https://a.example:$1/',
    '$1',
    '$1/x',
    'https://{+x}/',
    'http{s}://a.example/',
    'https://a.example{x}',
    '//$1/',
  ])('a slot in the origin is refused when it is written: %s', async (address) => {
    const answered = await call('POST', '/api/directory', {
      json: { key: 'SLOT_IN_ORIGIN', type: 'http', target: `GET ${address}`, content: '# WHAT: x' },
    });
    expectProblem(answered, 422);
    expect(answered.body.error).toMatch(/target_slot_in_origin|bad_target|bad_template/);
  });

  it('a row planted with one does not run', async () => {
    await plantRow({ key: 'PLANTED_SLOT', type: 'http', target: `GET http://$1/echo`, content: '# WHAT: x' });
    expectProblem(await invoke('PLANTED_SLOT', { body: new URL(A).host }), 422);
  });
});

describe('S2 a path slot is exactly one segment', () => {
  let key = '';
  let raw = '';

  beforeAll(async () => {
    key = await httpRow(`GET ${A}/echo/before/$1/after`);
    raw = await httpRow(`GET ${A}/echo/before/$$1`);
  });

  const values = [
    '.',
    '..',
    '%2e',
    '%2E%2e',
    '.%2e',
    '',
    '/',
    'a/b',
    '../x',
    '..\\x',
    '%2f',
    '%2F..%2F',
    '%252e%252e',
    '%5c',
    '\\',
    ';',
    'a;b=c',
    '?',
    '#',
    'a?b#c',
    '&',
    ' ',
    '+',
    '%',
    '%zz',
    'ä',
    '😀',
    '…',
    '\t',
    '\n',
    '\r\n',
    '..;',
    '...',
    '. .',
  ];

  it.each(values.map((value) => [JSON.stringify(value), value] as const))('%s reaches no other endpoint', async (_, value) => {
    const answered = await invoke(key, { args: [value] });
    if (answered.status === 422) return expect(['bad_path_segment', 'invalid_argument', 'missing_argument']).toContain(answered.body.code);
    const segments = (answered.body.data.url as string).split('/');
    expect(segments).toEqual(['', 'echo', 'before', expect.any(String), 'after']);
    expect(decodeURIComponent(segments[3] ?? '')).toBe(value);
  });

  it.each(['.', '..', '%2e%2E', '', '%2e'])('%s is refused by name, and nothing is sent', async (value) => {
    const answered = await invoke(key, { args: [value] });
    expectProblem(answered, 422);
    expect(answered.body.error).toBe('bad_path_segment:1');
    expect(answered.body.proof.status).toBe('REFUSED');
  });

  it('one that makes the address too long for the network is refused by name, and nothing is sent', async () => {
    const answered = await invoke(key, { args: ['"'.repeat(30_000)] });
    expectProblem(answered, 422);
    expect(answered.body.error).toBe('outbound_refused:too_long');
    expect(answered.body.proof.status).toBe('REFUSED');
  });

  it.each(['../x', '..', 'a/../../x', '%2e%2e/x', './../x', '..\\x', '//evil.example/', 'a?b=c', 'a/b', '..%2fx'])(
    'even unescaped, %s stays under what the row says',
    async (value) => {
      const answered = await invoke(raw, { args: [value] });
      if (answered.status === 200) expect(answered.body.data.url).toMatch(/^\/echo\/before\//);
      else expectProblem(answered, 422);
    },
  );
});

describe('S3 each place has its own grammar', () => {
  const values = [
    'a&b=c',
    'x=1#y',
    '+ %20 +',
    '"},{"x":"',
    '\\',
    '\u2028\u2029',
    '</script>',
    '\u0001',
    "'",
    '{"a":1}',
    '[1,2]',
    'null',
    '1e999',
    '-',
    '$1',
    '$2',
    '\\$1',
    '$$1',
    '{x}',
    'é😀',
    ' lead and trail ',
  ];

  it('query values come through as they were, alone', async () => {
    const key = await httpRow(`GET ${A}/echo?a=$1&b=fixed`);
    for (const value of values) {
      const query = new URL((await echoOf(key, { args: [value] })).url, A).searchParams;
      expect([...query]).toEqual([
        ['a', value],
        ['b', 'fixed'],
      ]);
    }
  });

  it('JSON strings come through as they were, and add no member', async () => {
    const key = await httpRow(`POST ${A}/echo`, { payload: '{"a": "<$1>", "b": {"c": ["$1"]}}' });
    for (const value of values) expect(JSON.parse((await echoOf(key, { args: [value] })).body)).toEqual({ a: `<${value}>`, b: { c: [value] } });
  });

  it('an unquoted slot is one JSON value, whatever its text', async () => {
    const key = await httpRow(`POST ${A}/echo`, { payload: '{"a": $1, "b": 1}' });
    for (const value of [...values, '1, "c": 2', '1}', '/**/', '1 2']) {
      const sent = JSON.parse((await echoOf(key, { args: [value] })).body) as object;
      expect(Object.keys(sent)).toEqual(['a', 'b']);
      expect(sent).toMatchObject({ b: 1 });
    }
  });

  it('form fields come through as they were, and add none', async () => {
    const key = await httpRow(`POST ${A}/echo`, { payload: 'Content-Type: application/x-www-form-urlencoded\n\na=$1&b=fixed' });
    for (const value of values)
      expect([...new URLSearchParams((await echoOf(key, { args: [value] })).body)]).toEqual([
        ['a', value],
        ['b', 'fixed'],
      ]);
  });

  it('headers come through as they were, or the call is refused', async () => {
    const key = await httpRow(`POST ${A}/echo`, { payload: 'X-Slot: $1\n\n{}' });
    for (const value of ['a: b', 'a, b', '"', ';', '$2', 'a=b']) expect((await echoOf(key, { args: [value] })).headers['x-slot']).toBe(value);
    for (const value of ['a\r\nx-evil: 1', 'a\nx-evil: 1', 'a\rb', 'a\u0000b', '\r\n\r\nGET / HTTP/1.1']) {
      const answered = await invoke(key, { args: [value] });
      expectProblem(answered, 422);
      expect(answered.body.proof.status).toBe('REFUSED');
    }
  });

  it('a slot inside a value is never expanded, in any place', async () => {
    const key = await httpRow(`POST ${A}/echo/$1?q=$1`, { payload: 'X-Slot: $1\n\n{"a": "$1", "b": $1, "c": "$2"}' });
    const echo = await echoOf(key, { args: ['$2 {2} $$2 \\$2', 'inner'] });
    expect(decodeURIComponent(echo.url)).toBe('/echo/$2 {2} $$2 \\$2?q=$2 {2} $$2 \\$2');
    expect(echo.headers['x-slot']).toBe('$2 {2} $$2 \\$2');
    expect(JSON.parse(echo.body)).toEqual({ a: '$2 {2} $$2 \\$2', b: '$2 {2} $$2 \\$2', c: 'inner' });
  });

  it('what is no parameter stays text, and a missing argument is named before anything is sent', async () => {
    const key = await httpRow(`POST ${A}/echo`, { payload: '{"a": "$1 $0 $5.00 $HOME \\$1 $10 $"}' });
    expect(JSON.parse((await echoOf(key, { args: ['x'] })).body)).toEqual({ a: 'x $0 $5.00 $HOME $1 $10 $' });
    expectProblem(await invoke(key), 422, 'missing_argument:1');
    expectProblem(await invoke(key, { args: ['x', 'y'] }), 422, 'too_many_arguments');
  });
});
