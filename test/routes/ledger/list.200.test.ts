// GET /api/ledger: what was put on record, in order and without a gap.
import { beforeAll, describe, expect, it } from 'vitest';
import { addRow, call } from '../../support/api.ts';
import { expectProblem } from '../../support/problems.ts';

interface Page {
  items: { seq: number; kind: string; subject: string; at: string; payload: Record<string, unknown>; hashes: string[] }[];
  next_after: number | null;
}

const list = async (query = '') => (await call('GET', `/api/ledger${query}`)).body as Page;

let invocation: string;

beforeAll(async () => {
  await addRow({ key: 'CLOCK', type: 'fn', target: 'now' });
  await addRow({ key: 'STORE', type: 'fn', target: 'kv_put' });
  await call('PATCH', '/api/directory/CLOCK', { json: { category: 'time' } });
  await call('PUT', '/api/blocks/TONE', { json: { content: 'Be kind.' } });
  await call('PUT', '/api/pins', { json: { pins: [{ phrase: 'what time is it', key: 'CLOCK' }] } });
  invocation = (await call('POST', '/api/invoke', { json: { key: 'STORE', args: { key: 'secret-name', value: 'secret-value' } } })).body.proof
    .invocation_id;
  await call('POST', '/api/invoke', { json: { key: 'CLOCK' } });
});

describe('the ledger', () => {
  it('has every change and every call, in order, without a gap, and nothing of input or output', async () => {
    const page = await list();
    expect(page.items.map(({ seq }) => seq)).toEqual(page.items.map((_, at) => at + 1));
    expect(page.items.map(({ kind }) => kind)).toEqual([
      'CHECKPOINT_KEY',
      'DIRECTORY_MUTATE',
      'DIRECTORY_MUTATE',
      'DIRECTORY_MUTATE',
      'BLOCK_MUTATE',
      'PIN_MUTATE',
      'INTENT',
      'INVOKE',
      'INVOKE',
    ]);
    expect(JSON.stringify(page)).not.toMatch(/secret-|Be kind|what time/);
    expect(page.next_after).toBeNull();
  });

  it('says of each entry which nodes of the tree it completes', async () => {
    expect((await list()).items.map(({ hashes }) => hashes.length)).toEqual([1, 2, 1, 3, 1, 2, 1, 4, 1]);
  });

  it('is chosen by kind and by what it is about', async () => {
    expect((await list(`?subject=${invocation}`)).items.map(({ kind }) => kind)).toEqual(['INTENT', 'INVOKE']);
    expect((await list('?kind=DIRECTORY_MUTATE&subject=CLOCK')).items.map(({ payload }) => payload['action'])).toEqual(['create', 'patch']);
    expect((await list('?subject=nothing')).items).toEqual([]);
  });

  it('comes in pages', async () => {
    const seen: number[] = [];
    let after: number | null = 0;
    while (after !== null) {
      const page: Page = await list(`?limit=3&after=${after}`);
      seen.push(...page.items.map(({ seq }) => seq));
      after = page.next_after;
    }
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('is not for everybody', async () => {
    expectProblem(await call('GET', '/api/ledger', { headers: {} }), 401, 'unauthorized');
  });
});
