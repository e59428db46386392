// What one caller can do to all others: each bound that a hostile row or request met.
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { readConfig, type Bindings } from '../../src/env.ts';
import { addRow, call } from '../support/api.ts';

const count = async (table: string) => (await env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first<{ n: number }>())?.n ?? 0;

describe('a batch that calls itself', () => {
  it('ends, and causes no more calls than one request may', async () => {
    const calls = JSON.stringify({ calls: Array.from({ length: 5 }, () => ({ key: 'BOMB' })) });
    await addRow({ key: 'BOMB', type: 'http', target: 'POST /api/batch', content: `# WHAT: x\n${calls}`, timeout_ms: 20_000 });
    const before = await count('receipts');
    const { status } = await call('POST', '/api/invoke', { json: { key: 'BOMB' } });
    expect([200, 502, 504]).toContain(status);
    expect((await count('receipts')) - before).toBeLessThanOrEqual(512);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM receipts WHERE status = 'RUNNING'").first('n')).toBe(0);
  }, 30_000);

  it('is refused whole where not all of it can run', async () => {
    const inner = JSON.stringify({ calls: Array.from({ length: 256 }, () => ({ key: 'LEAF' })) });
    await addRow({ key: 'LEAF', type: 'fn', target: 'uuid' });
    await addRow({ key: 'WIDE', type: 'http', target: 'POST /api/batch', content: `# WHAT: x\n${inner}` });
    const { body } = await call('POST', '/api/batch', { json: { calls: [{ key: 'WIDE' }, { key: 'WIDE' }], mode: 'sequence' } });
    expect(body.results[0]).toMatchObject({ ok: true });
    expect(body.results[1]).toMatchObject({ ok: false });
    expect(body.results[1].result).toContain('too_many_invocations');
  });
});

describe('the Host header', () => {
  it('does not decide whether a row is answered in process or sent', async () => {
    await addRow({ key: 'UP', type: 'http', target: `GET ${env.TEST_UPSTREAM}/echo` });
    const { exports } = await import('cloudflare:workers');
    const response = await exports.default.fetch(`${env.TEST_UPSTREAM}/api/invoke`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-terminal-key': env.TERMINAL_KEY },
      body: '{"key":"UP"}',
    });
    expect(await response.json()).toMatchObject({ ok: true, data: { method: 'GET', url: '/echo' } });
  });
});

describe('answers stay short', () => {
  it('however many fields are wrong', async () => {
    const json = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`f${at}`, 1]));
    const { status, body } = await call('POST', '/api/invoke', { json: { ...json, ['x'.repeat(10_000)]: 1 } });
    expect(status).toBe(400);
    expect(body.violations.length).toBeLessThanOrEqual(50);
    expect(JSON.stringify(body).length).toBeLessThan(20_000);
  });
});

describe('a common word', () => {
  it.each(['unknown_key', 'application/json', 'production', 'PROVEN_FAILURE'])('%s is no credential, and the start says so', (value) => {
    const config = readConfig({ APP_KEY: value, GOOD_KEY: 'a1b2c3d4e5' } as unknown as Bindings);
    expect([...config.credentials.keys()]).toEqual(['GOOD_KEY']);
    expect(config.warnings.join()).toContain('APP_KEY is ignored');
  });
});

describe('a secret', () => {
  it('as the key of a prompt block never reaches the ledger', async () => {
    const key = 'AKIAABCDEFGHIJKLMNOP';
    const { status, body } = await call('PUT', `/api/blocks/${key}`, { json: { content: 'hello' } });
    expect({ status, error: body.error }).toEqual({ status: 422, error: 'registry_hygiene_refused: secret_in_row' });
    expect(await env.DB.prepare('SELECT count(*) AS n FROM ledger WHERE instr(payload, ?) > 0').bind(key).first('n')).toBe(0);
  });
});
