// The seed's failure table, row by row: each failure names itself, says whether anything ran, and leaves a receipt or none.
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { addRow, call } from '../support/api.ts';
import { CLOSED, checkedReceipt, expectFailure, plantRow } from './support.ts';

const UPSTREAM = env.TEST_UPSTREAM;
const dispatch = (json: Record<string, unknown>) => call('POST', '/api/dispatch', { json });
const invoke = (json: Record<string, unknown>) => call('POST', '/api/invoke', { json });
/** Planted rows are as an old build left them: documented, and nothing else checked. */
const old = (row: Record<string, string>) => plantRow({ content: '# WHAT: An old row.', ...row });

describe('a key that is not in the table', () => {
  beforeAll(() => addRow({ key: 'ZZ_TEST_TEMPERATURE', type: 'http', target: `GET ${UPSTREAM}/echo?latitude=$1&longitude=$2` }));

  it('runs nothing, leaves no receipt, and answers with what was attempted and what may be meant', async () => {
    const failed = await dispatch({ key: 'ZZ_TEST_TEMPERATUR', body: '1|2' });
    await expectFailure(failed, { status: 404, error: 'unknown_key', ran: false });
    expect(failed.body).toMatchObject({ attempted: 'ZZ_TEST_TEMPERATUR', did_you_mean: ['ZZ_TEST_TEMPERATURE'] });
    expect(failed.body).not.toHaveProperty('invocation');
  });

  it('is the same failure where no key can have that name', async () => {
    const failed = await dispatch({ key: 'ſtrange key', body: '' });
    await expectFailure(failed, { status: 404, error: 'unknown_key', ran: false });
    expect(failed.body.attempted).toBe('ſtrange key');
  });

  it('is the same failure on the typed routes', async () => {
    for (const failed of [await invoke({ key: 'ZZ_TEST_TEMPERATUR' }), await call('POST', '/api/invoke/ZZ_TEST_TEMPERATUR', { json: {} })]) {
      await expectFailure(failed, { status: 404, error: 'unknown_key', ran: false });
      expect(failed.body.did_you_mean).toEqual(['ZZ_TEST_TEMPERATURE']);
    }
  });
});

describe('a stored row that a write would now refuse', () => {
  beforeAll(async () => {
    await old({ key: 'OLD_UNKNOWN', type: 'fn', target: 'nwo' });
    await old({ key: 'OLD_PROTOTYPE', type: 'fn', target: 'constructor' });
    await old({ key: 'OLD_BROKEN', type: 'fn', target: 'hash', content: '# WHAT: An old row.\n["$1"' });
    await old({ key: 'OLD_OBJECT', type: 'fn', target: 'hash', content: '# WHAT: An old row.\n{"text": "$1"}' });
    await old({ key: 'OLD_AUTH', type: 'http', target: `GET ${CLOSED}/`, auth: 'apikey:UPSTREAM_KEY' });
  });

  it('with an unknown function says its name and the nearest', async () => {
    const failed = await dispatch({ key: 'OLD_UNKNOWN', body: '' });
    await expectFailure(failed, { status: 422, error: 'ERR:fn:unknown_target:nwo', ran: false, receipt: 'REFUSED' });
    expect(failed.body).toMatchObject({ result: 'ERR:fn:unknown_target:nwo', did_you_mean: ['now'] });
    const prototype = await dispatch({ key: 'OLD_PROTOTYPE', body: '' });
    await expectFailure(prototype, { status: 422, error: 'ERR:fn:unknown_target:constructor', ran: false, receipt: 'REFUSED' });
  });

  it('with a payload that is no JSON says what the parser said', async () => {
    const failed = await dispatch({ key: 'OLD_BROKEN', body: 'a' });
    await expectFailure(failed, { status: 422, error: failed.body.error, ran: false, receipt: 'REFUSED' });
    expect(failed.body.error).toMatch(/^ERR:fn:bad_content_json:\S/);
    expect(failed.body.how_to_fix).toContain('["$1","$2"]');
  });

  it('with a payload that is JSON but no array says so', async () => {
    const failed = await dispatch({ key: 'OLD_OBJECT', body: 'a' });
    await expectFailure(failed, { status: 422, error: 'ERR:fn:content_not_array', ran: false, receipt: 'REFUSED' });
  });

  it('with an unknown auth prefix sends nothing and names the row and the prefix', async () => {
    const failed = await dispatch({ key: 'OLD_AUTH', body: '' });
    await expectFailure(failed, { status: 422, error: 'ERR:http:OLD_AUTH:ERR:auth:unknown_prefix:apikey', ran: false, receipt: 'REFUSED' });
    const typed = await invoke({ key: 'OLD_AUTH' });
    await expectFailure(typed, { status: 422, error: 'ERR:auth:unknown_prefix:apikey', ran: false, receipt: 'REFUSED' });
  });

  it('can still be changed in other respects, but not into another broken rule', async () => {
    expect(await call('PATCH', '/api/directory/OLD_UNKNOWN', { json: { category: 'old' } })).toMatchObject({
      status: 200,
      body: { ok: true, version: 2 },
    });
    const worse = await call('PATCH', '/api/directory/OLD_UNKNOWN', { json: { sensitive: 1 } });
    await expectFailure(worse, { status: 422, error: 'registry_hygiene_refused: high_risk_missing_schema', ran: false });
    expect(await call('PATCH', '/api/directory/OLD_UNKNOWN', { json: { target: 'now' } })).toMatchObject({ status: 200 });
    expect((await dispatch({ key: 'OLD_UNKNOWN', body: '' })).body).toMatchObject({ ok: true, ran: true });
  });

  it('is refused when it is written anew', async () => {
    const rules = [
      [{ type: 'fn', target: 'nwo' }, 'unknown_fn'],
      [{ type: 'fn', target: 'hash', content: '# WHAT: x\n["$1"' }, 'bad_template'],
      [{ type: 'fn', target: 'hash', content: '# WHAT: x\n{"text": "$1"}' }, 'bad_template'],
      [{ type: 'http', target: 'GET https://api.example.com/', auth: 'apikey:UPSTREAM_KEY' }, 'unknown_auth_prefix'],
    ] as const;
    for (const [row, rule] of rules) {
      const refused = await call('POST', '/api/directory', { json: { key: 'WRITTEN_ANEW', content: '# WHAT: x', ...row } });
      await expectFailure(refused, { status: 422, error: `registry_hygiene_refused: ${rule}`, ran: false });
    }
    expect((await call('GET', '/api/directory/WRITTEN_ANEW')).status).toBe(404);
  });
});

describe('a credential that is not configured', () => {
  beforeAll(async () => {
    await addRow({ key: 'READS_WITHOUT', type: 'http', target: `GET ${UPSTREAM}/echo`, auth: 'bearer:ABSENT_KEY' });
    await addRow({ key: 'READS_HEADERS', type: 'http', target: `GET ${UPSTREAM}/echo`, auth: 'headers:{"x-api-key":"$ABSENT_KEY","x-more":"v2"}' });
    await addRow({ key: 'WRITES_WITHOUT', type: 'http', target: `POST ${CLOSED}/`, auth: 'bearer:ABSENT_KEY', content: '# WHAT: Writes.\n{}' });
    await addRow({ key: 'DELETES_WITHOUT', type: 'http', target: `DELETE ${CLOSED}/`, auth: 'query:key=ABSENT_KEY' });
  });

  it('lets a reading row go out without the header, and says so', async () => {
    const { status, body } = await dispatch({ key: 'READS_WITHOUT', body: '' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ok: true, ran: true, warnings: ['credential_missing:ABSENT_KEY'] });
    expect(JSON.parse(body.result.replace('HTTP 200:', '')).headers).not.toHaveProperty('authorization');
    expect(await checkedReceipt(body.proof.invocation_id)).toMatchObject({ warnings: ['credential_missing:ABSENT_KEY'] });
  });

  it('leaves only its own header out', async () => {
    const { body } = await invoke({ key: 'READS_HEADERS' });
    expect(body.data.headers).toMatchObject({ 'x-more': 'v2' });
    expect(body.data.headers).not.toHaveProperty('x-api-key');
  });

  it('shows in the shape as no headers at all', async () => {
    const { status, body } = await dispatch({ key: 'READS_WITHOUT', body: '', shape: true });
    expect(status).toBe(200);
    expect(body).toEqual({ ok: true, ran: false, key: 'READS_WITHOUT', shape: { method: 'GET', url: `${UPSTREAM}/echo`, headers: {}, body: null } });
  });

  it.each(['WRITES_WITHOUT', 'DELETES_WITHOUT'])('stops %s before anything is sent', async (key) => {
    const failed = await dispatch({ key, body: '' });
    await expectFailure(failed, { status: 422, error: 'credential_missing:ABSENT_KEY', ran: false, receipt: 'REFUSED' });
    expect((await checkedReceipt(failed.body.proof.invocation_id)).upstream_status).toBeNull();
  });
});

describe('an upstream that fails', () => {
  it('refuses with its status in the literal and its words in the result alone', async () => {
    await addRow({ key: 'REFUSED_UPSTREAM', type: 'http', target: `GET ${UPSTREAM}/status/401/words-of-the-upstream` });
    const failed = await dispatch({ key: 'REFUSED_UPSTREAM', body: '' });
    await expectFailure(failed, { status: 502, error: 'ERR:http:401', ran: true, receipt: 'PROVEN_FAILURE' });
    const { result, ...rest } = failed.body;
    expect(result).toMatch(/^ERR:http:401:\{/);
    expect(result).toContain('words-of-the-upstream');
    expect(JSON.stringify(rest)).not.toContain('words-of-the-upstream');
    expect(failed.body.state_changed).toBe(false);
    const typed = await invoke({ key: 'REFUSED_UPSTREAM' });
    await expectFailure(typed, { status: 502, error: 'ERR:http:401', ran: true, receipt: 'PROVEN_FAILURE' });
    expect(JSON.parse(typed.body.result).url).toBe('/status/401/words-of-the-upstream');
    expect(typed.body).not.toHaveProperty('data');
    const receipt = await checkedReceipt(failed.body.proof.invocation_id);
    expect(receipt).toMatchObject({ upstream_status: 401, output: result, error: { code: 'http_status', params: { status: 401 } } });
    const confirmation = await call('GET', `/api/receipts/${receipt.id}/confirmation`, { headers: {} });
    expect(JSON.stringify(confirmation.body)).not.toContain('words-of-the-upstream');
  });

  it('of a write leaves open whether anything changed', async () => {
    await addRow({ key: 'REFUSED_WRITE', type: 'http', target: `POST ${UPSTREAM}/status/500` });
    const failed = await dispatch({ key: 'REFUSED_WRITE', body: '' });
    await expectFailure(failed, { status: 502, error: 'ERR:http:500', ran: true, receipt: 'PROVEN_FAILURE' });
    expect(failed.body.state_changed).toBeNull();
  });

  it('cannot be reached: the literal says fetch and nothing of the address', async () => {
    await addRow({ key: 'UNREACHABLE', type: 'http', target: `GET ${CLOSED}/secret-path` });
    const failed = await dispatch({ key: 'UNREACHABLE', body: '' });
    await expectFailure(failed, { status: 502, error: 'ERR:http:fetch', ran: true, receipt: 'PROVEN_FAILURE' });
    expect(JSON.stringify(failed.body)).not.toMatch(/secret-path|1025/);
  });
});

describe('arguments that do not fit', () => {
  const KEY = 'TWO_NUMBERS';
  beforeAll(() => addRow({ key: KEY, type: 'http', target: `GET ${CLOSED}/?latitude=$1&longitude=$2`, examples: ['37.77|-122.42'] }));

  it.each([
    ['one piece too few', { body: '37.77' }, 'missing_argument:2'],
    ['an absent body', {}, 'missing_argument:1'],
    ['one piece too many', { body: '37.77|-122.42|9' }, 'too_many_arguments'],
    ['a name that the row does not take', { args: { 1: 'a', 2: 'b', 3: 'c' } }, 'unknown_argument:3'],
  ])('%s: nothing is sent, and the answer shows the call that would be right', async (_, given, error) => {
    const failed = await dispatch({ key: KEY, ...given });
    await expectFailure(failed, { status: 422, error, ran: false, receipt: 'REFUSED' });
    expect(failed.body.violations.length).toBeGreaterThan(0);
    expect(failed.body.call).toContain(KEY);
    expect(failed.body).toHaveProperty('try');
    expect(await checkedReceipt(failed.body.proof.invocation_id)).toMatchObject({ input: null, output: null, upstream_status: null });
  });

  it('an empty piece is an argument, and stays an empty value', async () => {
    await addRow({ key: 'TAKES_EMPTY', type: 'http', target: `GET ${UPSTREAM}/echo?latitude=$1&longitude=$2` });
    expect((await invoke({ key: 'TAKES_EMPTY', body: '1|' })).body.data.url).toBe('/echo?latitude=1&longitude=');
  });

  it('a shape that is refused leaves no receipt, as no shape does', async () => {
    await expectFailure(await dispatch({ key: KEY, body: '37.77', shape: true }), { status: 422, error: 'missing_argument:2', ran: false });
  });
});

it('a disabled row is refused with a receipt, and enabled again it runs', async () => {
  await addRow({ key: 'SWITCHED_OFF', type: 'fn', target: 'now', enabled: 0 });
  await expectFailure(await dispatch({ key: 'SWITCHED_OFF', body: '' }), { status: 409, error: 'row_disabled', ran: false, receipt: 'REFUSED' });
  await call('PATCH', '/api/directory/SWITCHED_OFF', { json: { enabled: true } });
  expect((await dispatch({ key: 'SWITCHED_OFF', body: '' })).body).toMatchObject({ ok: true, ran: true });
});
