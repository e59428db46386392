// Every status that the document promises for an operation is one that it really answers: each is produced here, by a
// request. What it answers beyond the document, `call` refuses in every test.
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { handle } from '../../src/app.ts';
import type { Bindings } from '../../src/env.ts';
import { openLedger } from '../../src/ledger/openLedger.ts';
import { operations } from '../../src/routes/routes.ts';
import { addRow, call, OWNER } from '../support/api.ts';
import { brokenPromise, document } from '../support/documented.ts';
import { plantRow, plantRunning } from '../support/tables.ts';
import { prepareRequests, requestOf, send, tooLarge, WRONG_KEY } from './everyOperation.ts';
import { addressOf } from './requests.ts';

/** The status that a request is answered with. */
type Producer = () => Promise<number>;

const SECRET = String(env['UPSTREAM_KEY']);
const HASH = 'b'.repeat(64);
const NO_RECEIPT = `inv_${'0'.repeat(32)}`;
const row = { type: 'fn', target: 'now', content: '# WHAT: The time.' };

prepareRequests();

beforeAll(async () => {
  await addRow({ key: 'TAKEN', ...row });
  await addRow({ key: 'OFF', ...row, enabled: 0 });
  await addRow({ key: 'LATER', ...row, runner: 'queue' });
  await addRow({ key: 'BROKEN', type: 'http', target: `GET ${env.TEST_UPSTREAM}/status/500` });
  await addRow({ key: 'SLOW', type: 'http', target: `GET ${env.TEST_UPSTREAM}/hang`, timeout_ms: 50 });
  await addRow({ key: 'WRITES', type: 'fn', target: 'kv_put' });
  for (const key of ['TURNED_LATER', 'TURNED_UUID', 'TURNED_AGENT', 'GONE']) await addRow({ key, ...row });
  await call('DELETE', '/api/directory/GONE');
  await call('PUT', '/api/blocks/USED', { json: { content: 'Be kind.' } });
  await addRow({ key: 'AGENT', type: 'agent', target: 'a-model', content: '# WHAT: Helps.\n\nHelp.', includes: 'USED' });
});

async function status(method: string, path: string, options: { json?: unknown; headers?: Record<string, string> } = {}): Promise<number> {
  return (await call(method, path, options)).status;
}

/** A Worker whose bindings are others, or where something else happens at the moment of a write. */
async function statusWith(
  bindings: Partial<Bindings>,
  method: string,
  path: string,
  { json, headers = OWNER }: { json?: unknown; headers?: Record<string, string> } = {},
) {
  const type: Record<string, string> = json === undefined ? {} : { 'content-type': 'application/json' };
  const request = new Request(`http://localhost${path}`, {
    method,
    headers: { ...headers, ...type },
    body: json === undefined ? undefined : JSON.stringify(json),
  });
  const response = await handle(request, { ...env, ...bindings });
  const text = await response.text();
  const body: unknown = /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text;
  expect(brokenPromise(method, path, { status: response.status, headers: response.headers, body })).toBeUndefined();
  return response.status;
}

/** The sequencer, where `meanwhile` is done just before it gets an entry: the race that a write loses. */
function racing(meanwhile: string): Partial<Bindings> {
  const ledger = openLedger(env.SEQUENCER);
  const append: typeof ledger.append = async (...given) => {
    await env.DB.exec(meanwhile);
    return ledger.append(...given);
  };
  return { SEQUENCER: { getByName: () => ({ append }) } as unknown as DurableObjectNamespace };
}

let made = 0;

/** The status that a row which says that it reads is answered with when it asks this service for a change. */
async function statusBelowRead(target: string, payload: string): Promise<number> {
  const key = `BELOW_READ_${++made}`;
  await addRow({ key, type: 'http', target, effect: 'read', content: `# WHAT: Says that it reads.\n${payload}` });
  const { body } = await call('POST', '/api/invoke', { json: { key } });
  return Number(/^ERR:http:(\d+)$/.exec(String(body.error))?.[1]);
}

/** What all ways to run a row have in common. */
function calls(method: 'POST', path: (key: string) => string, json: (key: string) => object): Record<number, Producer> {
  const of = (key: string, more: object = {}) => status(method, path(key), { json: { ...json(key), ...more } });
  return {
    202: () => of('LATER'),
    403: () => statusBelowRead(`POST ${path('WRITES')}`, JSON.stringify({ ...json('WRITES'), args: { key: 'a', value: 'b' } })),
    404: () => of('NO_SUCH_ROW'),
    409: () => of('OFF'),
    422: () => of('TAKEN', { args: { later: 1 } }),
    501: () => of('AGENT'),
    502: () => of('BROKEN'),
    504: () => of('SLOW'),
  };
}

/** The receipt of a call of the row, which is then changed. */
async function receiptOf(key: string, args: object, then?: object): Promise<string> {
  const { body } = await call('POST', '/api/invoke', { json: { key, args } });
  if (then !== undefined) await call('PATCH', `/api/directory/${key}`, { json: then });
  return body.proof.invocation_id as string;
}

async function replayed(key: string, args: object = {}, then?: object): Promise<number> {
  return status('POST', `/api/receipts/${await receiptOf(key, args, then)}/replay`, { json: { confirm: true } });
}

const stale = { ...OWNER, 'if-match': '"99"' };
const missing = '/api/directory/NO_SUCH_ROW';

/** By operation and status, what every operation does not have. */
const PRODUCERS: Readonly<Record<string, Readonly<Record<number, Producer>>>> = {
  createRow: {
    403: () => statusBelowRead('POST /api/directory', JSON.stringify({ key: 'NEW', ...row })),
    409: () => status('POST', '/api/directory', { json: { key: 'TAKEN', ...row } }),
    // Somebody else creates and deletes the row meanwhile.
    412: () =>
      statusWith(
        racing(
          "INSERT INTO directory_history (key, version, row, actor, at) SELECT 'RACED', count(*) + 1, '{}', 'x', 'x' FROM directory_history WHERE key = 'RACED'",
        ),
        'POST',
        '/api/directory',
        { json: { key: 'RACED', ...row } },
      ),
    422: () => status('POST', '/api/directory', { json: { key: 'NEW', type: 'fn', target: 'no_such_function' } }),
  },
  readRow: { 404: () => status('GET', missing) },
  readContract: { 404: () => status('GET', `${missing}/contract`) },
  rowHistory: { 404: () => status('GET', `${missing}/history`) },
  replaceRow: {
    403: () => statusBelowRead('PUT /api/directory/TAKEN', JSON.stringify(row)),
    404: () => status('PUT', missing, { json: row }),
    412: () => status('PUT', '/api/directory/TAKEN', { json: row, headers: stale }),
    422: () => status('PUT', '/api/directory/TAKEN', { json: { ...row, target: 'no_such_function' } }),
  },
  patchRow: {
    403: () => statusBelowRead('PATCH /api/directory/TAKEN', '{"category":"a"}'),
    404: () => status('PATCH', missing, { json: { category: 'a' } }),
    412: () => status('PATCH', '/api/directory/TAKEN', { json: { category: 'a' }, headers: stale }),
    422: () => status('PATCH', '/api/directory/TAKEN', { json: { target: 'no_such_function' } }),
  },
  deleteRow: {
    404: () => status('DELETE', missing),
    412: () => status('DELETE', '/api/directory/TAKEN', { headers: stale }),
  },
  restoreRow: {
    403: () => statusBelowRead('POST /api/directory/TAKEN/restore', '{"version":1}'),
    404: () => status('POST', '/api/directory/TAKEN/restore', { json: { version: 99 } }),
    // Somebody else brings the row back meanwhile.
    409: () =>
      statusWith(
        racing("INSERT OR IGNORE INTO directory (key, type, target, version) VALUES ('GONE', 'fn', 'now', 7)"),
        'POST',
        '/api/directory/GONE/restore',
        { json: { version: 1 } },
      ),
    412: () => status('POST', '/api/directory/RESTORE_ROW/restore', { json: { version: 1 }, headers: stale }),
    422: async () => {
      await plantRow({ key: 'ONCE_BROKEN', type: 'fn', target: 'no_such_function', content: '# WHAT: Old.' });
      await call('PUT', '/api/directory/ONCE_BROKEN', { json: row });
      return status('POST', '/api/directory/ONCE_BROKEN/restore', { json: { version: 1 } });
    },
  },
  readBlock: { 404: () => status('GET', '/api/blocks/NO_SUCH_BLOCK') },
  writeBlock: {
    403: () => statusBelowRead('PUT /api/blocks/TONE', '{"content":"Be brief."}'),
    412: () =>
      statusWith(racing("UPDATE directory SET version = version + 1 WHERE key = 'AGENT'"), 'PUT', '/api/blocks/USED', {
        json: { content: 'Be brief.' },
      }),
    422: () => status('PUT', '/api/blocks/TONE', { json: { content: `Say ${SECRET}.` } }),
  },
  deleteBlock: {
    404: () => status('DELETE', '/api/blocks/NO_SUCH_BLOCK'),
    409: () => status('DELETE', '/api/blocks/USED'),
    412: () => statusWith(racing("UPDATE prompt_blocks SET content = content || '.' WHERE key = 'READ_BLOCK'"), 'DELETE', '/api/blocks/READ_BLOCK'),
  },
  writePins: {
    403: () => statusBelowRead('PUT /api/pins', '{"pins":[]}'),
    412: () => status('PUT', '/api/pins', { json: { pins: [] }, headers: stale }),
    422: () => status('PUT', '/api/pins', { json: { pins: [{ phrase: `say ${SECRET}`, key: 'TAKEN' }] } }),
  },
  invoke: calls(
    'POST',
    () => '/api/invoke',
    (key) => ({ key }),
  ),
  invokeKey: calls(
    'POST',
    (key) => `/api/invoke/${key}`,
    () => ({}),
  ),
  dispatch: calls(
    'POST',
    () => '/api/dispatch',
    (key) => ({ key }),
  ),
  batch: {
    // Two rows that each ask for more than half of what one request may cause.
    422: async () => {
      const many = JSON.stringify({ calls: Array.from({ length: 256 }, () => ({ key: 'TAKEN' })) });
      await addRow({ key: 'MANY', type: 'http', target: 'POST /api/batch', content: `# WHAT: Many.\n${many}` });
      const { body } = await call('POST', '/api/batch', { json: { calls: [{ key: 'MANY' }, { key: 'MANY' }], mode: 'sequence' } });
      const errors = (body.results as { error?: string }[]).map(({ error }) => error);
      return Number(/^ERR:http:(\d+)$/.exec(String(errors.find((error) => error !== undefined)))?.[1]);
    },
  },
  dispatchRead: {
    404: () => status('GET', '/api/dispatch?key=NO_SUCH_ROW'),
    501: () => status('GET', '/api/dispatch?invoke=TAKEN'),
  },
  proveReceipt: {
    404: () => status('GET', `/api/receipts/${NO_RECEIPT}/proof`),
    409: async () => status('GET', `/api/receipts/${await plantRunning()}/proof`),
  },
  eraseBodies: {
    403: async () => statusBelowRead(`DELETE /api/receipts/${await receiptOf('TAKEN', {})}/bodies`, ''),
    404: () => status('DELETE', `/api/receipts/${NO_RECEIPT}/bodies`),
    409: async () => status('DELETE', `/api/receipts/${await plantRunning()}/bodies`),
  },
  reopenLedger: { 403: () => statusBelowRead('POST /api/ledger/reopen', '{"confirm":true}') },
  replay: {
    202: () => replayed('TURNED_LATER', {}, { runner: 'queue' }),
    403: async () => statusBelowRead(`POST /api/receipts/${await receiptOf('WRITES', { key: 'a', value: 'b' })}/replay`, '{"confirm":true}'),
    404: () => status('POST', `/api/receipts/${NO_RECEIPT}/replay`, { json: {} }),
    409: async () => status('POST', `/api/receipts/${await receiptOf('WRITES', { key: 'a', value: 'b' })}/replay`, { json: {} }),
    422: () => replayed('TURNED_UUID', { zone: 'UTC' }, { target: 'uuid' }),
    501: () => replayed('TURNED_AGENT', {}, { type: 'agent', target: 'a-model', content: '# WHAT: Helps.\n\nHelp.' }),
    502: () => replayed('BROKEN'),
    504: () => replayed('SLOW'),
  },
  readTrace: { 404: () => status('GET', `/api/traces/${'0'.repeat(32)}`) },
  readReceipt: { 404: () => status('GET', `/api/receipts/${NO_RECEIPT}`) },
  confirmReceipt: { 404: () => status('GET', `/api/receipts/${NO_RECEIPT}/confirmation`) },
  receiptResult: { 404: () => status('GET', `/api/receipts/${NO_RECEIPT}/result`) },
  receiptPage: { 404: () => status('GET', `/receipt/${NO_RECEIPT}`) },
  errorPage: { 404: () => status('GET', '/docs/errors/no_such_code') },
  openapiRows: { 404: () => status('GET', '/openapi/directory.json?keys=NO_SUCH_ROW') },
  readArtifact: {
    206: () => status('GET', requestOf('readArtifact').path, { headers: { ...OWNER, range: 'bytes=0-1' } }),
    404: () => status('GET', `/api/artifacts/${HASH}`),
    416: () => status('GET', requestOf('readArtifact').path, { headers: { ...OWNER, range: 'bytes=99-' } }),
    502: () => statusWith({ ARTIFACTS: undefined }, 'GET', requestOf('readArtifact').path),
  },
};

/** Not sent here, because fetch sends no GET with a body: test/node/openapi.test.ts does. */
const isForBodies = (method: string, wanted: number) => method === 'get' && (wanted === 413 || wanted === 415);

function producerOf(id: string, wanted: number): Producer | undefined {
  const operation = operations.find(({ operationId }) => operationId === id);
  if (operation === undefined) return undefined;
  const sent = async (change: Parameters<typeof send>[1]) => (await send(operation, change)).status;
  const own = PRODUCERS[id]?.[wanted];
  if (own !== undefined) return own;
  switch (wanted) {
    case 200:
    case 201:
      return () => sent({});
    case 400:
      return () => sent({ path: addressOf(requestOf(id), [['later', '1']]) });
    case 401:
      return () => sent({ headers: { 'x-terminal-key': WRONG_KEY } });
    case 413:
      return () => sent({ raw: tooLarge });
    case 415:
      return () => sent({ raw: 'later=1', headers: { ...OWNER, 'content-type': 'text/plain' } });
    case 503:
      return () => statusWith({ TERMINAL_KEY: undefined }, operation.method.toUpperCase(), addressOf(requestOf(id)), { json: requestOf(id).json });
  }
  return undefined;
}

const promised = Object.values(document.paths).flatMap((item) =>
  Object.entries(item).map(([method, { operationId, responses }]) => [operationId, method, Object.keys(responses).map(Number)] as const),
);

describe.each(promised)('%s', (id, method, statuses) => {
  it.each(statuses.filter((wanted) => !isForBodies(method, wanted)))('answers %i', async (wanted) => {
    const produce = producerOf(id, wanted);
    if (produce === undefined) throw new Error('no request is known that is answered so');
    expect(await produce()).toBe(wanted);
  });
});
