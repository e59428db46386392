import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { addRow, call } from '../support/api.ts';

it('a row is written, called and receipted', async () => {
  expect((await call('GET', '/health')).body).toMatchObject({ ok: true });
  await addRow({ key: 'now', type: 'fn', target: 'now', content: '# WHAT: The time.' });
  const reply = await call('POST', '/api/invoke', { json: { key: 'NOW' } });
  expect(reply.body).toMatchObject({ ok: true, ran: true, key: 'NOW', proof: { ok: true, status: 'PROVEN_MATERIAL_RESULT' } });
  const id = reply.body.proof.invocation_id;
  expect((await call('GET', `/api/receipts/${id}`)).body).toMatchObject({ id, key: 'NOW', actor: 'owner', input: {} });
  expect((await call('GET', `/api/receipts/${id}/confirmation`, { headers: {} })).body).toMatchObject({ confirmed: true });
  expect((await call('GET', `/receipt/${id}`, { headers: {} })).body).toContain('The call ran and returned a result');
  await addRow({
    key: 'ECHO',
    type: 'http',
    target: `POST ${env.TEST_UPSTREAM}/echo/$1?q=$2`,
    content: '# WHAT: echo\n{"b": "$2"}',
    auth: 'bearer:UPSTREAM_KEY',
  });
  const echoed = await call('POST', '/api/dispatch', { json: { key: 'ECHO', body: 'a/b|c&d' } });
  expect(echoed.body).toMatchObject({ ok: true });
  expect(echoed.body.result).toContain('/echo/a%2Fb?q=c%26d');
  expect(JSON.stringify(echoed.body)).not.toContain('canary');
  expect(echoed.body.result).toContain('[redacted]');
  expect((await call('GET', `/api/directory?q=echo`)).body).toMatchObject({ count: 1 });
});
