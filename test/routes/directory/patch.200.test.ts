import { describe, expect, it } from 'vitest';
import { call } from '../../support/api.ts';
import { expectProblem } from '../../support/problems.ts';
import { plantRow, storedState } from '../../support/tables.ts';
import { createRow, entriesOf, getRow, GOOD, historyOf, patchRow, rulesOf } from './rows.ts';

/** A row that breaks most rules, as an older build may have left it. */
const OLD = {
  type: 'http',
  target: 'GET https://{host}/$1',
  auth: 'token:abc',
  content: 'no docs',
  sensitive: 1,
  examples: 'not json',
  runner: 'moon',
  timeout_ms: 0,
};

describe('PATCH', () => {
  it('changes the columns that it names and no other', async () => {
    await createRow({ ...GOOD, key: 'PATCHED', category: 'a', seq: 4, examples: [{}] });
    const { body: before } = await getRow('PATCHED');
    const answered = await patchRow('patched', { category: null, planner_rank: 5 });
    expect(answered.body).toMatchObject({ ok: true, key: 'PATCHED', version: 2 });
    expect(answered.headers.get('etag')).toBe('"2"');
    expect((await getRow('PATCHED')).body).toEqual({
      ...before,
      category: null,
      planner_rank: 5,
      version: 2,
      updated_at: answered.body.updated_at,
      contract_hash: expect.any(String),
    });
    expect((await historyOf('PATCHED'))[0]?.changes).toEqual([
      { field: 'category', from: 'a', to: null },
      { field: 'planner_rank', from: 100, to: 5 },
    ]);
  });

  it('that changes nothing is no write', async () => {
    await createRow({ ...GOOD, key: 'SAME', input_schema: { type: 'object' } });
    const before = await storedState();
    for (const patch of [{ enabled: true }, { type: 'fn' }, { input_schema: '{ "type" : "object" }' }, { version: 1 }, { key: 'same' }]) {
      expect((await patchRow('SAME', patch)).body).toMatchObject({ ok: true, version: 1 });
    }
    expect(await storedState()).toEqual(before);
  });

  it('leaves the contract hash as it is where what would run is the same', async () => {
    await createRow({ ...GOOD, key: 'HASHED' });
    const { contract_hash } = (await getRow('HASHED')).body;
    await patchRow('HASHED', { planner_rank: 1, seq: 2, examples: [{}], planner_visible: 0, content: `${GOOD.content}\n# ASK: what time is it?` });
    expect((await getRow('HASHED')).body.contract_hash).toBe(contract_hash);
    for (const patch of [
      { content: '# WHAT: Another time.' },
      { category: 'c' },
      { timeout_ms: 5 },
      { owner_only: 1 },
      { effect: 'write' },
      { output_schema: {} },
      { enabled: 0 },
    ]) {
      const former = (await getRow('HASHED')).body.contract_hash;
      await patchRow('HASHED', patch);
      expect((await getRow('HASHED')).body.contract_hash).not.toBe(former);
    }
  });
});

describe('a row planted by SQL that a write would refuse', () => {
  it('stays editable: only what a patch newly breaks is refused', async () => {
    await plantRow({ key: 'OLD_ROW', ...OLD });
    expect((await patchRow('OLD_ROW', { category: 'kept', enabled: 0 })).status).toBe(200);
    const before = await storedState();
    const answered = await patchRow('OLD_ROW', { planner_rank: 3, category: 'x\u202e' });
    expectProblem(answered, 422, 'registry_hygiene_refused: unsafe_text');
    expect(rulesOf(answered)).toEqual(['unsafe_text']);
    expect(await storedState()).toEqual(before);
  });

  it('may be mended one column at a time', async () => {
    await plantRow({ key: 'MENDED', ...OLD });
    for (const patch of [
      { content: '# WHAT: A call.' },
      { target: 'GET https://api.example.com/$1' },
      { auth: null },
      { sensitive: 0 },
      { examples: null },
      { runner: null },
    ]) {
      expect((await patchRow('MENDED', patch)).body).toMatchObject({ ok: true });
    }
    const { version } = (await getRow('MENDED')).body;
    expect(version).toBe(7);
    expect((await historyOf('MENDED')).map((item) => item.version)).toEqual([6, 5, 4, 3, 2, 1]);
    expect((await entriesOf('MENDED')).map((entry) => entry.version)).toEqual([2, 3, 4, 5, 6, 7]);
    expect((await call('PUT', '/api/directory/MENDED', { json: { ...GOOD, key: 'MENDED' } })).status).toBe(200);
  });

  it('can be deleted, and what it was stays readable', async () => {
    await plantRow({ key: 'DROPPED', ...OLD });
    expect((await call('DELETE', '/api/directory/DROPPED')).body).toEqual({ ok: true, key: 'DROPPED', deleted: 1 });
    expect((await historyOf('DROPPED'))[0]).toMatchObject({ version: 1, row: OLD });
  });

  it('answers its calls with the literals of old, and nothing runs', async () => {
    await plantRow({ key: 'OLD_FN', type: 'fn', target: 'nwo', content: '# WHAT: x' });
    await plantRow({ key: 'OLD_JSON', type: 'fn', target: 'hash', content: '# WHAT: x\n["$1"' });
    await plantRow({ key: 'OLD_ARRAY', type: 'fn', target: 'hash', content: '# WHAT: x\n{"text":"$1"}' });
    await plantRow({ key: 'OLD_AUTH', type: 'http', target: 'GET https://api.example.com/', auth: 'token:abc', content: '# WHAT: x' });
    await plantRow({ key: 'OLD_TARGET', type: 'http', target: 'nonsense', content: '# WHAT: x' });
    for (const [key, error] of [
      ['OLD_FN', /^ERR:fn:unknown_target:nwo$/],
      ['OLD_JSON', /^ERR:fn:bad_content_json:./],
      ['OLD_ARRAY', /^ERR:fn:content_not_array$/],
      ['OLD_AUTH', /^ERR:auth:unknown_prefix:token$/],
      ['OLD_TARGET', /^ERR:row:bad_target$/],
    ] as const) {
      const answered = await call('POST', `/api/invoke/${key}`, { json: { body: 'a' } });
      expectProblem(answered, 422);
      expect(answered.body.error).toMatch(error);
      expect(answered.body.proof.status).toBe('REFUSED');
    }
    const dispatched = await call('POST', '/api/dispatch', { json: { key: 'OLD_AUTH' } });
    expect(dispatched.body).toMatchObject({
      error: 'ERR:http:OLD_AUTH:ERR:auth:unknown_prefix:token',
      result: 'ERR:http:OLD_AUTH:ERR:auth:unknown_prefix:token',
      ran: false,
    });
  });
});
