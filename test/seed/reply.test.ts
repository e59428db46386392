// The form of a reply: the part that was asked for, the address of the rest, pages, empty results, numbers.
import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { addRow, call } from '../support/api.ts';
import { checkedReceipt, serveBytes } from './support.ts';

const UPSTREAM = env.TEST_UPSTREAM;
const invoke = (json: Record<string, unknown>) => call('POST', '/api/invoke', { json });
const bytesOf = (text: string) => new TextEncoder().encode(text).length;

interface Piece {
  readonly data?: unknown;
  readonly result?: string;
  readonly more?: string;
}

/** The pieces of a result, from its reply on along `more` to the end. */
async function follow(first: Piece): Promise<Piece[]> {
  const pieces = [first];
  for (let { more } = first; more !== undefined; more = pieces.at(-1)?.more) {
    expect(more).toMatch(/^http:\/\/localhost\/api\/receipts\/inv_[0-9a-f]{32}\/result\?/);
    const { status, body } = await call('GET', more.replace('http://localhost', ''));
    expect(status).toBe(200);
    pieces.push(body);
    if (pieces.length > 500) throw new Error('`more` does not end');
  }
  return pieces;
}

beforeAll(async () => {
  await addRow({ key: 'QUERY', type: 'fn', target: 'json_query' });
  await addRow({ key: 'TEXT', type: 'fn', target: 'last_reply_of' });
});
const list = (json: unknown, more: Record<string, unknown> = {}) => invoke({ key: 'QUERY', args: { json, query: '@' }, ...more });
const text = (said: string, more: Record<string, unknown> = {}) => invoke({ key: 'TEXT', args: { text: said }, ...more });

describe('`select`', () => {
  it('answers with what the expression finds, and the receipt keeps the whole', async () => {
    const { body } = await list(
      [
        { a: 1, b: 'x' },
        { a: 2, b: 'y' },
      ],
      { select: '[?a > `1`].b' },
    );
    expect(body.data).toEqual(['y']);
    expect((await checkedReceipt(body.proof.invocation_id)).output).toBe('[{"a":1,"b":"x"},{"a":2,"b":"y"}]');
  });

  it('finds null, and says so, where it fails on this result; a text it leaves alone', async () => {
    const failed = await list({ a: 1 }, { select: 'abs(b)' });
    expect(failed.body).toMatchObject({
      ok: true,
      data: null,
      warnings: [expect.stringContaining('`select`')],
      proof: { status: 'PROVEN_MATERIAL_RESULT' },
    });
    const untouched = await text('plain', { select: 'a' });
    expect(untouched.body).toMatchObject({ ok: true, result: 'plain', warnings: [expect.stringContaining('`select`')] });
  });

  it('that is no expression is refused before anything runs', async () => {
    const refused = await list([], { select: '[?' });
    expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_field:select', ran: false } });
    expect(refused.body).not.toHaveProperty('proof');
  });
});

describe('`max_bytes` on a list', () => {
  it('answers whole items, how many of how many, and the address of the rest', async () => {
    const { body } = await list(['aaaa', 'bbbb', 'cccc'], { max_bytes: 16 });
    expect(body).toMatchObject({ data: ['aaaa', 'bbbb'], shown: 2, total: 3 });
    expect(body).not.toHaveProperty('result');
    expect(bytesOf(JSON.stringify(body.data))).toBeLessThanOrEqual(16);
    const [, rest, ...none] = await follow(body);
    expect(rest).toMatchObject({ ok: true, data: ['cccc'] });
    expect(none).toEqual([]);
  });

  it('never hides that there is more, and an answer that fits has neither counts nor address', async () => {
    const { body } = await list([1, 2, 3], { max_bytes: 7 });
    expect(body.data).toEqual([1, 2, 3]);
    for (const member of ['shown', 'total', 'more']) expect(body).not.toHaveProperty(member);
  });

  it('an item larger than the limit is still given whole, so that whoever follows gets on', async () => {
    const { body } = await list(['x'.repeat(100), 'y'], { max_bytes: 10 });
    expect(body).toMatchObject({ data: ['x'.repeat(100)], shown: 1, total: 2 });
  });

  it('following `more` to the end gives every item once, in order, selected or not', async () => {
    const items = fc.array(fc.oneof(fc.integer(), fc.string(), fc.constant('😀é'), fc.record({ a: fc.string() })), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(items, fc.integer({ min: 1, max: 60 }), fc.boolean(), async (all, maxBytes, selected) => {
        const given = selected ? { inside: all } : all;
        const { body } = await list(given, { max_bytes: maxBytes, ...(selected ? { select: 'inside' } : {}) });
        const pieces = await follow(body);
        expect(pieces.flatMap(({ data }) => data)).toEqual(JSON.parse(JSON.stringify(all)));
        for (const { data } of pieces) if ((data as unknown[]).length > 1) expect(bytesOf(JSON.stringify(data))).toBeLessThanOrEqual(maxBytes);
      }),
      { numRuns: 12 },
    );
  });
});

describe('`max_bytes` on a text', () => {
  it('cuts between characters and says how many bytes of how many', async () => {
    const { body } = await text('aé😀b', { max_bytes: 6 });
    expect(body).toMatchObject({ result: 'aé', shown: 3, total: 8 });
    expect((await follow(body)).map(({ result }) => result)).toEqual(['aé', '😀b']);
  });

  it('following `more` to the end gives every character once, however small the limit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom('a', 'é', '漢', '😀', '|', '"', '\n', '\u0301'), minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 9 }),
        async (said, maxBytes) => {
          const pieces = await follow((await text(said, { max_bytes: maxBytes })).body);
          expect(pieces.map(({ result }) => result).join('')).toBe(said);
          for (const { result } of pieces) expect(bytesOf(result ?? '')).toBeLessThanOrEqual(Math.max(maxBytes, 4));
        },
      ),
      { numRuns: 12 },
    );
  });

  it('an offset inside a character begins with that character', async () => {
    const { body } = await text('é😀');
    const result = async (offset: number) => (await call('GET', `/api/receipts/${body.proof.invocation_id}/result?offset=${offset}`)).body.result;
    expect(await Promise.all([0, 1, 2, 3, 5, 6, 99].map(result))).toEqual(['é😀', 'é😀', '😀', '😀', '😀', '', '']);
  });
});

describe('`max_bytes` on an object', () => {
  it('gives the head of its JSON as text, and all of it along `more`', async () => {
    const given = { name: 'é😀', list: [1, 2, 3], deep: { b: 'x'.repeat(50), a: 1 } };
    const { body } = await list(given, { max_bytes: 20 });
    expect(body).not.toHaveProperty('data');
    expect(bytesOf(body.result)).toBeLessThanOrEqual(20);
    const whole = (await follow(body)).map(({ result }) => result).join('');
    expect(JSON.parse(whole)).toEqual(given);
    expect((await list(given, { max_bytes: 10_000 })).body.data).toEqual(given);
  });
});

describe('the rest of a failure', () => {
  it('is as readable as that of a result', async () => {
    await addRow({ key: 'FAILS_AT_LENGTH', type: 'http', target: `GET ${UPSTREAM}/status/404/${'x'.repeat(300)}` });
    const { status, body } = await invoke({ key: 'FAILS_AT_LENGTH', max_bytes: 100 });
    expect(status).toBe(502);
    expect(bytesOf(body.result)).toBeLessThanOrEqual(100);
    const whole = (await follow(body)).map(({ result }) => result).join('');
    expect(`ERR:http:404:${whole}`).toBe((await checkedReceipt(body.proof.invocation_id)).output);
    expect(JSON.parse(whole)).toMatchObject({ url: `/status/404/${'x'.repeat(300)}` });
  });
});

it('the kept result wants a credential and an id that exists', async () => {
  const { body } = await list([1]);
  expect(await call('GET', `/api/receipts/${body.proof.invocation_id}/result`, { headers: {} })).toMatchObject({
    status: 401,
    body: { error: 'unauthorized' },
  });
  expect(await call('GET', `/api/receipts/inv_${'0'.repeat(32)}/result`)).toMatchObject({ status: 404, body: { error: 'unknown_receipt' } });
});

describe('`next`', () => {
  const nextOf = async (key: string) => (await invoke({ key })).body.next as string | undefined;
  const link = (value: string) => `GET ${UPSTREAM}/header/link?value=${encodeURIComponent(value)}`;

  it('is the absolute address of the upstream’s Link with rel=next', async () => {
    await addRow({
      key: 'LINK_ABSOLUTE',
      type: 'http',
      target: link('<https://api.example.com/?page=1>; rel="prev", <https://api.example.com/?page=3>; rel="next"'),
    });
    expect(await nextOf('LINK_ABSOLUTE')).toBe('https://api.example.com/?page=3');
    await addRow({ key: 'LINK_RELATIVE', type: 'http', target: link('</items?page=2>; title="a, b"; rel=next') });
    expect(await nextOf('LINK_RELATIVE')).toBe(`${UPSTREAM}/items?page=2`);
    await addRow({ key: 'LINK_OTHER', type: 'http', target: link('<https://api.example.com/next>; rel="last"') });
    expect(await nextOf('LINK_OTHER')).toBeUndefined();
  });

  it.each([
    ['CURSOR', { items: [1], next_cursor: 'abc' }, 'abc'],
    ['TOKEN', { nextPageToken: 'tok' }, 'tok'],
    ['SLACK', { response_metadata: { next_cursor: 'dXNlcjo=' } }, 'dXNlcjo='],
    ['ENDED', { items: [1], next_cursor: '' }, undefined],
    ['LAST', { items: [1], next_cursor: null }, undefined],
  ])('is the cursor that a JSON answer holds: %s', async (name, answer, cursor) => {
    await addRow({ key: `PAGE_${name}`, type: 'http', target: `GET ${await serveBytes(JSON.stringify(answer), 'application/json')}` });
    expect(await nextOf(`PAGE_${name}`)).toBe(cursor);
  });
});

describe('an empty result', () => {
  it.each([
    ['null', null],
    ['an empty text', ''],
    ['an empty list', []],
    ['an empty object', {}],
  ])('%s is ok and proves a run, and nothing material', async (_, value) => {
    const { status, body } = value === '' ? await text(value) : await list(value);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ok: true, ran: true, proof: { ok: false, status: 'PROVEN_EMPTY_RESULT' } });
    expect(body).toHaveProperty(value === '' ? 'result' : 'data', value);
    expect(await checkedReceipt(body.proof.invocation_id)).toMatchObject({ ok: true, ran: true, material: false, error: null });
  });

  it.each([
    ['zero', 0],
    ['false', false],
    ['a list of nothing', [null]],
  ])('%s is material', async (_, value) => {
    expect((await list(value)).body).toMatchObject({ data: value, proof: { ok: true, status: 'PROVEN_MATERIAL_RESULT' } });
  });

  it('is also what an upstream’s empty answer is', async () => {
    for (const [key, path] of [
      ['EMPTY_BODY', '/bytes/0'],
      ['NO_CONTENT', '/status/204'],
    ] as const) {
      await addRow({ key, type: 'http', target: `POST ${UPSTREAM}${path}` });
      const { body } = await call('POST', '/api/dispatch', { json: { key, body: '' } });
      expect(body).toMatchObject({
        ok: true,
        result: path === '/status/204' ? 'HTTP 204:' : 'HTTP 200:',
        proof: { ok: false, status: 'PROVEN_EMPTY_RESULT' },
      });
    }
  });
});

it('integers beyond 2^53 lose no digit, and the reply says how they are given', async () => {
  const said = '{"id":9007199254740993,"safe":9007199254740991,"list":[-12345678901234567890],"float":1.5,"text":"9007199254740993"}';
  await addRow({ key: 'LARGE_INTEGERS', type: 'http', target: `GET ${await serveBytes(said, 'application/json')}` });
  const { body } = await invoke({ key: 'LARGE_INTEGERS' });
  const exact = { id: '9007199254740993', safe: 9007199254740991, list: ['-12345678901234567890'], float: 1.5, text: '9007199254740993' };
  expect(body.data).toEqual(exact);
  expect(body.warnings).toEqual([expect.stringContaining('2^53')]);
  expect((await checkedReceipt(body.proof.invocation_id)).output).toBe(`HTTP 200:${said}`);
  expect((await call('GET', `/api/receipts/${body.proof.invocation_id}/result`)).body.data).toEqual(exact);
  expect((await call('POST', '/api/dispatch', { json: { key: 'LARGE_INTEGERS', body: '' } })).body.result).toBe(`HTTP 200:${said}`);
});
