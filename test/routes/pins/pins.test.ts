// Pins: a question with a fixed answer. The collection is read and replaced as a whole.
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { addRow, call, OWNER } from '../../support/api.ts';
import { expectProblem } from '../../support/problems.ts';
import { storedState } from '../../support/tables.ts';

beforeAll(async () => {
  await addRow({ key: 'NOW', type: 'fn', target: 'now', content: '# WHAT: The current date and time.' });
  await addRow({ key: 'HELP', type: 'fn', target: 'template', content: '# WHAT: What this is.' });
});

const put = (pins: unknown, headers: Record<string, string> = {}) => call('PUT', '/api/pins', { json: { pins }, headers: { ...OWNER, ...headers } });
const best = async (ask: string) => (await call('GET', `/api/resolve?ask=${encodeURIComponent(ask)}`)).body.best;

describe('pins', () => {
  it('answer their question first, in any case and spacing, and no other one', async () => {
    expect((await put([{ phrase: 'What time is it?', key: 'help' }])).status).toBe(200);
    const { body } = await call('GET', '/api/resolve?ask=what%20%20TIME%20is%20it');
    expect(body.candidates.slice(0, 2)).toMatchObject([
      { key: 'HELP', score: expect.any(Number) },
      { key: 'NOW', score: expect.any(Number) },
    ]);
    expect(await best('what time is it now')).toBe('NOW');
    await put([]);
    expect(await best('what time is it')).toBe('NOW');
  });

  it('of short words alone are followed too', async () => {
    await put([{ phrase: 'what is it', key: 'HELP' }]);
    expect(await best('What is it?')).toBe('HELP');
  });

  it('of any length that a pin may have are followed', async () => {
    for (const phrase of ['天気予報今日場所'.repeat(25), '\ufdfa'.repeat(100)]) {
      await put([{ phrase, key: 'HELP' }]);
      expect(await best(phrase)).toBe('HELP');
    }
  });

  it('are not followed to a row that the caller may not see', async () => {
    await addRow({ key: 'SECRET_CLOCK', type: 'fn', target: 'now', owner_only: 1 });
    await put([{ phrase: 'secret clock', key: 'SECRET_CLOCK' }]);
    const { body } = await call('GET', '/api/resolve?ask=secret%20clock', { headers: {} });
    expect(JSON.stringify(body)).not.toContain('SECRET_CLOCK');
    expect(await best('secret clock')).toBe('SECRET_CLOCK');
    await call('DELETE', '/api/directory/SECRET_CLOCK');
    expect((await call('GET', '/api/resolve?ask=secret%20clock')).status).toBe(200);
  });

  it('written as they were read change nothing', async () => {
    await put([
      { phrase: 'b', key: 'NOW' },
      { phrase: 'a', key: 'NOW' },
    ]);
    const read = await call('GET', '/api/pins');
    expect(read.body).toEqual({
      pins: [
        { phrase: 'a', key: 'NOW' },
        { phrase: 'b', key: 'NOW' },
      ],
    });
    const before = await storedState();
    const again = await put(read.body.pins);
    expect([again.status, again.headers.get('etag')]).toEqual([200, read.headers.get('etag')]);
    expect(await storedState()).toEqual(before);
  });

  it('have the same entity tag written and read, in any script', async () => {
    const written = await put(['𠀀𠀁', '﨎﨏', 'time', 'tab\tand "quotes" \\ \u2028'].map((phrase) => ({ phrase, key: 'NOW' })));
    const read = await call('GET', '/api/pins');
    expect(read.body).toEqual(written.body);
    expect(read.headers.get('etag')).toBe(written.headers.get('etag'));
  });

  it('say which of them names no row', async () => {
    const { body } = await put([
      { phrase: 'z', key: 'NOW' },
      { phrase: 'a', key: 'NOWHERE' },
    ]);
    expect(body.violations).toEqual([{ pointer: '/pins/1/key', message: 'NOWHERE is no row' }]);
  });

  it('whose row has gone stay as they are, and bar no other change', async () => {
    await addRow({ key: 'PASSING', type: 'fn', target: 'now' });
    const passing = { phrase: 'where did it go', key: 'PASSING' };
    await call('PUT', '/api/pins', { json: { pins: [passing] } });
    await call('DELETE', '/api/directory/PASSING');
    const { status, body } = await call('PUT', '/api/pins', { json: { pins: [passing, { phrase: 'what time is it', key: 'NOW' }] } });
    expect([status, body.pins.length]).toEqual([200, 2]);
    expectProblem(await call('PUT', '/api/pins', { json: { pins: [{ phrase: 'another', key: 'PASSING' }] } }), 400, 'invalid_field:pins');
  });

  it('keep one entry in the ledger for a write, with no words in it', async () => {
    await put([{ phrase: 'a private question', key: 'NOW' }]);
    const last = await env.DB.prepare('SELECT kind, payload FROM ledger ORDER BY seq DESC LIMIT 1').first<{ kind: string; payload: string }>();
    expect(last).toMatchObject({ kind: 'PIN_MUTATE', payload: expect.not.stringContaining('private') });
  });

  it('with a stale If-Match are left as they are, with the present one replaced', async () => {
    const { headers } = await put([{ phrase: 'one', key: 'NOW' }]);
    await put([{ phrase: 'two', key: 'NOW' }]);
    expectProblem(await put([], { 'if-match': String(headers.get('etag')) }), 412, 'version_conflict');
    const { headers: present } = await call('GET', '/api/pins');
    expect((await put([], { 'if-match': String(present.get('etag')) })).status).toBe(200);
  });

  it('of many writers at once all succeed, one after the other', async () => {
    const writes = await Promise.all(Array.from({ length: 12 }, (_, at) => put([{ phrase: `writer ${at}`, key: 'NOW' }])));
    expect(writes.map(({ status }) => status)).toEqual(writes.map(() => 200));
    expect((await call('GET', '/api/pins')).body.pins).toHaveLength(1);
  });

  it('may be five hundred', async () => {
    const many = Array.from({ length: 500 }, (_, at) => ({ phrase: `question number ${at}`, key: 'NOW' }));
    expect((await put(many)).status).toBe(200);
    expect((await call('GET', '/api/pins')).body.pins).toHaveLength(500);
    expectProblem(await put([...many, { phrase: 'more', key: 'NOW' }]), 400, 'invalid_field:pins');
  });

  it.each([
    ['a row that does not exist', [{ phrase: 'a', key: 'NOWHERE' }], 400, 'invalid_field:pins'],
    [
      'the same question twice',
      [
        { phrase: 'a b', key: 'NOW' },
        { phrase: 'A  b?', key: 'HELP' },
      ],
      400,
      'invalid_field:pins',
    ],
    ['no word', [{ phrase: '?!', key: 'NOW' }], 400, 'invalid_field:pins'],
    ['a credential', [{ phrase: 'what is canary-5e1f0c2b9a7d4836', key: 'NOW' }], 422, 'registry_hygiene_refused: secret_in_row'],
    ['a tag character', [{ phrase: 'a \u{e0041}', key: 'NOW' }], 422, 'registry_hygiene_refused: unsafe_text'],
    ['an unknown field', [{ phrase: 'a', key: 'NOW', rank: 1 }], 400, 'unknown_field:pins/0/rank'],
  ])('%s: refused, and nothing is stored', async (_, pins, status, error) => {
    const before = await storedState();
    expectProblem(await put(pins), status, error);
    expect(await storedState()).toEqual(before);
  });
});
