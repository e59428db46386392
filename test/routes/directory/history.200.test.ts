import { describe, expect, it } from 'vitest';
import { call } from '../../support/api.ts';
import { expectProblem } from '../../support/problems.ts';
import { plantRow, storedState } from '../../support/tables.ts';
import { createRow, entriesOf, getRow, GOOD, historyOf, patchRow } from './rows.ts';

const restore = (key: string, version: number) => call('POST', `/api/directory/${key}/restore`, { json: { version } });

describe('the history of a row', () => {
  it('holds each former version as GET gave it, newest first, with what its successor changed', async () => {
    await createRow({ ...GOOD, key: 'TOLD', category: 'a', input_schema: { type: 'object' } });
    const first = (await getRow('TOLD')).body;
    await patchRow('TOLD', { category: 'b', input_schema: null });
    const second = (await getRow('TOLD')).body;
    await patchRow('TOLD', { examples: [{}] });
    expect(await historyOf('TOLD')).toEqual([
      { version: 2, actor: 'owner', at: expect.any(String), row: second, changes: [{ field: 'examples', from: null, to: [{}] }] },
      {
        version: 1,
        actor: 'owner',
        at: second.updated_at,
        row: first,
        changes: [
          { field: 'category', from: 'a', to: 'b' },
          { field: 'input_schema', from: { type: 'object' }, to: null },
        ],
      },
    ]);
  });

  it('of a row that is new is empty, of a key that never had one is a 404', async () => {
    await createRow({ ...GOOD, key: 'YOUNG' });
    expect((await call('GET', '/api/directory/YOUNG/history')).body).toEqual({ key: 'YOUNG', items: [], next_before: null });
    expectProblem(await call('GET', '/api/directory/NEVER_WAS/history'), 404, 'unknown_key');
  });

  it('of a deleted row stays, and says that everything went', async () => {
    await createRow({ ...GOOD, key: 'ENDED' });
    await call('DELETE', '/api/directory/ENDED');
    const [item] = await historyOf('ended');
    expect(item?.version).toBe(1);
    expect(item?.changes).toEqual(
      expect.arrayContaining([
        { field: 'key', from: 'ENDED', to: null },
        { field: 'target', from: 'now', to: null },
      ]),
    );
  });

  it('comes in pages that fit each other, diffs included', async () => {
    await createRow({ ...GOOD, key: 'PAGED' });
    for (let at = 1; at <= 7; at++) await patchRow('PAGED', { planner_rank: at });
    const whole = await historyOf('PAGED');
    const paged: unknown[] = [];
    let before = '';
    for (;;) {
      const { body } = await call('GET', `/api/directory/PAGED/history?limit=3${before}`);
      paged.push(...(body.items as unknown[]));
      if (body.next_before === null) break;
      before = `&before=${body.next_before}`;
    }
    expect(whole).toHaveLength(7);
    expect(paged).toEqual(whole);
  });

  it('is nothing for those who may only read the catalogue', async () => {
    await createRow({ ...GOOD, key: 'PRIVATE' });
    expectProblem(await call('GET', '/api/directory/PRIVATE/history', { headers: {} }), 401, 'unauthorized');
  });
});

describe('restore', () => {
  it('writes a former version again as a new one', async () => {
    await createRow({ ...GOOD, key: 'BACK', category: 'a', examples: [{}], seq: 3 });
    const first = (await getRow('BACK')).body;
    await call('PUT', '/api/directory/BACK', { json: { ...GOOD, key: 'BACK', target: 'uuid' } });
    const answered = await restore('back', 1);
    expect(answered.body).toMatchObject({ ok: true, key: 'BACK', version: 3 });
    expect((await getRow('BACK')).body).toEqual({ ...first, version: 3, updated_at: answered.body.updated_at });
    expect((await entriesOf('BACK')).map(({ action, version }) => `${action} ${version}`)).toEqual(['create 1', 'replace 2', 'restore 3']);
  });

  it('brings a deleted row back, and its versions go on', async () => {
    await createRow({ ...GOOD, key: 'LAZARUS', category: 'a' });
    await patchRow('LAZARUS', { category: 'b' });
    await call('DELETE', '/api/directory/LAZARUS');
    expect((await restore('LAZARUS', 1)).body).toMatchObject({ ok: true, version: 3 });
    expect((await getRow('LAZARUS')).body).toMatchObject({ category: 'a', version: 3 });
    expect((await call('POST', '/api/invoke/LAZARUS', { json: {} })).body.ok).toBe(true);
    expect((await historyOf('LAZARUS')).map(({ version }) => version)).toEqual([2, 1]);
  });

  it('of the version that the row has, or of one that it never had, is refused', async () => {
    await createRow({ ...GOOD, key: 'ONLY' });
    const before = await storedState();
    for (const version of [1, 2, 999]) expectProblem(await restore('ONLY', version), 404, `unknown_version:${version}`);
    expectProblem(await restore('NEVER_WAS', 1), 404, 'unknown_key');
    expect(await storedState()).toEqual(before);
  });

  it('obeys the rules of today, whatever the version came through', async () => {
    await plantRow({ key: 'LAWLESS', type: 'fn', target: 'gone', content: 'no docs' });
    await patchRow('LAWLESS', { target: 'now', content: GOOD.content });
    expectProblem(await restore('LAWLESS', 1), 422, 'registry_hygiene_refused: missing_description');
    await plantRow({ key: 'ODD_VALUES', type: 'fn', target: 'now', content: GOOD.content, timeout_ms: 0, enabled: 2 });
    await patchRow('ODD_VALUES', { category: 'c' });
    expectProblem(await restore('ODD_VALUES', 1), 400, 'invalid_field:enabled');
  });
});
