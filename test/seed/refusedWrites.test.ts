// The write refusals of the seed's failure table: nothing is stored, and the answer says what to change.
import { beforeAll, describe, expect, it } from 'vitest';
import { addRow, call } from '../support/api.ts';
import { expectFailure } from './support.ts';

describe('a write that breaks a rule', () => {
  const write = { key: 'NEW_ROW', type: 'fn', target: 'now', content: '# WHAT: A row.' };
  const refusedBy = (rule: string) => ({ status: 422, error: `registry_hygiene_refused: ${rule}`, ran: false });
  beforeAll(() => addRow({ key: 'GOOD_ROW', type: 'fn', target: 'now' }));

  it.each([
    ['empty', ''],
    ['absent', undefined],
    ['without doc lines', '[]'],
  ])('is refused without a description: content %s', async (_, content) => {
    const posted = await call('POST', '/api/directory', { json: { ...write, content } });
    await expectFailure(posted, refusedBy('missing_description'));
    expect(posted.body.violations[0]).toMatchObject({ rule: 'missing_description', pointer: '/content', message: expect.stringContaining('# WHAT') });
    await expectFailure(
      await call('PUT', '/api/directory/GOOD_ROW', { json: { ...write, key: 'GOOD_ROW', content } }),
      refusedBy('missing_description'),
    );
    if (content !== undefined)
      await expectFailure(await call('PATCH', '/api/directory/GOOD_ROW', { json: { content } }), refusedBy('missing_description'));
  });

  it('is refused where it marks a row sensitive without a schema, and accepted with one in the same call', async () => {
    await expectFailure(await call('POST', '/api/directory', { json: { ...write, sensitive: 1 } }), refusedBy('high_risk_missing_schema'));
    await expectFailure(await call('PATCH', '/api/directory/GOOD_ROW', { json: { sensitive: true } }), refusedBy('high_risk_missing_schema'));
    expect((await call('GET', '/api/directory/GOOD_ROW')).body).toMatchObject({ sensitive: 0, version: 1 });
    const marked = await call('PATCH', '/api/directory/GOOD_ROW', { json: { sensitive: 1, input_schema: { type: 'object', properties: {} } } });
    expect(marked).toMatchObject({ status: 200, body: { ok: true, version: 2 } });
  });

  it('changes nothing: no row, no version, no history', async () => {
    expect((await call('GET', '/api/directory/NEW_ROW')).status).toBe(404);
    expect((await call('GET', '/api/directory/GOOD_ROW/history')).body.items).toHaveLength(1);
  });

  it('a patch that names no column is told so', async () => {
    for (const json of [{ colour: 'red' }, { colour: 'red', KEY: 'X' }, {}]) {
      await expectFailure(await call('PATCH', '/api/directory/GOOD_ROW', { json }), { status: 400, error: 'no recognized fields', ran: false });
    }
    const mixed = await call('PATCH', '/api/directory/GOOD_ROW', { json: { colour: 'red', category: 'x' } });
    await expectFailure(mixed, { status: 400, error: 'unknown_field:colour', ran: false });
    expect((await call('GET', '/api/directory/GOOD_ROW')).body).toMatchObject({ category: null, version: 2 });
  });

  it('the columns that the seed’s patch could not reach are written', async () => {
    expect(await call('PATCH', '/api/directory/GOOD_ROW', { json: { runner: 'edge' } })).toMatchObject({ status: 200, body: { version: 3 } });
    expect((await call('GET', '/api/directory/GOOD_ROW')).body.runner).toBe('edge');
  });
});
