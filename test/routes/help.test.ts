// What an answer says to somebody who knows nothing must be true.
import { expect, it } from 'vitest';
import { checkSchema } from '../../src/capability/jsonSchema.ts';
import { functionCatalogue } from '../../src/runners/functions/catalogue.ts';
import { addRow, call } from '../support/api.ts';

it.each([...functionCatalogue.values()])('the input schema of $name is one that a row may have', ({ inputSchema }) => {
  expect(checkSchema(inputSchema)).toEqual([]);
});

it('r2_put stores by the arguments of its function', async () => {
  await addRow({ key: 'PUT_OBJECT', type: 'fn', target: 'r2_put' });
  expect((await call('POST', '/api/invoke', { json: { key: 'PUT_OBJECT', body: 'o|data' } })).body).toMatchObject({ ok: true });
});

it('a suggested call is never the one that was just refused', async () => {
  await addRow({ key: 'CLOCK_OF', type: 'fn', target: 'now' });
  const { status, body } = await call('POST', '/api/invoke', { json: { key: 'CLOCK_OF', args: { zone: 'Mars/X' } } });
  expect(status).toBe(422);
  expect(body).toMatchObject({ call: expect.stringContaining('CLOCK_OF(') });
  expect(body).not.toHaveProperty('try');
});

it('a slot that is no parameter is warned of when the row is written', async () => {
  const row = { key: 'TYPO', type: 'http', target: 'GET https://api.example.com/x?q=$name&r=$1', content: '# WHAT: x' };
  expect((await call('POST', '/api/directory', { json: row })).body.warnings).toEqual([expect.stringContaining('$name is no parameter')]);
  const fine = { key: 'FINE', type: 'http', target: 'GET https://api.example.com/x?q=$1', content: '# WHAT: x' };
  expect((await call('POST', '/api/directory', { json: fine })).body.warnings).toEqual([]);
});
