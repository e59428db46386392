// A valid request of each operation, for the tests that hold for all of them.
import { env } from 'cloudflare:workers';
import { SWAGGER_UI_VERSION } from '../../src/routes/pages/docsFiles.ts';
import { operations } from '../../src/routes/routes.ts';
import { addRow, call } from '../support/api.ts';

export interface ValidRequest {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly json?: Readonly<Record<string, unknown>>;
  /** Who needs no credential: nobody, everybody, or everybody where the catalogue is public. */
  readonly open?: 'always' | 'catalogue';
  /** Wrong values of query parameters. */
  readonly wrongQuery?: readonly (readonly [string, string])[];
  /** The status with which it succeeds. */
  readonly success: number;
}

export interface Fixtures {
  readonly receipt: string;
  /** One whose bodies nothing else needs. */
  readonly erasable: string;
  readonly trace: string;
  readonly artifact: string;
}

/** What the valid requests need to be there. Each operation has a row or block of its own. */
export async function makeFixtures(): Promise<Fixtures> {
  await addRow({ key: 'CLOCK', type: 'fn', target: 'now', category: 'time' });
  for (const key of ['READ_ROW', 'REPLACE_ROW', 'PATCH_ROW', 'DELETE_ROW', 'HISTORY_ROW', 'RESTORE_ROW'])
    await addRow({ key, type: 'fn', target: 'now' });
  await call('PATCH', '/api/directory/RESTORE_ROW', { json: { category: 'b' } });
  for (const key of ['READ_BLOCK', 'DELETE_BLOCK']) await call('PUT', `/api/blocks/${key}`, { json: { content: 'Be kind.' } });
  const reply = await call('POST', '/api/invoke/CLOCK', { json: {} });
  const other = await call('POST', '/api/invoke/CLOCK', { json: {} });
  const artifact = 'a'.repeat(64);
  await env.ARTIFACTS.put(artifact, 'bytes');
  return {
    receipt: reply.body.proof.invocation_id as string,
    erasable: other.body.proof.invocation_id as string,
    trace: reply.body.trace as string,
    artifact,
  };
}

const select: readonly [string, string] = ['select', 'a['];
const integers = (name: string, max: string): (readonly [string, string])[] =>
  ['0', '-1', '1.5', 'x', '', max, '1e2', '99999999999999999999'].map((value) => [name, value] as const);

const swaggerUi = (name: string): ValidRequest => ({
  path: `/docs/${name}`,
  query: { v: SWAGGER_UI_VERSION },
  open: 'always',
  success: 200,
  wrongQuery: [['v', 'x'.repeat(33)]],
});

export function validRequests({ receipt, erasable, trace, artifact }: Fixtures): Readonly<Record<string, ValidRequest>> {
  const created = { key: 'CREATED_ROW', type: 'fn', target: 'now', content: '# WHAT: The time.' };
  return {
    listRows: {
      path: '/api/directory',
      query: { category: 'time', type: 'fn', q: 'clock', enabled: '1', limit: '10' },
      open: 'catalogue',
      success: 200,
      wrongQuery: [
        ...integers('limit', '501'),
        ['type', 'sql'],
        ['enabled', '2'],
        ['category', 'x'.repeat(65)],
        ['q', 'x'.repeat(257)],
        ['cursor', 'x'.repeat(513)],
        ['cursor', 'bm9uZQ'],
        ['cursor', '%'],
      ],
    },
    resolve: {
      path: '/api/resolve',
      query: { ask: 'what time is it', limit: '5', category: 'time', contract: '1' },
      open: 'catalogue',
      success: 200,
      wrongQuery: [...integers('limit', '21'), ['ask', 'x'.repeat(4_001)], ['category', 'x'.repeat(65)], ['contract', '2']],
    },
    readContract: {
      path: '/api/directory/READ_ROW/contract',
      query: { format: 'json', full: '1' },
      open: 'catalogue',
      success: 200,
      wrongQuery: [
        ['format', 'pdf'],
        ['full', '2'],
      ],
    },
    readPins: { path: '/api/pins', success: 200 },
    writePins: { path: '/api/pins', json: { pins: [{ phrase: 'what time is it', key: 'CLOCK' }] }, success: 200 },
    createRow: { path: '/api/directory', json: created, success: 201 },
    readRow: { path: '/api/directory/READ_ROW', open: 'catalogue', success: 200 },
    replaceRow: {
      path: '/api/directory/REPLACE_ROW',
      json: { type: 'fn', target: 'now', content: '# WHAT: The time.', category: 'b' },
      success: 200,
    },
    patchRow: { path: '/api/directory/PATCH_ROW', json: { category: 'b' }, success: 200 },
    deleteRow: { path: '/api/directory/DELETE_ROW', success: 200 },
    rowHistory: {
      path: '/api/directory/HISTORY_ROW/history',
      query: { limit: '5', before: '9' },
      success: 200,
      wrongQuery: [...integers('limit', '501'), ...integers('before', '-9')],
    },
    restoreRow: { path: '/api/directory/RESTORE_ROW/restore', json: { version: 1 }, success: 200 },
    readBlock: { path: '/api/blocks/READ_BLOCK', success: 200 },
    writeBlock: { path: '/api/blocks/WRITE_BLOCK', json: { content: 'Be brief.' }, success: 200 },
    deleteBlock: { path: '/api/blocks/DELETE_BLOCK', success: 200 },
    invoke: { path: '/api/invoke', json: { key: 'CLOCK' }, success: 200 },
    invokeKey: { path: '/api/invoke/CLOCK', json: {}, success: 200 },
    batch: { path: '/api/batch', json: { calls: [{ key: 'CLOCK' }] }, success: 200 },
    dispatch: { path: '/api/dispatch', json: { key: 'CLOCK' }, success: 200 },
    dispatchRead: { path: '/api/dispatch', query: { receipt }, success: 200 },
    listReceipts: {
      path: '/api/receipts',
      query: { key: 'CLOCK', actor: 'owner', status: 'PROVEN_MATERIAL_RESULT', since: '2026-01-01T00:00:00Z', limit: '5' },
      success: 200,
      wrongQuery: [
        ...integers('limit', '501'),
        ['status', 'DONE'],
        ['since', 'yesterday'],
        ['until', '2026-13-01T00:00:00Z'],
        ['cursor', 'x'],
        ['cursor', '2026-01-01T00:00:00Z~inv_1'],
      ],
    },
    listEntries: {
      path: '/api/ledger',
      query: { kind: 'INVOKE', subject: receipt, after: '0', limit: '5' },
      success: 200,
      wrongQuery: [...integers('limit', '501'), ['kind', 'OTHER'], ['after', '-1'], ['after', 'x']],
    },
    readReceipt: { path: `/api/receipts/${receipt}`, query: { wait: '1' }, success: 200, wrongQuery: integers('wait', '26').slice(1) },
    proveReceipt: { path: `/api/receipts/${receipt}/proof`, open: 'always', success: 200 },
    replay: { path: `/api/receipts/${receipt}/replay`, json: {}, success: 200 },
    eraseBodies: { path: `/api/receipts/${erasable}/bodies`, success: 200 },
    readTrace: { path: `/api/traces/${trace}`, success: 200 },
    readCheckpoint: { path: '/api/ledger/checkpoint', open: 'always', success: 200 },
    proveConsistency: {
      path: '/api/ledger/consistency',
      query: { from: '1', to: '2' },
      open: 'always',
      success: 200,
      wrongQuery: [
        ['from', '-1'],
        ['from', 'x'],
        ['to', '-1'],
        ['to', '1e2'],
      ],
    },
    readVerifierKey: { path: '/api/ledger/key', open: 'always', success: 200 },
    reopenLedger: { path: '/api/ledger/reopen', json: { confirm: true }, success: 200 },
    readKeys: { path: '/.well-known/jwks.json', open: 'always', success: 200 },
    confirmReceipt: { path: `/api/receipts/${receipt}/confirmation`, open: 'always', success: 200 },
    receiptResult: {
      path: `/api/receipts/${receipt}/result`,
      query: { offset: '0', max_bytes: '100', select: 'iso' },
      success: 200,
      wrongQuery: [select, ...integers('max_bytes', '10485761'), ['offset', '-1'], ['offset', 'x']],
    },
    readArtifact: { path: `/api/artifacts/${artifact}`, success: 200 },
    openapi: { path: '/openapi.json', open: 'always', success: 200 },
    openapiRows: {
      path: '/openapi/directory.json',
      query: { category: 'time', type: 'fn', keys: 'CLOCK' },
      open: 'catalogue',
      success: 200,
      wrongQuery: [
        ['type', 'sql'],
        ['keys', ''],
        ['category', 'x'.repeat(65)],
      ],
    },
    health: { path: '/health', open: 'always', success: 200 },
    homePage: { path: '/', query: { ask: 'what time is it', key: 'CLOCK' }, open: 'always', success: 200 },
    homeScript: { path: '/home.js', open: 'always', success: 200 },
    receiptPage: { path: `/receipt/${receipt}`, open: 'always', success: 200 },
    docsPage: {
      path: '/docs',
      query: { document: 'rows', category: 'time' },
      open: 'always',
      success: 200,
      wrongQuery: [
        ['document', 'other'],
        ['category', 'x'.repeat(65)],
      ],
    },
    docsScript: { path: '/docs/init.js', open: 'always', success: 200 },
    swaggerUiStyle: swaggerUi('swagger-ui.css'),
    swaggerUiScript: swaggerUi('swagger-ui-bundle.js'),
    swaggerUiLicenses: swaggerUi('swagger-ui-bundle.js.LICENSE.txt'),
    errorPage: { path: '/docs/errors/unknown_key', open: 'always', success: 200 },
  };
}

/** Path and query of a request; `more` are parameters besides, also repeated ones. */
export function addressOf({ path, query = {} }: ValidRequest, more: readonly (readonly [string, string])[] = []): string {
  const search = new URLSearchParams([...Object.entries(query), ...more].map(([name, value]) => [name, value])).toString();
  return search === '' ? path : `${path}?${search}`;
}

export const operationIds = operations.map(({ operationId }) => operationId);
