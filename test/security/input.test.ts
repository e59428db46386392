// S13: what a request may hold, and that nothing of it reaches behind its own JSON.
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { addRow, call } from '../support/api.ts';
import { expectClean, expectProblem } from '../support/problems.ts';
import { storedState } from '../support/tables.ts';
import { A, httpRow, invoke } from './upstream.ts';

describe('S13 a request cannot reach behind its own JSON', () => {
  let open = '';

  beforeAll(async () => {
    open = await httpRow(`POST ${A}/echo`, {
      input_schema: { type: 'object', properties: { a: { type: 'object' }, constructor: { type: 'string' } }, required: ['a'] },
      payload: '{"a": $a}',
    });
    await addRow({ key: 'DIGEST', type: 'fn', target: 'hash' });
  });

  const post = (path: string, raw: string) => call('POST', path, { raw });

  it('__proto__ and constructor inside an argument are data like any other', async () => {
    const a = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":"x"}';
    const { status, body } = await post(`/api/invoke/${open}`, `{"args":{"a":${a}}}`);
    expect(status).toBe(200);
    expect(body.data.body).toBe(`{"a":${a}}`);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    const receipt = await call('GET', `/api/receipts/${body.proof.invocation_id}`);
    expect(Object.keys(receipt.body.input.a as object)).toEqual(['__proto__', 'constructor', 'toString'].toSorted());
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
    'an argument named %s is unknown where the row has none',
    async (name) => {
      for (const [path, raw] of [
        ['/api/invoke/DIGEST', `{"args":{"text":"a","${name}":"x"}}`],
        ['/api/invoke/DIGEST', JSON.stringify({ args: `{"text":"a","${name}":"x"}` })],
        ['/api/dispatch', `{"key":"DIGEST","args":{"text":"a","${name}":"x"}}`],
      ] as const) {
        expectProblem(await post(path, raw), 422, `unknown_argument:${name}`);
      }
      const batch = await post('/api/batch', `{"calls":[{"key":"DIGEST","args":{"text":"a","${name}":"x"}}]}`);
      expect(batch.body.results[0]).toMatchObject({ http_status: 422, error: `unknown_argument:${name}` });
    },
  );

  it('nor do they stand in for one that is missing', async () => {
    for (const args of ['{"__proto__":{"text":"a"}}', '{"constructor":{"text":"a"}}']) {
      const answered = await post('/api/invoke/DIGEST', `{"args":${args}}`);
      expectProblem(answered, 422);
      expect(answered.body.violations.map(({ pointer }: { pointer: string }) => pointer)).toContain('/text');
    }
  });

  it('a text that holds deep JSON is refused or taken as text, and breaks nothing', async () => {
    const [lists, members] = [`${'['.repeat(200_000)}${']'.repeat(200_000)}`, `${'{"a":'.repeat(90_000)}1${'}'.repeat(90_000)}`];
    for (const deep of [lists, members]) {
      for (const json of [{ args: deep }, { body: deep }, { args: { a: deep } }, { args: [deep] }]) {
        const answered = await invoke(open, json);
        expectProblem(answered, 422);
      }
      expectClean(await invoke('DIGEST', { args: { text: deep } }));
      expectClean(await invoke('DIGEST', { args: { text: 'a' }, select: deep.slice(0, 50_000) }));
      for (const type of ['fn', 'http', 'agent', 'flow']) {
        const target = { fn: 'hash', http: 'POST https://api.example.com/', agent: '@cf/a', flow: null }[type];
        const before = await storedState();
        const answered = await call('POST', '/api/directory', {
          json: { key: `DEEP_${type}`, type, target, content: `# WHAT: Deep.\n${deep}`, planner_visible: 0 },
        });
        expectClean(answered);
        expect([201, 422]).toContain(answered.status);
        if (answered.status === 201) await call('DELETE', `/api/directory/DEEP_${type}`);
        else expect(await storedState()).toEqual(before);
      }
    }
  });

  it('whatever JSON a call holds, the answer is a reply or a problem', async () => {
    const json = fc.jsonValue({ maxDepth: 4 });
    const request = fc.record({ body: json, args: json, shape: json, select: json, max_bytes: json, if_contract: json }, { requiredKeys: [] });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('DIGEST', open), request, async (key, fields) => {
        const answered = await invoke(key, fields);
        expectClean(answered);
        if (answered.status !== 200) expect(answered.headers.get('content-type')).toBe('application/problem+json');
      }),
      { numRuns: 60 },
    );
  });

  it('whatever arguments a call holds, they are mapped or refused', async () => {
    const value = fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 3 }));
    const args = fc.oneof(
      fc.dictionary(fc.oneof(fc.constantFrom('text', 'algorithm', '__proto__'), fc.string()), value, { maxKeys: 3 }),
      fc.array(value, { maxLength: 3 }),
    );
    await fc.assert(
      fc.asyncProperty(args, async (given) => {
        const answered = await invoke('DIGEST', { args: given });
        expectClean(answered);
        expect([200, 400, 422]).toContain(answered.status);
      }),
      { numRuns: 60 },
    );
  });
});
