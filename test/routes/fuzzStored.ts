// Rows of any content that may be stored, and the requests that read and run such a row.
import fc from 'fast-check';
import { OWNER } from '../support/api.ts';
import { anyTemplate, anyText } from '../unit/templates/arbitraries.ts';
import type { FuzzRequest } from './fuzzRequests.ts';

type Row = Readonly<Record<string, unknown>>;

export const requestOf = (operationId: string, method: string, path: string, json?: unknown): FuzzRequest => {
  return { operationId, method, path, headers: OWNER, ...(json === undefined ? {} : { body: JSON.stringify(json) }) };
};

const UPSTREAM = 'FIXTURE-UPSTREAM';
const KEY = 'STORED_ROW';

/** Text that a row may hold: no control characters, no halves of surrogate pairs. */
const text = anyText.map((some) =>
  some
    .toWellFormed()
    .replaceAll(/[\p{C}\ufffd]/gu, '')
    .slice(0, 300),
);

const docLine = fc
  .tuple(fc.constantFrom('WHAT', 'WHEN_TO_USE', 'ARGS', 'EX', 'ASK', 'ALIASES', 'OUTPUT', 'NOTES', 'LATER'), text)
  .map(([name, says]) => `# ${name}: ${says}`);
const docs = fc.tuple(text, fc.array(docLine, { maxLength: 4 })).map(([what, lines]) => [`# WHAT: Does ${what}`, ...lines].join('\n'));

const schema = fc.constantFrom<unknown>(
  null,
  null,
  {},
  { type: 'object' },
  { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer', default: 2 } }, required: ['a'] },
  { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { type: 'array', items: { $ref: '#/$defs/a' } } } },
  {
    $schema: 'http://json-schema.org/draft-07/schema#',
    definitions: { a: { enum: [1, null, 'x'] } },
    properties: { a: { $ref: '#/definitions/a' } },
  },
  { type: 'object', properties: { 'a/b~c "': { type: 'number' }, 名: { const: { x: 1 } } }, patternProperties: { '^x': { type: 'string' } } },
  { anyOf: [{ properties: { a: { type: 'string' } }, required: ['a'] }, { properties: { b: { type: 'null' } } }] },
  { type: 'object', properties: { constructor: { type: 'integer' }, toString: {}, valueOf: { type: 'string' } } },
);

const path = anyTemplate.map((template) => template.replaceAll(/[\s\\]/g, ''));
const target = fc.oneof(
  fc.constantFrom('now', 'hash', 'template', 'json_query', 'last_reply_of', 'uuid'),
  fc.constantFrom('/echo/{a}', '/echo{?a,b}', '/echo{/a*}?x=$b', '/echo/$a', '/status/503', '/echo').map((of) => `POST ${UPSTREAM}${of}`),
  path.map((of) => `GET ${UPSTREAM}/echo/${of}`),
);

const payload = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '',
      '["$1"]',
      '["{{1}}", "$1"]',
      '{"a": $a}',
      '[$1, $2+]',
      'a=$a&b=$b',
      '$a',
      'X-A: $a\n\n{"b": "$b"}',
      '{',
      '[]',
      '{"a": "$a", "b": [$b]}',
    ),
  },
  { weight: 1, arbitrary: anyTemplate },
);

/** Rows with a fixed key: what the directory refuses of them is refused, what it takes is read and run. */
export const anyRowToStore: fc.Arbitrary<Row> = fc
  .record(
    {
      target,
      docs,
      payload,
      input_schema: schema,
      output_schema: schema,
      category: text.map((some) => some.slice(0, 20)),
      auth: fc.constantFrom(null, 'bearer:UPSTREAM_KEY', 'query:k=UPSTREAM_KEY', 'headers:{"x-a":"$UPSTREAM_KEY"}', 'bearer:ABSENT_KEY'),
      effect: fc.constantFrom(null, 'read', 'write', 'destructive'),
      planner_rank: fc.integer(),
      seq: fc.constantFrom(null, 0, -1, 2 ** 40),
      timeout_ms: fc.constantFrom(null, 2_000),
      sensitive: fc.constantFrom(0, 0, 0, 1),
      examples: fc.constantFrom<unknown>(null, null, null, [], ['a'], [{ a: 'x' }]),
    },
    { requiredKeys: ['target', 'docs', 'payload'] },
  )
  .map(({ docs: lines, payload: after, ...row }) => {
    const type = row.target.includes(' ') ? 'http' : 'fn';
    return { key: KEY, type, content: `${lines}\n${after}`, ...row };
  });

const BODIES = [{}, { body: 'a|b' }, { args: { a: 'x', b: 1 } }, { args: ['\u202e', { c: [] }] }, { body: '..', shape: true }];

/** Everything that reads the row, runs it, and takes it away again. */
export function requestsAbout(row: Row): FuzzRequest[] {
  const at = `/api/directory/${KEY}`;
  return [
    requestOf('readRow', 'GET', at),
    requestOf('readContract', 'GET', `${at}/contract?format=json&full=1`),
    requestOf('readContract', 'GET', `${at}/contract?format=markdown`),
    requestOf('dispatchRead', 'GET', `/api/dispatch?key=${KEY}&format=markdown&full=1`),
    requestOf('dispatchRead', 'GET', '/api/dispatch?registry=1'),
    requestOf('resolve', 'GET', '/api/resolve?ask=stored+row&contract=1'),
    requestOf('homePage', 'GET', `/?key=${KEY}`),
    ...BODIES.map((json) => requestOf('invokeKey', 'POST', `/api/invoke/${KEY}`, json)),
    ...BODIES.slice(0, 2).map((json) => requestOf('dispatch', 'POST', '/api/dispatch', { key: KEY, ...json })),
    requestOf('replaceRow', 'PUT', at, row),
    requestOf('rowHistory', 'GET', `${at}/history`),
    requestOf('deleteRow', 'DELETE', at),
    requestOf('restoreRow', 'POST', `${at}/restore`, { version: 1 }),
    requestOf('deleteRow', 'DELETE', at),
  ];
}
