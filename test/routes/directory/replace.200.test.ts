import { beforeEach, describe, expect, it } from 'vitest';
import { call } from '../../support/api.ts';
import { expectProblem } from '../../support/problems.ts';
import { plantRow, storedState } from '../../support/tables.ts';
import { createRow, entriesOf, getRow, GOOD, historyOf, replaceRow } from './rows.ts';

const FULL = {
  type: 'http',
  target: 'POST https://api.example.com/v1/items/{id}{?page}',
  auth: 'bearer:UPSTREAM_KEY',
  content: '# WHAT: Changes an item.\n# EX: 7|2\nX-Trace: $id\n\n{"id": "$id"}',
  category: 'items',
  seq: 3,
  enabled: 0,
  planner_visible: 0,
  planner_rank: 7,
  input_schema: { type: 'object', properties: { id: { type: 'string' }, page: { type: 'integer' } }, required: ['id'] },
  examples: [{ id: '7' }, '7|2'],
  sensitive: 1,
  runner: 'edge',
  output_schema: { type: 'object' },
  effect: 'destructive',
  timeout_ms: 5000,
  owner_only: 1,
};

let key = '';
let made = 0;

beforeEach(async () => {
  key = `ROW_${(made += 1)}`;
  await createRow({ key, ...FULL });
});

describe('PUT of what GET gave', () => {
  it('changes nothing: no version, no history, no entry', async () => {
    const { body } = await getRow(key);
    const before = await storedState();
    const answered = await replaceRow(key, body as object);
    expect(answered.body).toEqual({ ok: true, key, version: 1, updated_at: body.updated_at, warnings: [] });
    expect(await storedState()).toEqual(before);
    expect((await getRow(key)).body).toEqual(body);
  });

  it('of what a listing gave too', async () => {
    const { body } = await call('GET', `/api/directory?q=${key}`);
    const before = await storedState();
    expect((await replaceRow(key, body.items[0] as object)).status).toBe(200);
    expect(await storedState()).toEqual(before);
  });

  it('of a row planted by SQL too, whatever its JSON looks like and whatever it breaks', async () => {
    const planted = `PLANTED_${made}`;
    await plantRow({
      key: planted,
      type: 'fn',
      target: 'gone',
      input_schema: '{ "type": "object",\n "properties": {} }',
      examples: 'not json',
      content: 'no docs',
      sensitive: 1,
    });
    const { body } = await getRow(planted);
    const before = await storedState();
    expect((await replaceRow(planted, body as object)).status).toBe(200);
    expect(await storedState()).toEqual(before);
  });
});

describe('PUT', () => {
  it('gives every column left out its default', async () => {
    const answered = await replaceRow(key, { type: 'fn', target: 'now', content: GOOD.content });
    expect(answered.body).toMatchObject({ ok: true, version: 2 });
    expect((await getRow(key)).body).toMatchObject({
      key,
      auth: null,
      category: null,
      seq: null,
      enabled: 1,
      planner_rank: 100,
      input_schema: null,
      examples: null,
      sensitive: 0,
      effect: null,
      timeout_ms: null,
      owner_only: 0,
    });
  });

  it('keeps the former row in the history and has one entry', async () => {
    const { body: former } = await getRow(key);
    await replaceRow(key, { ...FULL, category: 'other' });
    expect(await historyOf(key)).toEqual([
      { version: 1, actor: 'owner', at: expect.any(String), row: former, changes: [{ field: 'category', from: 'items', to: 'other' }] },
    ]);
    expect((await entriesOf(key)).map(({ action, version }) => `${action} ${version}`)).toEqual(['create 1', 'replace 2']);
  });

  it('refuses a read-only field that is not as stored, by name', async () => {
    const { body } = await getRow(key);
    const before = await storedState();
    for (const [field, value] of [
      ['version', 2],
      ['version', '1'],
      ['created_at', 'x'],
      ['updated_at', null],
      ['contract_hash', 'a'.repeat(64)],
    ] as const) {
      expectProblem(await replaceRow(key, { ...body, [field]: value }), 422, `read_only_field:${field}`);
    }
    expectProblem(await replaceRow(key, { ...body, key: 'OTHER' }), 422, 'read_only_field:key');
    expect(await storedState()).toEqual(before);
  });

  it('takes its own key in any case', async () => {
    expect((await replaceRow(key.toLowerCase(), { ...FULL, key: key.toLowerCase(), category: 'x' })).body).toMatchObject({ ok: true, key });
  });

  it('makes no row: of a key that is not there it is a 404', async () => {
    const before = await storedState();
    expectProblem(await replaceRow('NOT_THERE', FULL), 404, 'unknown_key');
    expect(await storedState()).toEqual(before);
  });
});

describe('the origin of a row with a credential', () => {
  it.each([
    ['POST https://other.example.com/v1', 'https://api.example.com', 'https://other.example.com'],
    ['POST http://api.example.com/v1', 'https://api.example.com', 'http://api.example.com'],
    ['POST https://api.example.com:8443/v1', 'https://api.example.com', 'https://api.example.com:8443'],
    ['POST /api/invoke', 'https://api.example.com', 'this service'],
  ])('moves to %s with a warning and another contract hash', async (target, from, to) => {
    const { body: before } = await getRow(key);
    const answered = await replaceRow(key, { ...FULL, target, input_schema: FULL.input_schema });
    expect(answered.body.warnings).toEqual([expect.stringContaining(`from ${from} to ${to}`)]);
    expect((await getRow(key)).body.contract_hash).not.toBe(before.contract_hash);
  });

  it.each([
    { ...FULL, target: 'POST HTTPS://API.example.com/v2/{id}' },
    { ...FULL, target: 'POST https://other.example.com/v1', auth: null },
  ])('gives no warning where it stays, or where there is no credential', async (row) => {
    expect((await replaceRow(key, row)).body.warnings).toEqual([]);
  });
});
