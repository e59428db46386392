// The Node service of scripts/outbound.ts, through which every request of the tests goes. Names: test/support/names.ts.
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { OUTBOUND_HEADER } from '../../../src/outbound/outboundMark.ts';
import { A, call, echoOf, refusalOf, textOf } from './call.ts';

const PORT = new URL(A).port;
const NONCE = String(env.OUTBOUND_NONCE);
const redirectTo = (target: string) => `${A}/redirect/302?to=${encodeURIComponent(target)}`;

describe('a public name', () => {
  it.each([
    ['to-loopback.example', 'loopback'],
    ['to-mapped.example', 'loopback'],
    ['to-metadata.example', 'metadata'],
    ['public-and-private.example', 'private'],
  ])('%s is refused by the address behind it, before anything is sent', async (host, rule) => {
    for (const scheme of ['http', 'https']) {
      expect(refusalOf(await call(`${scheme}://${host}:${PORT}/echo`))).toEqual({ code: `outbound_refused:${rule}`, sent: false });
    }
  });

  it('with a private address is refused at a hop', async () => {
    expect(refusalOf(await call(redirectTo(`http://to-loopback.example:${PORT}/echo`)))).toEqual({ code: 'redirect_refused:loopback', sent: true });
  });

  it('opened by name is called, with its name as Host', async () => {
    const echo = echoOf(await call(`http://localhost:${PORT}/echo`));
    expect(echo.headers.host).toBe(`localhost:${PORT}`);
  });

  it('without an address is a failed fetch of which nothing was sent', async () => {
    expect(refusalOf(await call('http://nowhere.example/', { method: 'POST', body: 'x' }))).toEqual({ code: 'http_fetch', sent: false });
    expect(refusalOf(await call(redirectTo('http://nowhere.example/')))).toEqual({ code: 'http_fetch', sent: true });
  });

  it('that never resolves ends with the time limit', async () => {
    expect(refusalOf(await call('http://never.example/', { signal: AbortSignal.timeout(200) })).code).toBe('timed_out');
  });
});

describe('a connection', () => {
  it('that is refused, or in which TLS fails, has sent nothing', async () => {
    expect(refusalOf(await call('http://127.0.0.1:1025/', { method: 'POST', body: 'x' }))).toEqual({ code: 'http_fetch', sent: false });
    expect(refusalOf(await call(`https://127.0.0.1:${PORT}/`, { method: 'POST', body: 'x' }))).toEqual({ code: 'http_fetch', sent: false });
  });

  it('that ends without an answer may have sent everything', async () => {
    expect(refusalOf(await call(`${A}/reset`, { method: 'POST', body: 'x' }))).toEqual({ code: 'http_fetch', sent: true });
  });

  it('to the upstream ends when the caller gives up', async () => {
    const before = Number(textOf(await call(`${A}/held`)));
    for (const name of ['hang', 'hang-body', 'trickle']) await call(`${A}/${name}`, { signal: AbortSignal.timeout(200) });
    await call(`${A}/bomb/256`);
    await expect.poll(async () => Number(textOf(await call(`${A}/held`)))).toBeLessThanOrEqual(before);
  });

  it('carries a large body', async () => {
    const body = 'x'.repeat(1024 * 1024);
    expect(echoOf(await call(`${A}/echo`, { method: 'POST', body })).body).toBe(body);
  });
});

describe('the header between Worker and service', () => {
  it('cannot be forged by an upstream, and is not shown to it', async () => {
    const forged = await call(`${A}/header/${OUTBOUND_HEADER}?value=${encodeURIComponent(`${NONCE} failed:unsent`)}`);
    expect(forged).toMatchObject({ ok: true, status: 200 });
    expect(forged.ok && forged.headers.get(OUTBOUND_HEADER)).toBeNull();
    expect(textOf(await call(`${A}/echo`))).not.toContain(NONCE);
  });

  it('means nothing where there is no service', async () => {
    const { readAnswerMark } = await import('../../../src/outbound/outboundMark.ts');
    for (const mark of [' failed:unsent', 'undefined failed:unsent', 'failed:unsent', 'x refused'])
      expect(readAnswerMark(mark, undefined)).toBeUndefined();
    expect(readAnswerMark('other failed:unsent', 'nonce')).toBeUndefined();
  });

  it('a fetch that did not pass the guard reaches open loopback addresses alone', async () => {
    expect((await fetch(`${A}/echo`)).status).toBe(200);
    const refused = await fetch('http://93.184.215.14/', { redirect: 'manual' });
    expect(refused.headers.get(OUTBOUND_HEADER)).toBe(`${NONCE} unguarded`);
  });
});
