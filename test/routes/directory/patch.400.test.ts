import { beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from '../../support/problems.ts';
import { storedState } from '../../support/tables.ts';
import { createRow, GOOD, patchRow } from './rows.ts';

beforeAll(async () => {
  await createRow({ ...GOOD, key: 'ROW' });
});

describe('a patch', () => {
  it.each<{ patch: object }>([{ patch: {} }, { patch: { nme: 'x' } }, { patch: { a: 1, b: 2 } }, { patch: { constructor: 1 } }])(
    'that names no column ($patch) says so, before it asks who sends it',
    async ({ patch }) => {
      const before = await storedState();
      const senders: (Record<string, string> | undefined)[] = [undefined, {}, { 'x-terminal-key': 'wrong' }];
      for (const headers of senders) expectProblem(await patchRow('ROW', patch, headers), 400, 'no recognized fields');
      expect(await storedState()).toEqual(before);
    },
  );

  it('that names a column and something else is refused by the name of that, whole', async () => {
    const before = await storedState();
    const answered = await patchRow('ROW', { category: 'a', catgory: 'b', more: 1 });
    expectProblem(answered, 400, 'unknown_field:catgory');
    expect(answered.body.violations.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['/catgory', '/more']);
    expect(await storedState()).toEqual(before);
  });

  it('cannot put a field of another name over a column by case or space', async () => {
    for (const name of ['Category', 'category ', 'CATEGORY', 'key\u0000'])
      expectProblem(await patchRow('ROW', { category: 'a', [name]: 'b' }), 400, `unknown_field:${name}`);
  });
});
