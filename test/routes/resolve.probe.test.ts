import { it, expect } from 'vitest';
import { addRow, call } from '../support/api.ts';
it('works', async () => {
  await addRow({ key: 'NOW', type: 'fn', target: 'now', content: '# WHAT: The current date and time.' });
  await addRow({ key: 'UUID', type: 'fn', target: 'uuid', content: '# WHAT: A new unique identifier.' });
  const { status, body } = await call('GET', '/api/resolve?ask=what%20time%20is%20it');
  console.log(status, JSON.stringify(body));
  const r = await call('POST', '/api/invoke', { json: { key: 'NOW', ask_id: body.ask_id } });
  console.log(r.status, JSON.stringify(r.body).length);
  console.log(JSON.stringify((await call('GET', '/api/resolve?ask=time%20please')).body));
  expect(status).toBe(200);
});
