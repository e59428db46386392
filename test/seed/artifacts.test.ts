// Large and binary results, and large bodies of receipts: kept by hash, read in ranges, by credential.
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { handle } from '../../src/app.ts';
import { OWNER, addRow, call } from '../support/api.ts';
import { checkedReceipt, hex, serveBytes } from './support.ts';

const UPSTREAM = env.TEST_UPSTREAM;
const KIBIBYTE = 1024;
const invoke = (json: Record<string, unknown>) => call('POST', '/api/invoke', { json });
const hashOf = async (bytes: Uint8Array) => hex(await crypto.subtle.digest('SHA-256', bytes));

/** The bytes of an artifact as a client gets them. */
async function fetchArtifact(address: string, headers: Record<string, string> = {}) {
  const response = await handle(new Request(`http://localhost${address}`, { headers: { ...OWNER, ...headers } }), env);
  return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
}

describe('a result that is binary or over 256 KiB', () => {
  it.each([
    ['BINARY', `${UPSTREAM}/binary`, Uint8Array.from({ length: 256 }, (_, byte) => byte)],
    ['LARGE', `${UPSTREAM}/bytes/${300 * KIBIBYTE}`, new Uint8Array(300 * KIBIBYTE)],
  ])('%s: the reply names its address, hash, size and type, and the bytes are there', async (key, url, bytes) => {
    await addRow({ key, type: 'http', target: `GET ${url}` });
    const { body } = await invoke({ key });
    const hash = await hashOf(bytes);
    const named = { artifact: `/api/artifacts/${hash}`, hash, bytes: bytes.length, content_type: 'application/octet-stream' };
    expect(body).toMatchObject({ ok: true, data: named, proof: { status: 'PROVEN_MATERIAL_RESULT' } });
    const stored = await fetchArtifact(body.data.artifact);
    expect(stored.status).toBe(200);
    expect(stored.bytes).toEqual(bytes);
    expect(JSON.parse((await checkedReceipt(body.proof.invocation_id)).output.replace('HTTP 200:', ''))).toEqual(named);
    const dispatched = await call('POST', '/api/dispatch', { json: { key, body: '' } });
    expect(dispatched.body.result).toBe(`HTTP 200:${JSON.stringify(named)}`);
  });

  it('a text of just 256 KiB is still given inline, and one byte more is not', async () => {
    await addRow({ key: 'JUST_INLINE', type: 'http', target: `GET ${await serveBytes('x'.repeat(256 * KIBIBYTE), 'text/plain')}` });
    expect((await invoke({ key: 'JUST_INLINE' })).body.result).toHaveLength(256 * KIBIBYTE);
    await addRow({ key: 'JUST_LARGE', type: 'http', target: `GET ${await serveBytes('x'.repeat(256 * KIBIBYTE + 1), 'text/plain')}` });
    const { body } = await invoke({ key: 'JUST_LARGE' });
    expect(body.data).toMatchObject({ bytes: 256 * KIBIBYTE + 1, content_type: 'text/plain; charset=utf-8' });
  });

  it('is read in ranges', async () => {
    const { artifact } = (await invoke({ key: 'BINARY' })).body.data;
    const range = async (asked: string) => {
      const { status, headers, bytes } = await fetchArtifact(artifact, { range: asked });
      return [status, headers.get('content-range'), [...bytes]];
    };
    expect(await range('bytes=0-2')).toEqual([206, 'bytes 0-2/256', [0, 1, 2]]);
    expect(await range('bytes=254-')).toEqual([206, 'bytes 254-255/256', [254, 255]]);
    expect(await range('bytes=-1')).toEqual([206, 'bytes 255-255/256', [255]]);
    const beyond = await call('GET', artifact, { headers: { ...OWNER, range: 'bytes=256-' } });
    expect(beyond).toMatchObject({ status: 416, body: { error: 'range_not_satisfiable', how_to_fix: 'The result has 256 bytes.' } });
  });

  it('is given to nobody without a credential, and no browser runs it', async () => {
    const { artifact } = (await invoke({ key: 'BINARY' })).body.data;
    expect(await call('GET', artifact, { headers: {} })).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
    const { headers } = await fetchArtifact(artifact);
    expect(headers.get('content-disposition')).toContain('attachment');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(await call('GET', `/api/artifacts/${'0'.repeat(64)}`)).toMatchObject({ status: 404, body: { error: 'unknown_artifact' } });
  });

  it('of a failing upstream is kept too', async () => {
    await addRow({
      key: 'LARGE_FAILURE',
      type: 'http',
      target: `POST ${UPSTREAM}/status/500`,
      content: '# WHAT: Echoes and fails.\nContent-Type: text/plain\n\n$1',
    });
    const { status, body } = await invoke({ key: 'LARGE_FAILURE', body: 'x'.repeat(300 * KIBIBYTE) });
    expect(status).toBe(502);
    expect(body).toMatchObject({ error: 'ERR:http:500', proof: { status: 'PROVEN_FAILURE' } });
    const kept = JSON.parse(body.result);
    expect(kept).toMatchObject({ content_type: 'application/json' });
    expect(new TextDecoder().decode((await fetchArtifact(kept.artifact)).bytes)).toContain('x'.repeat(300 * KIBIBYTE));
  });

  it('holds no credential that the upstream echoed', async () => {
    await addRow({
      key: 'LARGE_ECHO',
      type: 'http',
      target: `POST ${UPSTREAM}/echo`,
      auth: 'bearer:UPSTREAM_KEY',
      content: '# WHAT: Echoes.\nContent-Type: text/plain\n\n$1',
    });
    const { body } = await invoke({ key: 'LARGE_ECHO', body: 'x'.repeat(300 * KIBIBYTE) });
    const kept = new TextDecoder().decode((await fetchArtifact(body.data.artifact)).bytes);
    expect(kept).toContain('[redacted]');
    expect(kept).not.toContain('canary');
  });
});

describe('the bodies of a receipt', () => {
  /** Where the bodies of an invocation are kept. */
  const placeOf = (id: string) =>
    env.DB.prepare('SELECT input, input_artifact, output, output_artifact FROM receipt_bodies WHERE id = ?').bind(id).first();

  it('over 16 KiB are kept by hash, and read back whole', async () => {
    await addRow({ key: 'SAYS_IT_AGAIN', type: 'fn', target: 'last_reply_of' });
    const said = 'é'.repeat(9 * KIBIBYTE);
    const { body } = await invoke({ key: 'SAYS_IT_AGAIN', args: { text: said } });
    expect(await placeOf(body.proof.invocation_id)).toEqual({
      input: null,
      output: null,
      input_artifact: expect.stringMatching(/^[0-9a-f]{64}$/),
      output_artifact: await hashOf(new TextEncoder().encode(said)),
    });
    expect(await checkedReceipt(body.proof.invocation_id)).toMatchObject({ input: { text: said }, output: said });
    const head = await call('GET', `/api/receipts/${body.proof.invocation_id}/result?max_bytes=5`);
    expect(head.body).toMatchObject({ result: 'éé', shown: 4, total: 18 * KIBIBYTE });
  });

  it('of just 16 KiB stand beside the receipt', async () => {
    const { body } = await invoke({ key: 'SAYS_IT_AGAIN', args: { text: 'é'.repeat(8 * KIBIBYTE) } });
    expect(await placeOf(body.proof.invocation_id)).toMatchObject({ output: 'é'.repeat(8 * KIBIBYTE), output_artifact: null, input: null });
    await checkedReceipt(body.proof.invocation_id);
  });

  it('of a write are kept before it runs', async () => {
    await addRow({
      key: 'WRITES_MUCH',
      type: 'http',
      target: `POST ${UPSTREAM}/hang`,
      content: '# WHAT: Writes much.\n{"text": "$1"}',
      timeout_ms: 300,
    });
    const { body } = await invoke({ key: 'WRITES_MUCH', body: 'x'.repeat(20 * KIBIBYTE) });
    expect(body.proof.status).toBe('UNKNOWN_OUTCOME');
    expect(await checkedReceipt(body.proof.invocation_id)).toMatchObject({ input: { 1: 'x'.repeat(20 * KIBIBYTE) } });
  });

  it('stay in the database where there is no artifact store', async () => {
    const { ARTIFACTS: _without, ...bindings } = env;
    const json = JSON.stringify({ key: 'SAYS_IT_AGAIN', args: { text: 'x'.repeat(20 * KIBIBYTE) } });
    const request = new Request('http://localhost/api/invoke', {
      method: 'POST',
      headers: { ...OWNER, 'content-type': 'application/json' },
      body: json,
    });
    const body = await (await handle(request, bindings)).json<{ proof: { invocation_id: string } }>();
    expect((await checkedReceipt(body.proof.invocation_id)).output).toBe('x'.repeat(20 * KIBIBYTE));
  });
});
