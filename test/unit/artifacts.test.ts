import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseArtifactHash, type ArtifactHash } from '../../src/ids.ts';
import { artifactHeaders, getArtifact, putArtifact } from '../../src/runners/artifacts.ts';
import { parseRange } from '../../src/runners/byteRange.ts';
import { safeContentType } from '../../src/runners/contentType.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const UNKNOWN = parseArtifactHash('0'.repeat(64)) as ArtifactHash;

async function stored(text: string, contentType = 'text/plain'): Promise<ArtifactHash> {
  const put = await putArtifact(env.ARTIFACTS, utf8(text), contentType);
  if (!put.ok) throw new Error(JSON.stringify(put.fault));
  return put.value.hash;
}

async function read(hash: ArtifactHash, range?: string) {
  const got = await getArtifact(env.ARTIFACTS, hash, range);
  return got.ok ? { text: await new Response(got.value.body).text(), size: got.value.size, range: got.value.range } : got.fault;
}

describe('an artifact', () => {
  it('is found under the SHA-256 of its bytes', async () => {
    const put = await putArtifact(env.ARTIFACTS, utf8('abc'), 'application/json; charset=utf-8');
    expect(put).toEqual({
      ok: true,
      value: { hash: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', bytes: 3, content_type: 'application/json' },
    });
    expect(await read(await stored('abc'))).toEqual({ text: 'abc', size: 3 });
  });

  it('is stored once: the same bytes keep the type they came with first', async () => {
    const first = await stored('same', 'image/png');
    const uploaded = (await env.ARTIFACTS.head(first))?.uploaded;
    expect(await putArtifact(env.ARTIFACTS, utf8('same'), 'application/json')).toMatchObject({
      ok: true,
      value: { hash: first, bytes: 4, content_type: 'image/png' },
    });
    expect((await env.ARTIFACTS.head(first))?.uploaded).toEqual(uploaded);
    expect((await env.ARTIFACTS.list()).objects.filter(({ key }) => key === first)).toHaveLength(1);
  });

  it('is stored once also when many store it at once', async () => {
    const puts = await Promise.all(Array.from({ length: 8 }, () => putArtifact(env.ARTIFACTS, utf8('race'), 'text/plain')));
    expect(new Set(puts.map((put) => JSON.stringify(put))).size).toBe(1);
    expect(puts[0]).toMatchObject({ ok: true });
  });

  it('may be empty', async () => {
    const hash = await stored('');
    expect(await read(hash)).toEqual({ text: '', size: 0 });
    expect(await read(hash, 'bytes=0-')).toMatchObject({ code: 'range_not_satisfiable', params: { size: 0 } });
  });

  it('that is not there, or has no store, is named as such', async () => {
    expect(await read(UNKNOWN)).toMatchObject({ code: 'unknown_artifact' });
    expect(await putArtifact(undefined, utf8('x'), '')).toMatchObject({
      ok: false,
      fault: { code: 'artifact_store_missing', params: { name: 'ARTIFACTS' } },
    });
    expect(await getArtifact(undefined, UNKNOWN)).toMatchObject({ ok: false, fault: { code: 'artifact_store_missing' } });
  });

  it('whose store fails is an expected fault', async () => {
    const down = new Proxy({}, { get: () => () => Promise.reject(new Error('down')) }) as R2Bucket;
    expect(await putArtifact(down, utf8('x'), '')).toMatchObject({ ok: false, fault: { code: 'storage_unavailable' } });
    expect(await getArtifact(down, UNKNOWN)).toMatchObject({ ok: false, fault: { code: 'storage_unavailable' } });
  });
});

describe('a range', () => {
  it.each([
    ['bytes=2-4', '234', { start: 2, end: 4 }],
    ['bytes=7-', '789', { start: 7, end: 9 }],
    ['bytes=-3', '789', { start: 7, end: 9 }],
    ['bytes=-99', '0123456789', { start: 0, end: 9 }],
    ['bytes=8-99', '89', { start: 8, end: 9 }],
    ['Bytes= 0-0 ', '0', { start: 0, end: 0 }],
  ])('%s gives its bytes', async (header, text, range) => {
    expect(await read(await stored('0123456789'), header)).toEqual({ text, size: 10, range });
  });

  it.each(['', 'bytes=', 'bytes=-', 'bytes=a-b', 'items=0-1', 'bytes=4-2', 'bytes=0-1,3-4', 'bytes=0x1-2', 'bytes=99999999999999999999-'])(
    '%j is ignored',
    async (header) => {
      expect(await read(await stored('0123456789'), header)).toEqual({ text: '0123456789', size: 10 });
    },
  );

  it.each(['bytes=10-', 'bytes=10-12', 'bytes=-0', 'bytes=9999999999999999-'])('%s lies outside', async (header) => {
    expect(await read(await stored('0123456789'), header)).toMatchObject({ code: 'range_not_satisfiable', params: { size: 10 } });
  });

  it('never reaches outside the body', () => {
    fc.assert(
      fc.property(fc.option(fc.nat(30)), fc.option(fc.nat(30)), fc.nat(20), (first, last, size) => {
        const range = parseRange(`bytes=${first ?? ''}-${last ?? ''}`, size);
        if (range === undefined || range === 'unsatisfiable') return;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.end).toBeLessThan(size);
        expect(range.end).toBeGreaterThanOrEqual(range.start);
      }),
    );
  });
});

describe('a content type', () => {
  it.each([
    ['application/json', 'application/json'],
    ['application/problem+json; charset=utf-8', 'application/problem+json'],
    ['TEXT/CSV; charset=ISO-8859-1', 'text/csv; charset=iso-8859-1'],
    ['image/png', 'image/png'],
    ['application/pdf', 'application/pdf'],
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ])('%s stays what it is', (given, safe) => expect(safeContentType(given)).toBe(safe));

  it.each([
    'text/html',
    'TEXT/HTML;charset=utf-7',
    ' text/html',
    'application/xhtml+xml',
    'image/svg+xml',
    'text/xml',
    'application/xml',
    'application/rss+xml',
    'text/javascript',
    'application/x-javascript',
    'text/css',
    'application/xslt+xml',
    'application/ecmascript',
    'text/x-anything',
    'application/xml-dtd',
  ])('%s becomes plain text', (given) => expect(safeContentType(given)).toBe('text/plain; charset=utf-8'));

  it.each([
    '',
    'html',
    'multipart/form-data',
    'message/rfc822',
    'text /html',
    'text',
    'a/b/c',
    'text/html\r\nset-cookie: a=b',
    'application/json\u0000',
    'model/x',
  ])('%j becomes octets or plain text', (given) =>
    expect(safeContentType(given)).toMatch(/^(?:application\/octet-stream|text\/plain; charset=utf-8)$/),
  );

  it('of any spelling fits a header, is stable, and is never markup or script', () => {
    const piece = fc.constantFrom(
      'text',
      'image',
      'application',
      '/',
      ';',
      'html',
      'xml',
      'svg',
      '+',
      '-',
      '.',
      'x',
      'javascript',
      ' ',
      '\r\n',
      'charset=',
      '"',
      'utf-8',
      'utf-7',
      '\u017f',
      'HTML',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
        (given) => {
          const safe = safeContentType(given);
          expect(safe).toMatch(/^[a-z]+\/[\w!#$%&'*+.^`|~-]+(?:; charset=[\w-]+)?$/);
          expect(safe).not.toMatch(/html|javascript|svg|\+xml|\/xml/);
          expect(safeContentType(safe)).toBe(safe);
        },
      ),
    );
  });
});

describe('the headers of an artifact', () => {
  it('never let a browser run it in this origin', async () => {
    const hash = await stored('<script>1</script>', 'text/html');
    const got = await getArtifact(env.ARTIFACTS, hash);
    if (!got.ok) throw new Error(got.fault.code);
    expect(await new Response(got.value.body).text()).toBe('<script>1</script>');
    expect(artifactHeaders(got.value)).toEqual({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '18',
      'accept-ranges': 'bytes',
      etag: `"${hash}"`,
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="${hash}"`,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
  });

  it('guard also what was planted in the store under another type', async () => {
    await env.ARTIFACTS.put(UNKNOWN, '<b>', { httpMetadata: { contentType: 'text/html' } });
    const got = await getArtifact(env.ARTIFACTS, UNKNOWN, 'bytes=1-1');
    if (!got.ok) throw new Error(got.fault.code);
    expect(await new Response(got.value.body).text()).toBe('b');
    expect(artifactHeaders(got.value)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '1',
      'content-range': 'bytes 1-1/3',
    });
    await env.ARTIFACTS.delete(UNKNOWN);
  });
});
