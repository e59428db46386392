// The seed's walk-through, step by step: a row is posted, called, proven, deleted, and its receipt outlives it.
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { OWNER, call } from '../support/api.ts';
import { checkedReceipt } from './support.ts';

const KEY = 'ZZ_TEST_TEMPERATURE';
const TARGET = `GET ${env.TEST_UPSTREAM}/v1/forecast?latitude=$1&longitude=$2&current=temperature_2m`;

/** The seed's body word for word but for the host: `examples` is JSON as text, flags are numbers, `auth` is empty. */
const POSTED = {
  key: KEY,
  type: 'http',
  target: TARGET,
  auth: '',
  content:
    '# WHAT: Current temperature in Celsius for one latitude and longitude, from the Open-Meteo public API.\n# WHEN_TO_USE: a capability needs the live temperature at a coordinate.\n# ARGS: $1=latitude | $2=longitude\n# EX: [ZZ_TEST_TEMPERATURE]37.77|-122.42[/ZZ_TEST_TEMPERATURE]\n# OUTPUT: JSON with current.temperature_2m',
  category: 'tools',
  enabled: 1,
  planner_visible: 1,
  examples: '["37.77|-122.42"]',
};

const dispatch = () => call('POST', '/api/dispatch', { json: { key: KEY, body: '37.77|-122.42' } });
const confirm = (id: string) => call('GET', `/api/dispatch?confirm=${id}`, { headers: {} });

describe('adding the 892nd capability', () => {
  let id = '';
  let confirmed: unknown;

  it('a row cannot be posted without the owner key', async () => {
    const refused = await call('POST', '/api/directory', { json: POSTED, headers: {} });
    expect(refused.status).toBe(401);
    expect(refused.body).toMatchObject({ error: 'unauthorized', ok: false, ran: false, state_changed: false });
    expect((await call('POST', '/api/directory', { json: POSTED, headers: { 'x-terminal-key': 'wrong' } })).body.error).toBe('unauthorized');
    expect((await call('GET', `/api/directory/${KEY}`)).status).toBe(404);
  });

  it('one POST stores it', async () => {
    const { status, headers, body } = await call('POST', '/api/directory', { json: POSTED });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/api/directory/${KEY}`);
    expect(body).toEqual({ ok: true, key: KEY, version: 1, warnings: [], updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) });
  });

  it('it reads back as posted, with its JSON as JSON', async () => {
    const { body } = await call('GET', `/api/directory/${KEY}`);
    expect(body).toMatchObject({ ...POSTED, examples: ['37.77|-122.42'] });
    expect(body).toMatchObject({ planner_rank: 100, sensitive: 0, seq: null, runner: null, input_schema: null });
  });

  it('it can be called on the very next request', async () => {
    const { status, headers, body } = await dispatch();
    expect(status).toBe(200);
    expect(body).toMatchObject({ ok: true, ran: true, key: KEY, trace: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(body.result).toMatch(/^HTTP 200:\{/);
    expect(JSON.parse(body.result.slice('HTTP 200:'.length))).toMatchObject({
      method: 'GET',
      url: '/v1/forecast?latitude=37.77&longitude=-122.42&current=temperature_2m',
    });
    id = body.proof.invocation_id;
    expect(id).toMatch(/^inv_[0-9a-f]{32}$/);
    expect(body.proof).toMatchObject({ ok: true, status: 'PROVEN_MATERIAL_RESULT', public_receipt: `http://localhost/receipt/${id}` });
    expect(headers.get('rowcall-receipt')).toBe(id);
  });

  it('its receipt records who, what and under which trace, and three fingerprints that verify offline', async () => {
    const receipt = await checkedReceipt(id);
    expect(receipt).toMatchObject({ actor: 'owner', type: 'http', runner: 'edge', effect: 'read', material: true, cost_usd: 0, parent: null });
    expect(receipt).toMatchObject({ input: { 1: '37.77', 2: '-122.42' }, upstream_status: 200, version: 1 });
    expect(receipt.fingerprints.contract).toBe((await call('GET', `/api/directory/${KEY}`)).body.contract_hash);
    expect(JSON.parse(receipt.output.slice('HTTP 200:'.length)).headers.traceparent).toContain(receipt.trace);
    expect((await call('GET', `/api/dispatch?receipt=${id}`)).body).toEqual({
      ...receipt,
      object_id: `directory:${KEY}`,
      replay: expect.stringContaining(`/api/receipts/${id}/replay`),
      repair: expect.stringContaining(`"repairs":"${id}"`),
      actor: 'owner:terminal-key',
    });
  });

  it('its receipt can be confirmed by anybody, in both dialects, and shows no input or output', async () => {
    const { status, body } = await confirm(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ confirmed: true, status: 'PROVEN_MATERIAL_RESULT', claims: { id, key: KEY, actor: 'owner' } });
    expect(JSON.stringify(body)).not.toContain('37.77');
    const typed = await call('GET', `/api/receipts/${id}/confirmation`, { headers: {} });
    expect(typed.body).toMatchObject({ confirmed: true, status: 'PROVEN_MATERIAL_RESULT', claims: body.claims });
    expect((await call('GET', `/api/receipts/${id}`, { headers: {} })).status).toBe(401);
    expect((await call('GET', `/api/dispatch?receipt=${id}`, { headers: {} })).status).toBe(401);
    confirmed = body.claims;
  });

  it('deleting needs the owner key, and says what was deleted', async () => {
    expect((await call('DELETE', `/api/directory/${KEY}`, { headers: {} })).status).toBe(401);
    expect(await call('DELETE', `/api/directory/${KEY}`)).toMatchObject({ status: 200, body: { ok: true, key: KEY, deleted: 1 } });
  });

  it('the deleted row is gone for every route', async () => {
    expect(await call('GET', `/api/directory/${KEY}`)).toMatchObject({ status: 404, body: { error: 'unknown_key' } });
    expect(await dispatch()).toMatchObject({ status: 404, body: { error: 'unknown_key', attempted: KEY, ran: false } });
    expect(await call('DELETE', `/api/directory/${KEY}`)).toMatchObject({ status: 404, body: { error: 'unknown_key' } });
  });

  it('deleting the definition does not delete the history of what it did', async () => {
    expect((await confirm(id)).body).toMatchObject({ confirmed: true, status: 'PROVEN_MATERIAL_RESULT', claims: confirmed });
    const page = await call('GET', `/receipt/${id}`, { headers: {} });
    expect(page.status).toBe(200);
    expect(page.body).toContain(KEY);
    expect(page.body).toContain('The call ran and returned a result.');
    expect((await checkedReceipt(id)).input).toEqual({ 1: '37.77', 2: '-122.42' });
  });

  it('a receipt that never was is not confirmed', async () => {
    const never = `inv_${'0'.repeat(32)}`;
    expect(await confirm(never)).toMatchObject({ status: 404, body: { error: 'unknown_receipt', confirmed: false } });
    expect(await call('GET', `/api/receipts/${never}/confirmation`, { headers: {} })).toMatchObject({ status: 404, body: { confirmed: false } });
  });

  it('a row of the same name is another version of the key', async () => {
    expect((await call('POST', '/api/directory', { json: POSTED })).body).toMatchObject({ ok: true, version: 2 });
    expect(await call('POST', '/api/directory', { json: POSTED })).toMatchObject({ status: 409, body: { error: 'key_exists' } });
  });
});

describe('the contract fingerprint', () => {
  const contract = async (body: string) => {
    const reply = await call('POST', '/api/dispatch', { json: { key: 'ZZ_TEST_EDITED', body } });
    expect(reply.body.invocation.id).toBe(reply.body.proof.invocation_id);
    const { fingerprints } = (await confirm(reply.body.invocation.id)).body.claims;
    expect(reply.body.invocation.fingerprints).toEqual(fingerprints);
    return fingerprints.contract as string;
  };
  const patch = (json: Record<string, unknown>) => call('PATCH', '/api/directory/ZZ_TEST_EDITED', { json });

  it('stays byte-identical under an edit of examples, and changes with the target', async () => {
    await call('POST', '/api/directory', { json: { ...POSTED, key: 'ZZ_TEST_EDITED' } });
    const baseline = await contract('37.77|-122.42');
    expect(baseline).toMatch(/^[0-9a-f]{64}$/);
    expect((await patch({ examples: '["51.51|-0.13"]' })).body).toMatchObject({ ok: true, version: 2 });
    expect((await call('GET', '/api/directory/ZZ_TEST_EDITED')).body.examples).toEqual(['51.51|-0.13']);
    expect(await contract('51.51|-0.13')).toBe(baseline);
    expect((await patch({ target: `${TARGET},wind_speed_10m` })).body).toMatchObject({ ok: true, version: 3 });
    const changed = await contract('51.51|-0.13');
    expect(changed).not.toBe(baseline);
    expect((await patch({ target: TARGET })).body).toMatchObject({ ok: true, version: 4 });
    expect(await contract('51.51|-0.13')).toBe(baseline);
  });

  it('a caller who pinned the contract is stopped once it has changed, not silently redirected', async () => {
    const pinned = (await call('GET', '/api/directory/ZZ_TEST_EDITED')).body.contract_hash as string;
    const pinnedCall = () => call('POST', '/api/invoke', { json: { key: 'ZZ_TEST_EDITED', body: '1|2', if_contract: pinned }, headers: OWNER });
    expect((await pinnedCall()).status).toBe(200);
    await patch({ target: `${TARGET},rain` });
    const current = (await call('GET', '/api/directory/ZZ_TEST_EDITED')).body.contract_hash as string;
    const stopped = await pinnedCall();
    expect(stopped.status).toBe(409);
    expect(stopped.body).toMatchObject({ error: `contract_changed:${pinned}!=${current}`, ran: false, proof: { status: 'REFUSED' } });
  });
});
