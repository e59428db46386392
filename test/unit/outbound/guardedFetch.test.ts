import { describe, expect, it } from 'vitest';
import { OUTBOUND_HEADER } from '../../../src/outbound/outboundMark.ts';
import { RESPONSE_BYTES_MAX } from '../../../src/outbound/guardedFetch.ts';
import vectors from '../../vectors/ssrf.json';
import { A, call, echoOf, refusalOf, SECRET, textOf } from './call.ts';

describe('a call', () => {
  it('carries method, headers, body and credentials, and brings the whole response back', async () => {
    const outcome = await call(`${A}/echo?a=%20b`, {
      method: 'PUT',
      headers: [
        ['content-type', 'application/json'],
        ['x-row', 'one'],
      ],
      body: '{"n":1}',
      credentialHeaders: [['authorization', `Bearer ${SECRET}`]],
      credentialQuery: [['k&', 'v w']],
    });
    expect(outcome).toMatchObject({ ok: true, status: 200, url: `${A}/echo?a=%20b` });
    const echo = echoOf(outcome);
    expect(echo).toMatchObject({ method: 'PUT', url: '/echo?a=%20b&k%26=v%20w', body: '{"n":1}' });
    expect(echo.headers).toMatchObject({
      'user-agent': 'rowcall',
      'x-row': 'one',
      'content-type': 'application/json',
      authorization: `Bearer ${SECRET}`,
    });
    expect(Object.keys(echo.headers).filter((name) => /^(?:mf-|cf-worker|rowcall-)/.test(name) && name !== 'cf-worker')).toEqual([]);
  });

  it.each([204, 304, 404, 500])('brings back status %i as an answer', async (status) => {
    expect(await call(`${A}/status/${status}`)).toMatchObject({ ok: true, status });
  });

  it('brings back HEAD, binary bodies and forms', async () => {
    expect(await call(`${A}/echo`, { method: 'HEAD' })).toMatchObject({ ok: true, status: 200, bytes: new Uint8Array() });
    const binary = await call(`${A}/binary`);
    expect(binary.ok && [...binary.bytes]).toEqual(Array.from({ length: 256 }, (_, byte) => byte));
    const form = new FormData();
    form.append('a', 'x');
    expect(echoOf(await call(`${A}/echo`, { method: 'POST', body: form })).body).toContain('name="a"');
  });

  it('S11 a header of the row never replaces a managed one or the credential', async () => {
    const outcome = await call(`${A}/echo`, {
      headers: [
        ['Host', 'evil.example'],
        ['Transfer-Encoding', 'chunked'],
        ['Connection', 'x-row'],
        ['Authorization', 'Bearer of-the-row'],
        ['Rowcall-Outbound', 'x'],
        ['x-row', 'kept'],
      ],
      credentialHeaders: [['authorization', `Bearer ${SECRET}`]],
    });
    const { headers } = echoOf(outcome);
    expect(headers).toMatchObject({ host: new URL(A).host, authorization: `Bearer ${SECRET}`, 'x-row': 'kept' });
    expect(headers['transfer-encoding']).toBeUndefined();
    expect(headers[OUTBOUND_HEADER]).toBeUndefined();
  });

  it('a header that HTTP cannot carry is refused before anything is sent', async () => {
    expect(refusalOf(await call(`${A}/echo`, { headers: [['x-a', 'a\r\nx-b: c']] }))).toEqual({ code: 'outbound_refused:header', sent: false });
  });
});

describe('a refused target', () => {
  it('S4 S5 no line of the vectors leaves the service', async () => {
    for (const { url } of vectors.refuse) {
      const refusal = refusalOf(await call(url, {}, { allowPrivate: [] }));
      expect(refusal.code).toMatch(/^outbound_refused:/);
      expect(refusal.sent).toBe(false);
    }
  });

  it('this Worker itself is not called over the network', async () => {
    expect(refusalOf(await call(`${A}/echo`, {}, { isOwn: (url) => url.origin === A }))).toEqual({
      code: 'outbound_refused:own_origin',
      sent: false,
    });
  });
});

describe('S12 an upstream that misbehaves', () => {
  it('a response of the limit is taken, one byte more is refused', async () => {
    const outcome = await call(`${A}/bytes/${RESPONSE_BYTES_MAX}`);
    expect(outcome.ok && outcome.bytes.length).toBe(RESPONSE_BYTES_MAX);
    expect(refusalOf(await call(`${A}/bytes/${RESPONSE_BYTES_MAX + 1}`))).toEqual({ code: 'http_too_large', sent: true });
  });

  it('compression is undone, and a bomb is refused by its decompressed size', async () => {
    expect(echoOf(await call(`${A}/gzip`)).url).toBe('/gzip');
    expect(refusalOf(await call(`${A}/bomb/256`))).toEqual({ code: 'http_too_large', sent: true });
  });

  it.each(['hang', 'hang-body', 'trickle'])('%s ends with the time limit, and the outcome is not known', async (name) => {
    expect(refusalOf(await call(`${A}/${name}`, { method: 'POST', body: 'x', signal: AbortSignal.timeout(200) }))).toEqual({
      code: 'timed_out',
      sent: true,
    });
  });

  it('a signal that has aborted already sends nothing', async () => {
    expect(refusalOf(await call(`${A}/echo`, { signal: AbortSignal.abort() }))).toEqual({ code: 'timed_out', sent: false });
  });

  it.each(['cut', 'reset'])('%s is a failed fetch of which it is not known how far it came', async (name) => {
    expect(refusalOf(await call(`${A}/${name}`))).toEqual({ code: 'http_fetch', sent: true });
  });

  it('a body split into many chunks comes together', async () => {
    expect(echoOf(await call(`${A}/split?x=${'é'.repeat(50)}`)).method).toBe('GET');
  });

  it('S10 what an upstream echoes of a credential, in any spelling, the redactor takes out', async () => {
    const { makeRedactor } = await import('../../../src/outbound/redact.ts');
    const redactor = makeRedactor([SECRET]);
    for (const spelling of ['clear', 'percent', 'json', 'html', 'base64', 'base64url']) {
      const outcome = await call(`${A}/spelled/${spelling}`, { credentialHeaders: [['authorization', SECRET]] });
      expect(redactor.text(textOf(outcome))).toContain('[redacted]');
      expect(redactor.text((outcome.ok && outcome.headers.get('x-echo')) || '')).toContain('[redacted]');
      expect(outcome.ok && new TextDecoder().decode(redactor.bytes(outcome.bytes))).toBe(redactor.text(textOf(outcome)));
    }
    const split = await call(`${A}/split`, { credentialHeaders: [['x-api-key', SECRET]] });
    expect(textOf(split)).toContain(SECRET);
    expect(redactor.text(textOf(split))).not.toContain(SECRET);
  });
});
