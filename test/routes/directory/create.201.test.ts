import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { call } from '../../support/api.ts';
import { createRow, entriesOf, getRow, GOOD, patchRow } from './rows.ts';

const DEFAULTS = {
  target: null,
  auth: null,
  category: null,
  allowed_categories: null,
  seq: null,
  enabled: 1,
  planner_visible: 1,
  planner_rank: 100,
  input_schema: null,
  examples: null,
  sensitive: 0,
  runner: null,
  includes: null,
  output_schema: null,
  effect: null,
  timeout_ms: null,
  owner_only: 0,
};

describe('a new row', () => {
  it('is answered with its address and its version, and reads back with every default', async () => {
    const created = await createRow({ key: 'defaults', type: 'flow', content: '# WHAT: Steps.\nCLOCK:' });
    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe('/api/directory/DEFAULTS');
    expect(created.headers.get('etag')).toBe('"1"');
    expect(created.body).toEqual({ ok: true, key: 'DEFAULTS', version: 1, updated_at: expect.any(String), warnings: [] });
    const { body, headers } = await getRow('defaults');
    expect(headers.get('etag')).toBe('"1"');
    expect(body).toEqual({
      ...DEFAULTS,
      key: 'DEFAULTS',
      type: 'flow',
      content: '# WHAT: Steps.\nCLOCK:',
      created_at: created.body.updated_at,
      updated_at: created.body.updated_at,
      version: 1,
      contract_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(body.updated_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('can be called on the very next request, and so can every change of it', async () => {
    await createRow({ key: 'LIVE', type: 'fn', target: 'template', content: '# WHAT: Says it.\n["one",{}]' });
    expect((await call('POST', '/api/invoke/LIVE', { json: {} })).body).toMatchObject({ ok: true, result: 'one' });
    await patchRow('LIVE', { content: '# WHAT: Says it.\n["two",{}]' });
    expect((await call('POST', '/api/invoke/live', { json: {} })).body).toMatchObject({ ok: true, result: 'two' });
    await call('DELETE', '/api/directory/LIVE');
    expect((await call('POST', '/api/invoke/LIVE', { json: {} })).status).toBe(404);
  });

  it('has one entry on the ledger, with the hashes of what was stored', async () => {
    await createRow({ ...GOOD, key: 'ENTERED' });
    const { body } = await getRow('ENTERED');
    expect(await entriesOf('ENTERED')).toEqual([
      {
        kind: 'DIRECTORY_MUTATE',
        action: 'create',
        actor: 'owner',
        key: 'ENTERED',
        version: 1,
        contract_hash: body.contract_hash,
        row_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
  });

  it('takes JSON columns as text or as JSON, and gives them back as JSON', async () => {
    const columns = {
      input_schema: { type: 'object', properties: { text: { type: 'string' } } },
      output_schema: { type: 'object' },
      examples: ['a', { text: 'b' }],
    };
    const asText = Object.fromEntries(Object.entries(columns).map(([column, value]) => [column, JSON.stringify(value, null, 2)]));
    for (const [key, given] of [
      ['AS_JSON', columns],
      ['AS_TEXT', asText],
    ] as const) {
      expect((await createRow({ key, type: 'fn', target: 'hash', content: GOOD.content, ...given })).status).toBe(201);
      expect((await getRow(key)).body).toMatchObject(columns);
    }
    const stored = await env.DB.prepare('SELECT input_schema, output_schema, examples FROM directory WHERE key IN (?, ?)')
      .bind('AS_JSON', 'AS_TEXT')
      .all();
    expect(stored.results[0]).toEqual(stored.results[1]);
  });

  it('keeps the order of properties, which is the order of positional arguments', async () => {
    const input_schema = '{"type":"object","properties":{"zeta":{"type":"string"},"alpha":{"type":"string"}},"required":["zeta","alpha"]}';
    await createRow({ key: 'ORDERED', type: 'fn', target: 'template', content: '# WHAT: Joins.\n["$zeta-$alpha",{}]', input_schema });
    expect((await call('POST', '/api/invoke/ORDERED', { json: { body: 'a|b' } })).body).toMatchObject({ result: 'a-b' });
  });

  it('takes 0 and 1 as well as booleans', async () => {
    await createRow({ ...GOOD, key: 'FLAGS_A', enabled: true, planner_visible: false, owner_only: true });
    await createRow({ ...GOOD, key: 'FLAGS_B', enabled: 1, planner_visible: 0, owner_only: 1 });
    for (const key of ['FLAGS_A', 'FLAGS_B'])
      expect((await getRow(key)).body).toMatchObject({ enabled: 1, planner_visible: 0, owner_only: 1, sensitive: 0 });
  });

  it('may have a long category, many parameters and a large payload', async () => {
    const properties = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`p${at}`, { type: 'string' }]));
    const row = {
      key: 'LARGE',
      type: 'http',
      target: 'POST https://api.example.com/',
      content: `# WHAT: Large.\n{"a": "${'x'.repeat(500_000)}"}`,
      category: 'Ünïcode, with spaces: '.padEnd(64, '.'),
      input_schema: { type: 'object', properties },
    };
    expect((await createRow(row)).status).toBe(201);
    expect((await getRow('LARGE')).body).toMatchObject(row);
  });

  it('goes on with the version of the row that had its key before', async () => {
    await createRow({ ...GOOD, key: 'AGAIN' });
    await patchRow('AGAIN', { category: 'a' });
    await call('DELETE', '/api/directory/AGAIN');
    const again = await createRow({ ...GOOD, key: 'AGAIN' });
    expect(again.body.version).toBe(3);
    await call('DELETE', '/api/directory/AGAIN');
    expect((await createRow({ ...GOOD, key: 'AGAIN' })).body.version).toBe(4);
    expect((await entriesOf('AGAIN')).map(({ action, version }) => `${action} ${version}`)).toEqual([
      'create 1',
      'patch 2',
      'delete 2',
      'create 3',
      'delete 3',
      'create 4',
    ]);
  });
});
