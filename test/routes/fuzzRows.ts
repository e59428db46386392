// The rows of the fuzz: every type and runner, with and without schema, some that cannot run or whose upstream fails.

export interface FuzzRow {
  readonly key: string;
  readonly type: string;
  readonly target: string | null;
  readonly content: string;
  /** Bodies that the row takes. */
  readonly calls?: readonly object[];
  readonly [column: string]: unknown;
}

const UPSTREAM = 'FIXTURE-UPSTREAM';

const what = (says: string, payload = '') => `# WHAT: ${says}\n${payload}`;
const fn = (key: string, target: string, calls: readonly object[], more: object = {}): FuzzRow => {
  return { key, type: 'fn', target, content: what(`A row of ${target}.`), category: 'test', calls, ...more };
};
const http = (key: string, target: string, more: object = {}): FuzzRow => {
  return { key, type: 'http', target, content: what(`Calls ${target}.`), category: 'test', ...more };
};

const MANY_KINDS = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 20 },
    size: { type: 'integer', minimum: 1, maximum: 10, default: 2 },
    of: { anyOf: [{ type: 'string', enum: ['a', 'b'] }, { type: 'null' }, { type: 'array', items: { type: 'number' }, maxItems: 3 }] },
    more: { type: 'object', properties: { __proto: { type: 'boolean' }, 名: { type: 'string' } }, additionalProperties: false },
  },
  required: ['name'],
  additionalProperties: false,
};

const VALUE = { key: 'a', value: 'b' };

export const fuzzRows: readonly FuzzRow[] = [
  fn('CLOCK', 'now', [{}, { body: 'Asia/Tokyo' }, { args: { zone: 'UTC' } }], { category: 'time' }),
  fn('READ_ROW', 'now', [{}]),
  fn('GREET', 'template', [{ body: 'Ada' }, { args: ['Ada'] }], { content: what('Greets.', '["Hello, {{1}}!", "$1"]') }),
  fn('IDENTIFY', 'uuid', [{}]),
  fn('DIGEST', 'hash', [{ args: { text: 'a' } }, { body: 'a' }]),
  fn('QUERY', 'json_query', [{ args: { json: [{ a: 1 }, { a: 2 }], query: '[].a' } }, { args: { json: {}, query: 'sort(@)' } }]),
  fn('REPLY', 'last_reply_of', [{ args: { text: '[REPLY]yes[/REPLY]' } }]),
  fn('PUT_VALUE', 'kv_put', [{ args: VALUE }]),
  fn('GET_VALUE', 'kv_get', [{ args: { key: 'a' } }]),
  fn('DROP_VALUE', 'kv_delete', [{ args: { key: 'a' } }]),
  fn('PUT_OBJECT', 'r2_put', [{ args: VALUE }]),
  fn('GET_OBJECT', 'r2_get', [{ args: { key: 'a' } }]),
  fn('ASK_TABLE', 'd1_query', [{ args: { sql: 'SELECT 1 AS one' } }, { body: 'SELECT 1' }]),
  fn('SEND', 'queue_send', [{ args: { body: { a: 1 } } }, {}]),
  fn('ROWS', 'directory_list', [{}, { args: { q: 'time' } }]),
  fn('CALLS', 'invocations_list', [{}, { args: { limit: 2 } }]),
  fn('OFF', 'now', [{}], { enabled: 0 }),
  fn('QUEUED', 'now', [{}], { runner: 'queue' }),
  fn('RESERVED', 'now', [{}], { owner_only: 1 }),
  http('ECHO', `GET ${UPSTREAM}/echo/$1?q=$2`, { calls: [{ body: 'a|b' }, { args: ['a', 'b'] }] }),
  http('SCHEMED', `POST ${UPSTREAM}/echo/{name}{?size}`, {
    content: what('Takes many kinds.', '{"name": "$name", "of": $of, "more": $more}'),
    input_schema: MANY_KINDS,
    calls: [{ args: { name: 'a' } }, { args: { name: 'a', of: [1], more: { 名: 'x' } } }],
  }),
  http('KEYED', `GET ${UPSTREAM}/echo`, { auth: 'bearer:UPSTREAM_KEY' }),
  http('UNKEYED', `GET ${UPSTREAM}/echo`, { auth: 'bearer:ABSENT_KEY' }),
  http('BYTES', `GET ${UPSTREAM}/bytes/$1`, { calls: [{ body: '10' }, { body: '70000' }] }),
  http('DOWN', `GET ${UPSTREAM}/status/500`),
  http('GONE', `GET ${UPSTREAM}/status/$1`, { calls: [{ body: '404' }, { body: '204' }, { body: '302' }] }),
  http('CLOSED', 'GET http://127.0.0.1:9/'),
  http('REFUSED', 'GET http://10.0.0.1/'),
  http('SLOW', `GET ${UPSTREAM}/hang`, { timeout_ms: 20 }),
  http('SELF', 'GET http://rowcall.test/api/directory?limit=1'),
  { key: 'AGENT', type: 'agent', target: '@cf/model', content: 'Be kind.', includes: 'USED_BLOCK', allowed_categories: '*' },
];
