// Preconditions and races of PUT, PATCH, DELETE and restore.
import { describe, expect, it } from 'vitest';
import { call, OWNER } from '../../support/api.ts';
import { expectProblem } from '../../support/problems.ts';
import { storedState } from '../../support/tables.ts';
import { createRow, entriesOf, getRow, GOOD, historyOf, patchRow, replaceRow } from './rows.ts';

const ifMatch = (tag: string) => ({ ...OWNER, 'if-match': tag });
const twenty = Array.from({ length: 20 }, (_, at) => at);

describe('If-Match', () => {
  it('lets a write through at the version that it names, also among others, and by *', async () => {
    await createRow({ ...GOOD, key: 'MATCH' });
    for (const [at, tag] of ['"1"', '"9", "2"', '*', ' "4" '].entries())
      expect((await patchRow('MATCH', { category: String(at) }, ifMatch(tag))).body).toMatchObject({ ok: true, version: at + 2 });
  });

  it.each(['"2"', 'W/"1"', '"01"', '"1x"', '""', '"a", "b"'])('%s does not match version 1 on any verb', async (tag) => {
    if ((await getRow('AT_ONE')).status === 404) await createRow({ ...GOOD, key: 'AT_ONE' });
    const before = await storedState();
    const headers = ifMatch(tag);
    expectProblem(await patchRow('AT_ONE', { category: 'x' }, headers), 412, 'version_conflict');
    expectProblem(await replaceRow('AT_ONE', { ...GOOD, key: 'AT_ONE', category: 'x' }, headers), 412, 'version_conflict');
    expectProblem(await call('DELETE', '/api/directory/AT_ONE', { headers }), 412, 'version_conflict');
    expect(await storedState()).toEqual(before);
  });

  it.each(['1', 'one', '"1', '"1" "2"', ','])('%s is no entity tag', async (tag) => {
    await createRow({ ...GOOD, key: 'TAGGED' });
    expectProblem(await patchRow('TAGGED', { category: 'x' }, ifMatch(tag)), 400, 'invalid_field:If-Match');
  });

  it('guards a restore as well, also of a row that is gone', async () => {
    await createRow({ ...GOOD, key: 'GUARDED' });
    await patchRow('GUARDED', { category: 'b' });
    expectProblem(await call('POST', '/api/directory/GUARDED/restore', { json: { version: 1 }, headers: ifMatch('"1"') }), 412, 'version_conflict');
    await call('DELETE', '/api/directory/GUARDED');
    expectProblem(await call('POST', '/api/directory/GUARDED/restore', { json: { version: 1 }, headers: ifMatch('"2"') }), 412, 'version_conflict');
  });
});

/** Versions are contiguous, each former one is in the history, and each write has its entry. */
async function expectComplete(key: string, writes: number): Promise<void> {
  const { body } = await getRow(key);
  expect(body.version).toBe(writes + 1);
  expect((await historyOf(key, '?limit=500')).map(({ version }) => version)).toEqual(Array.from({ length: writes }, (_, at) => writes - at));
  expect((await entriesOf(key)).map(({ version }) => version)).toEqual(Array.from({ length: writes + 1 }, (_, at) => at + 1));
}

describe('many writers at once', () => {
  it('without a precondition each write is whole: it succeeds after the others, or is told of the conflict', async () => {
    await createRow({ ...GOOD, key: 'CROWD' });
    const answers = await Promise.all(twenty.map((at) => patchRow('CROWD', { category: `c${at}` })));
    const won = answers.filter(({ status }) => status === 200);
    expect(won.length).toBeGreaterThan(0);
    for (const answered of answers) if (answered.status !== 200) expectProblem(answered, 412, 'version_conflict');
    expect(won.map(({ body }) => body.version as number).toSorted((one, other) => one - other)).toEqual(won.map((_, at) => at + 2));
    await expectComplete('CROWD', won.length);
  });

  it('that patch different columns lose nothing of each other', async () => {
    await createRow({ ...GOOD, key: 'COLUMNS' });
    const patches = [{ category: 'a' }, { planner_rank: 5 }, { seq: 9 }, { timeout_ms: 77 }];
    const answers = await Promise.all(patches.map((patch) => patchRow('COLUMNS', patch)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await getRow('COLUMNS')).body).toMatchObject(Object.assign({}, ...patches) as object);
    await expectComplete('COLUMNS', 4);
  });

  it('with the same If-Match exactly one wins', async () => {
    await createRow({ ...GOOD, key: 'ONE_WINS' });
    const answers = await Promise.all(twenty.map((at) => patchRow('ONE_WINS', { category: `c${at}` }, ifMatch('"1"'))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answered of answers) if (answered.status !== 200) expectProblem(answered, 412, 'version_conflict');
    await expectComplete('ONE_WINS', 1);
  });

  it('delete once; the others find nothing', async () => {
    await createRow({ ...GOOD, key: 'GONE_ONCE' });
    const answers = await Promise.all(twenty.map(() => call('DELETE', '/api/directory/GONE_ONCE')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of answers) expect([200, 404]).toContain(status);
    expect((await entriesOf('GONE_ONCE')).map(({ action }) => action)).toEqual(['create', 'delete']);
  });

  it('that delete, patch and make the row anew leave one line of versions', async () => {
    await createRow({ ...GOOD, key: 'CHURN' });
    const verbs = [
      () => patchRow('CHURN', { category: crypto.randomUUID() }),
      () => call('DELETE', '/api/directory/CHURN'),
      () => createRow({ ...GOOD, key: 'CHURN' }),
    ];
    const answers = await Promise.all(twenty.map((at) => (verbs[at % 3] as () => ReturnType<typeof call>)()));
    for (const answered of answers) expect([200, 201, 404, 409, 412]).toContain(answered.status);
    const entries = await entriesOf('CHURN');
    let version = 0;
    for (const entry of entries) {
      // A delete records the version that it removed; every other write makes the next one.
      expect(entry.version).toBe(entry.action === 'delete' ? version : (version += 1));
    }
    expect(entries).toHaveLength(1 + answers.filter((answered) => answered.body.ok === true).length);
  });
});
