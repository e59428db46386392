import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { call } from '../../support/api.ts';
import { expectProblem } from '../../support/problems.ts';
import { storedState } from '../../support/tables.ts';
import { createRow, entriesOf, getRow, patchRow, rulesOf } from '../directory/rows.ts';

const write = (key: string, content: string) => call('PUT', `/api/blocks/${key}`, { json: { content } });
const agent = (key: string, includes: string) => createRow({ key, type: 'agent', target: '@cf/a', content: 'You help.', includes });
const hashOf = async (key: string) => (await getRow(key)).body.contract_hash as string;

let n = 0;
let block = '';
let row = '';

beforeEach(async () => {
  n += 1;
  [block, row] = [`BLOCK${n}`, `ROW${n}`];
  await write(block, 'Be kind.');
  await agent(row, block);
});

describe('a prompt block', () => {
  it('reads back as written, by any case of its key', async () => {
    const content = '# Tone\n\tBe kind: “always” — 總是。\r\n';
    expect((await write(block.toLowerCase(), content)).body).toEqual({ ok: true, key: block, updated_at: expect.any(String), rehashed: 1 });
    expect((await call('GET', `/api/blocks/${block.toLowerCase()}`)).body).toEqual({ key: block, content, updated_at: expect.any(String) });
  });

  it('changes the contract hash of every row that includes it, in the write itself, and of no other', async () => {
    // Names that hold each other, and lists with spaces, tabs and line ends.
    await write(`${block}_LONG`, 'x');
    await write(`A_${block}`, 'x');
    const including = [` ${block}`, `${block}_LONG,${block}`, `A_${block} ,\n\t${block}\n`, `${block},${block}`, `A_${block},\u00a0${block}`];
    const others = [`${block}_LONG`, `A_${block}`, `${block}_LONG,A_${block}`, ''];
    for (const [at, includes] of [...including, ...others].entries()) expect((await agent(`${row}_${at}`, includes)).status).toBe(201);
    const keys = [...including, ...others].map((_, at) => `${row}_${at}`);
    const before = await Promise.all(keys.map(hashOf));
    expect((await write(block, 'Be brief.')).body.rehashed).toBe(1 + including.length);
    const after = await Promise.all(keys.map(hashOf));
    expect(keys.map((_, at) => before[at] !== after[at])).toEqual([...including.map(() => true), ...others.map(() => false)]);
  });

  it('gives a row the hash that the row itself would get, and the former one when it comes back', async () => {
    const first = await hashOf(row);
    await write(block, 'Be brief.');
    const second = await hashOf(row);
    await patchRow(row, { planner_rank: 7 });
    expect(await hashOf(row)).toBe(second);
    await write(block, 'Be kind.');
    expect(await hashOf(row)).toBe(first);
  });

  it('has one entry a write, and leaves the versions of rows alone', async () => {
    await write(block, 'Be brief.');
    expect(await entriesOf(block)).toEqual([
      { kind: 'BLOCK_MUTATE', action: 'write', actor: 'owner', key: block, content_hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { kind: 'BLOCK_MUTATE', action: 'write', actor: 'owner', key: block, content_hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    expect((await getRow(row)).body.version).toBe(1);
  });

  it('with a secret, a key or unseen characters is refused', async () => {
    const before = await storedState();
    const token = ['ghp', 'a1B2c3D4e5'.repeat(4)].join('_');
    for (const [content, rule] of [
      [`Use ${String(env.UPSTREAM_KEY)}`, 'secret_in_row'],
      [`Use ${btoa(String(env.UPSTREAM_KEY))}`, 'secret_in_row'],
      [`Use ${token}`, 'secret_in_row'],
      ['Be\u202e kind', 'unsafe_text'],
      ['Be \u{e0041}kind', 'unsafe_text'],
      ['Be \u0000kind', 'unsafe_text'],
    ] as const) {
      const answered = await write(block, content);
      expectProblem(answered, 422, `registry_hygiene_refused: ${rule}`);
      expect(rulesOf(answered)).toEqual([rule]);
      expect(JSON.stringify(answered.body)).not.toContain(env.UPSTREAM_KEY);
    }
    for (const key of ['1X', 'A-B', 'A'.repeat(65)]) expectProblem(await write(key, 'x'), 422, 'registry_hygiene_refused: bad_key');
    expectProblem(await write(block, ''), 400, 'invalid_field:content');
    expect(await storedState()).toEqual(before);
  });
});

describe('a block in use', () => {
  it('cannot be deleted, and the refusal names the rows', async () => {
    await agent(`${row}_B`, ` ${block} `);
    const before = await storedState();
    const answered = await call('DELETE', `/api/blocks/${block}`);
    expectProblem(answered, 409, 'block_in_use');
    expect(answered.body.params.keys).toBe(`${row}, ${row}_B`);
    expect(await storedState()).toEqual(before);
  });

  it('can be deleted once no row includes it, though the name stands inside another', async () => {
    await write(`${block}_LONG`, 'x');
    await patchRow(row, { includes: `${block}_LONG` });
    expect((await call('DELETE', `/api/blocks/${block}`)).body).toEqual({ ok: true, key: block, deleted: 1 });
    expectProblem(await call('GET', `/api/blocks/${block}`), 404, 'unknown_block');
    expect((await entriesOf(block)).at(-1)).toMatchObject({ kind: 'BLOCK_MUTATE', action: 'delete' });
  });
});

describe('at the same moment', () => {
  it('a row that begins to include a block and the block’s end cannot both happen', async () => {
    for (let round = 0; round < 5; round++) {
      const name = `${block}_${round}`;
      await write(name, 'x');
      const [added, removed] = await Promise.all([agent(`${row}_${round}`, name), call('DELETE', `/api/blocks/${name}`)]);
      const [rowIs, blockIs] = [(await getRow(`${row}_${round}`)).status, (await call('GET', `/api/blocks/${name}`)).status];
      expect([added.status, removed.status]).toEqual(rowIs === 200 ? [201, 409] : [added.status, 200]);
      expect(rowIs === 200 ? blockIs : 200).toBe(200);
      expect([201, 412, 422]).toContain(added.status);
    }
  });

  it('writers of a block and of rows that include it leave no stale hash', async () => {
    const rows = [row, `${row}_B`, `${row}_C`];
    await agent(`${row}_B`, block);
    await Promise.all([
      ...Array.from({ length: 6 }, (_, at) => write(block, `text ${at}`)),
      ...rows.flatMap((key) => [1, 2].map((rank) => patchRow(key, { planner_rank: rank, allowed_categories: `c${rank}` }))),
      agent(`${row}_C`, block),
    ]);
    const found = await Promise.all(rows.map(hashOf));
    // The same text again: whatever hash a row has now is the one that its blocks' text gives.
    await write(block, (await call('GET', `/api/blocks/${block}`)).body.content as string);
    expect(await Promise.all(rows.map(hashOf))).toEqual(found);
  });

  it('many that delete a block delete it once', async () => {
    await patchRow(row, { includes: null });
    const answers = await Promise.all(Array.from({ length: 8 }, () => call('DELETE', `/api/blocks/${block}`)));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, ...Array.from({ length: 7 }, () => 404)]);
    expect((await entriesOf(block)).map(({ action }) => action)).toEqual(['write', 'delete']);
  });
});
