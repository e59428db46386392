// What the public side of the record gives away: claims, hashes and signatures, and nothing of what went in or came out.
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { addRow, call, OWNER } from '../support/api.ts';
import { expectProblem } from '../support/problems.ts';
import { storedState } from '../support/tables.ts';

const MARK = 'mark-of-the-caller';
let id: string;
let trace: string;

beforeAll(async () => {
  await addRow({ key: 'SENDS', type: 'http', target: `POST ${env.TEST_UPSTREAM}/echo/{name}`, content: '# WHAT: Sends.' });
  const headers = { ...OWNER, 'idempotency-key': `key-${MARK}` };
  const { body } = await call('POST', '/api/invoke/SENDS', { json: { args: { name: MARK } }, headers });
  ({ invocation_id: id } = body.proof);
  ({ trace } = body);
});

describe('whoever has no credential', () => {
  it('S21 sees no input, output, address, salt or idempotency key of a call, wherever it is public', async () => {
    const { salt, input, output } = (await call('GET', `/api/receipts/${id}`)).body;
    expect([JSON.stringify(input), output].join()).toContain(MARK);
    for (const path of [
      `/api/receipts/${id}/confirmation`,
      `/api/receipts/${id}/proof`,
      `/receipt/${id}`,
      `/api/dispatch?confirm=${id}`,
      '/api/ledger/checkpoint',
      '/api/ledger/consistency?from=1',
      '/api/ledger/key',
      '/.well-known/jwks.json',
    ]) {
      const { status, body } = await call('GET', path, { headers: {} });
      expect(status, path).toBe(200);
      const text = JSON.stringify(body);
      for (const hidden of [MARK, salt, new URL(env.TEST_UPSTREAM).host]) expect(text, path).not.toContain(hidden);
    }
  });

  it('S21 cannot guess a short input or output by its fingerprint: each receipt has a salt of its own', async () => {
    await addRow({ key: 'DIGEST', type: 'fn', target: 'hash' });
    const prints = await Promise.all(
      [1, 2, 3].map(async () => {
        const { body } = await call('POST', '/api/invoke/DIGEST', { json: { args: { text: 'yes' } } });
        return (await call('GET', `/api/receipts/${body.proof.invocation_id}/confirmation`, { headers: {} })).body.claims.fingerprints;
      }),
    );
    expect(new Set(prints.map(({ input }) => input)).size).toBe(3);
    expect(new Set(prints.map(({ output }) => output)).size).toBe(3);
  });

  it('sees no entry, no trace and no list, and erases, replays and reopens nothing', async () => {
    const before = await storedState();
    for (const [method, path] of [
      ['GET', '/api/ledger'],
      ['GET', '/api/receipts'],
      ['GET', `/api/receipts/${id}`],
      ['GET', `/api/receipts/${id}?wait=1`],
      ['GET', `/api/receipts/${id}/result`],
      ['GET', `/api/traces/${trace}`],
      ['DELETE', `/api/receipts/${id}/bodies`],
    ] as const)
      expectProblem(await call(method, path, { headers: {} }), 401, 'unauthorized');
    expectProblem(await call('POST', `/api/receipts/${id}/replay`, { json: { confirm: true }, headers: {} }), 401, 'unauthorized');
    expectProblem(await call('POST', '/api/ledger/reopen', { json: { confirm: true }, headers: {} }), 401, 'unauthorized');
    expect(await storedState()).toEqual(before);
  });
});

describe('an id', () => {
  it.each([
    'inv_',
    `inv_${'0'.repeat(31)}`,
    `inv_${'0'.repeat(33)}`,
    `INV_${'0'.repeat(32)}`,
    `inv_${'A'.repeat(32)}`,
    `inv_${'0'.repeat(32)}%00`,
    'inv_%2e%2e%2f%2e%2e%2fdirectory',
    '..%2fledger',
    '%25',
    "inv_' OR 1=1 --",
    'x'.repeat(5_000),
  ])('S22 of another form (%s) is unknown, and leads to nothing else', async (other) => {
    for (const path of ['', '/confirmation', '/proof', '/result']) expectProblem(await call('GET', `/api/receipts/${other}${path}`), 404);
    expectProblem(await call('POST', `/api/receipts/${other}/replay`, { json: {} }), 404);
    expectProblem(await call('DELETE', `/api/receipts/${other}/bodies`), 404);
    expectProblem(await call('GET', `/api/traces/${other}`), 404);
  });

  it('S22 has 128 random bits', async () => {
    const ids = await Promise.all(
      Array.from(
        { length: 50 },
        async () => (await call('POST', '/api/invoke/SENDS', { json: { args: { name: 'a' } } })).body.proof.invocation_id as string,
      ),
    );
    for (const one of ids) expect(one).toMatch(/^inv_[0-9a-f]{32}$/);
    expect(new Set(ids.map((one) => one.slice(4, 16))).size).toBe(ids.length);
  });
});
