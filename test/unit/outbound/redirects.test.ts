import { describe, expect, it } from 'vitest';
import vectors from '../../vectors/ssrf.json';
import { A, B, call, echoOf, refusalOf, SECRET, textOf } from './call.ts';

const to = (target: string, status = 302, from = A) => `${from}/redirect/${status}?to=${encodeURIComponent(target)}`;

const CREDENTIALS = {
  headers: [
    ['cookie', 'session=1'],
    ['x-vendor-key', 'row-key'],
    ['x-vendor-token', 'row-token'],
    ['x-row', 'kept'],
  ],
  credentialHeaders: [
    ['authorization', `Bearer ${SECRET}`],
    ['x-api-key', SECRET],
    ['x-odd', SECRET],
  ],
  credentialQuery: [['appid', SECRET]],
} as const;

const SECRET_NAMES = ['authorization', 'x-api-key', 'x-odd', 'cookie', 'x-vendor-key', 'x-vendor-token'];

describe('S7 where a redirect leads', () => {
  it('every address of the vectors is refused at the hop', async () => {
    const onlyA = { allowPrivate: [new URL(A).host] };
    // As Location, `//host` and a path are relative; they are refused or stay on the origin.
    for (const { url } of vectors.refuse.filter((line) => /^[\x21-\x7e]*$/.test(line.url))) {
      expect(refusalOf(await call(to(url), {}, onlyA)), url).toMatchObject({ code: expect.stringMatching(/^redirect_refused:/), sent: true });
    }
    expect(refusalOf(await call(to('/\\127.0.0.1/'), {}, onlyA)).code).toBe('redirect_refused:syntax');
    expect(refusalOf(await call(to(`${B}/echo`), {}, onlyA)).code).toBe('redirect_refused:host_name');
  });

  it('this Worker itself is refused', async () => {
    expect(refusalOf(await call(to(`${B}/echo`), {}, { isOwn: (url) => url.origin === B })).code).toBe('redirect_refused:own_origin');
  });

  it('five hops are followed, the sixth and a loop are refused', async () => {
    expect(echoOf(await call(`${A}/chain/5`)).url).toBe('/chain/0');
    expect(refusalOf(await call(`${A}/chain/6`))).toEqual({ code: 'redirect_refused:too_many_redirects', sent: true });
    expect(refusalOf(await call(`${A}/loop/a`))).toEqual({ code: 'redirect_refused:redirect_loop', sent: true });
  });

  it('a redirect without Location is the answer', async () => {
    expect(await call(`${A}/status/302`)).toMatchObject({ ok: true, status: 302 });
  });
});

describe('S7 what goes along', () => {
  it('everything to the same origin, by an absolute or relative Location', async () => {
    for (const target of ['/echo', `${A}/echo`, './echo']) {
      const outcome = await call(to(target.replace('./', '../')), CREDENTIALS);
      const echo = echoOf(outcome);
      expect(Object.keys(echo.headers)).toEqual(expect.arrayContaining([...SECRET_NAMES, 'x-row']));
      expect(echo.url).toBe(`/echo?appid=${SECRET}`);
      expect(outcome).toMatchObject({ ok: true, url: `${A}/echo` });
    }
  });

  it('no credential of any form to another origin, nor back again', async () => {
    for (const target of [`${B}/echo`, to(to(`${A}/echo`, 302, B), 307)]) {
      const outcome = await call(to(target), CREDENTIALS);
      const { headers } = echoOf(outcome);
      expect(headers['x-row']).toBe('kept');
      if (target.startsWith(B)) expect(Object.keys(headers).filter((name) => SECRET_NAMES.includes(name))).toEqual([]);
      else expect(headers.authorization).toBeUndefined();
      expect(textOf(outcome)).not.toContain(SECRET);
    }
  });

  it('a credential that the upstream puts into the address is not carried to another origin', async () => {
    expect(echoOf(await call(to(`${B}/echo?appid=${SECRET}&appid=mine&b=1`), CREDENTIALS)).url).toBe('/echo?appid=mine&b=1');
    for (const leak of [`${B}/echo?other=${SECRET}`, `${B}/${encodeURIComponent(btoa(SECRET))}`]) {
      expect(refusalOf(await call(to(leak), CREDENTIALS))).toEqual({ code: 'redirect_refused:credential_in_redirect', sent: true });
    }
  });

  it.each([301, 302, 303])('%i turns a POST into a GET without body, and without the headers of the body', async (status) => {
    for (const target of [`${A}/echo`, `${B}/echo`]) {
      const echo = echoOf(await call(to(target, status), { method: 'POST', body: '{"a":1}', headers: [['Content-Type', 'application/json']] }));
      expect(echo).toMatchObject({ method: 'GET', body: '' });
      expect(echo.headers['content-type']).toBeUndefined();
    }
  });

  it('303 turns every method but HEAD into a GET; 301 and 302 leave all but POST', async () => {
    expect(echoOf(await call(to('/echo', 303), { method: 'DELETE' })).method).toBe('GET');
    expect(echoOf(await call(to('/echo', 302), { method: 'PUT', body: 'x' }))).toMatchObject({ method: 'PUT', body: 'x' });
    expect(await call(to('/echo', 303), { method: 'HEAD' })).toMatchObject({ ok: true, status: 200 });
  });

  it.each([307, 308])('%i keeps method and body on the origin, and takes no body to another one', async (status) => {
    const post = { method: 'POST', body: 'payload', headers: [['content-type', 'text/plain']] } as const;
    expect(echoOf(await call(to('/echo', status), post))).toMatchObject({
      method: 'POST',
      body: 'payload',
      headers: { 'content-type': 'text/plain' },
    });
    expect(refusalOf(await call(to(`${B}/echo`, status), post))).toEqual({ code: 'redirect_refused:cross_origin_body', sent: true });
    expect(echoOf(await call(to(`${B}/echo`, status), { method: 'DELETE' })).method).toBe('DELETE');
  });
});
