import { describe, expect, it } from 'vitest';
import { call } from '../../support/api.ts';
import { expectProblem } from '../../support/problems.ts';
import { storedState } from '../../support/tables.ts';
import { createRow, entriesOf, getRow, GOOD } from './rows.ts';

describe('a key that has a row', () => {
  it.each(['TAKEN', 'taken', 'TaKeN'])('%s is not written over', async (key) => {
    if ((await getRow('TAKEN')).status === 404) await createRow({ ...GOOD, key: 'TAKEN', category: 'first' });
    const before = await storedState();
    expectProblem(await createRow({ ...GOOD, key, category: 'second' }), 409, 'key_exists');
    expect(await storedState()).toEqual(before);
    expect((await getRow('TAKEN')).body.category).toBe('first');
  });

  it('is given to exactly one of many that ask for it at once; the others learn that it exists', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => createRow({ ...GOOD, key: 'RACED', category: String(at) })));
    const winners = answers.flatMap(({ status }, at) => (status === 201 ? [at] : []));
    expect(winners).toHaveLength(1);
    for (const answered of answers) if (answered.status !== 201) expectProblem(answered, 409, 'key_exists');
    expect((await getRow('RACED')).body).toMatchObject({ version: 1, category: String(winners[0]) });
    expect(await entriesOf('RACED')).toHaveLength(1);
  });
});

describe('what a writer may not set', () => {
  it.each([
    ['created_at', '2020-01-01T00:00:00.000Z'],
    ['updated_at', null],
    ['version', 7],
    ['contract_hash', 'a'.repeat(64)],
    ['row_num', 1],
  ])('%s is refused by name', async (field, value) => {
    const before = await storedState();
    expectProblem(await createRow({ ...GOOD, key: 'OWN_FIELDS', [field]: value }), 422, `read_only_field:${field}`);
    expect(await storedState()).toEqual(before);
  });
});

describe('a row that the database would not take', () => {
  it('is refused by its size, in bytes', async () => {
    const before = await storedState();
    for (const content of [`# WHAT: Large.\n${'x'.repeat(1_000_000)}`, `# WHAT: Large.\n${'😀'.repeat(249_990)}`]) {
      const answered = await createRow({ key: 'TOO_LARGE', type: 'agent', target: '@cf/a', content });
      expectProblem(answered, 413);
      expect(answered.body.error).toMatch(/^row_too_large:\d+>1000000$/);
    }
    expect(await storedState()).toEqual(before);
  });
});

describe('numbers that would come back changed', () => {
  it.each([
    ['{"seq":9007199254740993}', 'seq'],
    ['{"seq":9007199254740992}', 'seq'],
    ['{"planner_rank":-9007199254740993}', 'planner_rank'],
    ['{"timeout_ms":9007199254740993}', 'timeout_ms'],
    ['{"seq":1e400}', 'seq'],
    ['{"input_schema":{"properties":{"a":{"maximum":9223372036854775807}}}}', 'input_schema'],
    ['{"input_schema":"{\\"properties\\":{\\"a\\":{\\"maximum\\":9223372036854775807}}}"}', 'input_schema'],
    ['{"examples":[{"text":9007199254740993}]}', 'examples'],
    ['{"examples":"[9007199254740993]"}', 'examples'],
  ])('%s is refused by name', async (members, field) => {
    const before = await storedState();
    const body = `{${JSON.stringify({ ...GOOD, key: 'NUMBERS' }).slice(1, -1)},${members.slice(1)}`;
    const answered = await call('POST', '/api/directory', { raw: body });
    expectProblem(answered, 400);
    expect(answered.body.error).toMatch(new RegExp(`^invalid_field:${field}(/|$)`));
    expect(await storedState()).toEqual(before);
  });

  it('are kept where they have an exact form', async () => {
    const input_schema = {
      type: 'object',
      properties: { text: { type: 'string', maxLength: 9007199254740991 }, x: { maximum: 1.7976931348623157e308 } },
    };
    expect(
      (await createRow({ key: 'EXACT', type: 'fn', target: 'hash', content: '# WHAT: A digest.\n["$text"]', input_schema, seq: -9007199254740991 }))
        .status,
    ).toBe(201);
    expect((await getRow('EXACT')).body).toMatchObject({ input_schema, seq: -9007199254740991 });
  });
});
