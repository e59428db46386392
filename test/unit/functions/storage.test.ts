// kv_*, r2_*, queue_send on real local bindings.
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { call, valueOf, whyOf } from './support.ts';

/** A binding of which every call rejects. */
const broken: unknown = new Proxy({}, { get: () => () => Promise.reject(new Error('down')) });

describe('kv', () => {
  it('gives back what was put, and null where nothing is', async () => {
    expect(await valueOf('kv_put', { key: 'a/é', value: 'text' })).toEqual({ key: 'a/é', stored: true, bytes: 4 });
    expect(await valueOf('kv_get', { key: 'a/é' })).toBe('text');
    expect(await valueOf('kv_put', { key: 'j', value: { a: [1] } })).toMatchObject({ bytes: 9 });
    expect(await valueOf('kv_get', { key: 'j' })).toBe('{"a":[1]}');
    expect(await valueOf('kv_get', { key: 'none' })).toBeNull();
  });

  it('deletes, also what is not there', async () => {
    await env.DATA_KV.put('d', 'x');
    expect(await valueOf('kv_delete', { key: 'd' })).toEqual({ key: 'd', deleted: true });
    expect(await env.DATA_KV.get('d')).toBeNull();
    expect(await valueOf('kv_delete', { key: 'd' })).toEqual({ key: 'd', deleted: true });
  });

  it('keeps the time to live', async () => {
    await valueOf('kv_put', { key: 't', value: 'x', ttl_seconds: 60 });
    expect((await env.DATA_KV.list({ prefix: 't' })).keys[0]?.expiration).toBeGreaterThan(0);
    expect(await call('kv_put', { key: 't', value: 'x', ttl_seconds: 59 })).toEqual([expect.stringMatching(/^\/ttl_seconds /)]);
  });

  it('refuses keys that the store refuses, before it runs', async () => {
    for (const key of ['', '.', '..', 'é'.repeat(257), 'x'.repeat(513)]) {
      expect(await call('kv_get', { key })).toEqual([expect.stringMatching(/^\/key /), ...(key.length > 512 ? [expect.anything()] : [])]);
    }
    expect(await valueOf('kv_put', { key: 'é'.repeat(256), value: '' })).toMatchObject({ stored: true });
  });

  it('refuses a value that is absent or too large', async () => {
    expect(await call('kv_put', { key: 'k' })).toEqual(['/value is required']);
    expect(await call('kv_put', { key: 'k', value: 'x'.repeat(1_048_577) })).toEqual(['/value is too large or nests too deeply']);
  });

  it('does not answer a value that is too large', async () => {
    await env.DATA_KV.put('big', 'x'.repeat(1_048_577));
    expect(await whyOf('kv_get', { key: 'big' })).toBe('too_large');
  });
});

describe('r2', () => {
  it('gives text back as text, with its type', async () => {
    expect(await valueOf('r2_put', { key: 'notes/1', value: 'héllo' })).toMatchObject({
      key: 'notes/1',
      size: 6,
      content_type: 'text/plain; charset=utf-8',
    });
    expect(await valueOf('r2_get', { key: 'notes/1' })).toEqual({
      key: 'notes/1',
      size: 6,
      content_type: 'text/plain; charset=utf-8',
      text: 'héllo',
    });
    expect(await valueOf('r2_get', { key: 'none' })).toBeNull();
  });

  it('gives bytes back as base64', async () => {
    await valueOf('r2_put', { key: 'b', value: 'AP+A', encoding: 'base64', content_type: 'image/png' });
    expect(new Uint8Array((await (await env.DATA_BUCKET.get('b'))?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(Uint8Array.of(0, 255, 128));
    expect(await valueOf('r2_get', { key: 'b' })).toEqual({ key: 'b', size: 3, content_type: 'image/png', base64: 'AP+A' });
    await env.DATA_BUCKET.put('nul', 'a\0b');
    expect(await valueOf('r2_get', { key: 'nul' })).toMatchObject({ base64: 'YQBi' });
  });

  it('refuses what is no base64, no media type or no name', async () => {
    expect(await call('r2_put', { key: 'b', value: '%%', encoding: 'base64' })).toEqual(['/value is not base64']);
    expect(await call('r2_put', { key: 'b', value: 'x', content_type: 'text/plain\r\nx: y' })).toEqual([expect.stringMatching(/^\/content_type /)]);
    expect(await call('r2_get', { key: '' })).toEqual([expect.stringMatching(/^\/key /)]);
    expect(await call('r2_get', { key: 'é'.repeat(513) })).toEqual([expect.stringMatching(/^\/key /)]);
  });

  it('moves at most a mebibyte', async () => {
    expect(await call('r2_put', { key: 'l', value: 'é'.repeat(600_000) })).toEqual([expect.stringMatching(/^\/value has more than/)]);
    await env.DATA_BUCKET.put('large', new Uint8Array(1_048_577));
    expect(await whyOf('r2_get', { key: 'large' })).toBe('too_large');
    await env.DATA_BUCKET.put('just', 'x'.repeat(1_048_576));
    expect(await valueOf('r2_get', { key: 'just' })).toMatchObject({ size: 1_048_576 });
  });
});

describe('queue_send', () => {
  it('accepts any JSON up to the bound of a message', async () => {
    expect(await valueOf('queue_send', { message: { a: [1, null] } })).toEqual({ queued: true, bytes: 14 });
    expect(await valueOf('queue_send', { message: 'text' })).toEqual({ queued: true, bytes: 6 });
    expect(await call('queue_send', { message: 'x'.repeat(128_000) })).toEqual(['/message has more than 128000 bytes']);
    expect(await call('queue_send', {})).toEqual(['/message is required']);
  });
});

describe('bindings', () => {
  it('that are absent are named', async () => {
    for (const [name, args, binding] of [
      ['kv_get', { key: 'a' }, 'DATA_KV'],
      ['kv_put', { key: 'a', value: 'x' }, 'DATA_KV'],
      ['kv_delete', { key: 'a' }, 'DATA_KV'],
      ['r2_get', { key: 'a' }, 'DATA_BUCKET'],
      ['r2_put', { key: 'a', value: 'x' }, 'DATA_BUCKET'],
      ['d1_query', { sql: 'SELECT 1' }, 'DATA_DB'],
      ['queue_send', { message: 1 }, 'DATA_QUEUE'],
    ] as const) {
      expect(await call(name, args, { bindings: {} })).toEqual({ ok: false, fault: { code: 'fn_binding_missing', params: { name: binding } } });
    }
  });

  it('that fail after a change was asked for leave its outcome unknown', async () => {
    const bindings = { DATA_KV: broken as KVNamespace, DATA_BUCKET: broken as R2Bucket, DATA_QUEUE: broken as Queue };
    const down = { ok: false, fault: { params: { why: 'binding_failed' } }, said: 'down' };
    expect(await call('kv_get', { key: 'a' }, { bindings })).toMatchObject({ ...down, outcomeUnknown: false });
    for (const [name, args] of [
      ['kv_put', { key: 'a', value: 'x' }],
      ['kv_delete', { key: 'a' }],
      ['r2_put', { key: 'a', value: 'x' }],
      ['queue_send', { message: 1 }],
    ] as const) {
      expect(await call(name, args, { bindings })).toMatchObject({ ...down, outcomeUnknown: true });
    }
  });
});
