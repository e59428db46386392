// S28, S30: no text becomes code, and nothing reaches the database that it would change or refuse.
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { addRow, call } from '../support/api.ts';
import { expectProblem } from '../support/problems.ts';
import { workerWith } from '../support/worker.ts';
import { A, echoOf, httpRow, invoke } from './upstream.ts';

describe('S28 no text becomes code', () => {
  const sources = import.meta.glob<string>('../../src/**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true });

  it('in any source file', () => {
    expect(Object.keys(sources).length).toBeGreaterThan(100);
    for (const [file, text] of Object.entries(sources)) {
      const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
      const made =
        /\beval\s*\(|\bnew\s+Function\b|(?<![\w.])Function\s*\(|\.constructor\s*\(|\bset(?:Timeout|Interval)\s*\(\s*['"`]|\bimport\s*\(|\bWebAssembly\b|\bvm\b/.exec(
          code,
        );
      expect([file, made?.[0]]).toEqual([file, undefined]);
    }
  });

  it.each(['${1+1}', '{{1+1}}', '<%= 1+1 %>', '$(id)', '`id`', 'constructor.constructor("return 1")()', '{values.constructor}', '#{1+1}'])(
    '%s in a row or an argument stays what it is',
    async (text) => {
      const key = await httpRow(`POST ${A}/echo`, {
        payload: `{"a": ${JSON.stringify(text.replaceAll('$', '\\$'))}, "b": "$1"}`.replaceAll('\\\\$', '\\$'),
      });
      expect(JSON.parse((await echoOf(key, { args: [text] })).body)).toEqual({ a: text, b: text });
    },
  );
});

describe('S30 what the database would change or refuse never reaches it', () => {
  it('an integer of a caller beyond 2^53 is refused in every form of a call', async () => {
    const key = await httpRow(`POST ${A}/echo`, {
      input_schema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
      payload: '{"n": $n}',
    });
    const digits = '9007199254740993';
    for (const [raw, status] of [
      [`{"args":{"n":${digits}}}`, 400],
      [`{"args":[${digits}]}`, 400],
      [`{"args":"{\\"n\\":${digits}}"}`, 422],
      [`{"body":"${digits}"}`, 422],
      [`{"args":{"n":1e300}}`, 422],
    ] as const) {
      const answered = await call('POST', `/api/invoke/${key}`, { raw });
      expectProblem(answered, status);
    }
    expect((await echoOf(key, { args: { n: 9007199254740991 } })).body).toBe('{"n":9007199254740991}');
  });

  it('bodies of nearly a megabyte are kept beside the receipt, whole, and without a store the call still is on record', async () => {
    const key = await httpRow(`POST ${A}/echo`, { payload: '{"a": "$1"}' });
    const text = 'ä'.repeat(450_000);
    const { body } = await invoke(key, { body: text });
    const receipt = (await call('GET', `/api/receipts/${body.proof.invocation_id}`)).body;
    expect(receipt.input).toEqual({ 1: text });
    const row = await env.DB.prepare('SELECT input, input_artifact FROM receipt_bodies WHERE id = ?').bind(body.proof.invocation_id).first();
    expect(row).toEqual({ input: null, input_artifact: expect.stringMatching(/^[0-9a-f]{64}$/) });

    const worker = workerWith({ ARTIFACTS: undefined });
    const without = await worker('POST', `/api/invoke/${key}`, { json: { body: text } });
    expect(without.body).toMatchObject({ status: 502, ran: true, code: 'artifact_store_missing', proof: { ok: false } });
    const kept = await worker('GET', `/api/receipts/${without.body.proof.invocation_id}`);
    expect(kept.body).toMatchObject({ ran: true, input: null, fingerprints: { input: expect.stringMatching(/^[0-9a-f]{64}$/) } });
  });

  it('more names than a statement takes parameters are no matter', async () => {
    const names = Array.from({ length: 150 }, (_, at) => `p${at}`);
    const key = await httpRow(`POST ${A}/echo`, {
      input_schema: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) },
    });
    const args = Object.fromEntries(names.map((name) => [name, name]));
    expect(JSON.parse((await echoOf(key, { args })).body)).toEqual(args);
    const blocks = Array.from({ length: 120 }, (_, at) => `NO_BLOCK_${at}`).join(',');
    const answered = await call('POST', '/api/directory', {
      json: { key: 'INCLUDES', type: 'agent', target: '@cf/a', content: 'You help.', includes: blocks },
    });
    expectProblem(answered, 422, 'registry_hygiene_refused: unknown_include');
  });

  it('texts longer than a LIKE pattern may be are searched for as they are', async () => {
    const long = `${'x'.repeat(120)}%_`;
    await addRow({ key: 'LONG_TEXT', type: 'fn', target: 'now', content: `# WHAT: ${long}` });
    expect((await call('GET', `/api/directory?q=${encodeURIComponent(long)}`)).body.count).toBe(1);
    expectProblem(await call('GET', `/api/directory/${'LONG_'.repeat(40)}`), 404, 'unknown_key');
  });

  it('a batch of 256 calls runs, one of 257 does not', async () => {
    await addRow({ key: 'MANY', type: 'fn', target: 'uuid' });
    const calls = Array.from({ length: 256 }, () => ({ key: 'MANY' }));
    const { body } = await call('POST', '/api/batch', { json: { calls } });
    expect(body.ok).toBe(true);
    expect(body.results).toHaveLength(256);
    expectProblem(await call('POST', '/api/batch', { json: { calls: [...calls, { key: 'MANY' }] } }), 400, 'invalid_field:calls');
  });
});
