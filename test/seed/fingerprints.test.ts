// Input and output of a receipt verify offline, for every kind of row, and are the same bytes on every transport.
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { addRow, call, type Answered } from '../support/api.ts';
import { checkedReceipt, serveBytes } from './support.ts';

const JSON_TEXT = '{"b": 1.0, "a": [ "é", "\\u00e9", 1e2 ] }';

/** Every row gives the same bytes each time it runs with these arguments. */
const ROWS = [
  { key: 'FN_JSON', args: { json: { b: 1, a: ['é', 2] }, query: '@' }, output: '{"a":["é",2],"b":1}' },
  { key: 'FN_STRING', args: { text: 'a [REPLY]{"b": 1}[/REPLY]' }, output: '{"b": 1}' },
  { key: 'FN_NULL', args: { json: {}, query: 'nothing' }, output: 'null' },
  { key: 'HTTP_JSON', args: {}, output: `HTTP 200:${JSON_TEXT}` },
  { key: 'HTTP_TEXT', args: {}, output: 'HTTP 200:line one\nline two | é' },
  { key: 'HTTP_ERROR', args: { 1: 'x' }, output: undefined },
  { key: 'HTTP_WRITE', args: { 1: 'é' }, output: 'HTTP 200:ok' },
  { key: 'HTTP_NO_ANSWER', args: {}, output: 'ERR:http:fetch' },
];

const TRANSPORTS: Record<string, (key: string, args: object) => Promise<Answered>> = {
  '/api/invoke': (key, args) => call('POST', '/api/invoke', { json: { key, args } }),
  '/api/invoke/{key}': (key, args) => call('POST', `/api/invoke/${key.toLowerCase()}`, { json: { args } }),
  '/api/invoke, selected and cut': (key, args) => call('POST', '/api/invoke', { json: { key, args, select: '@', max_bytes: 3 } }),
  '/api/dispatch': (key, args) => call('POST', '/api/dispatch', { json: { key, args } }),
};

beforeAll(async () => {
  await addRow({ key: 'FN_JSON', type: 'fn', target: 'json_query' });
  await addRow({ key: 'FN_NULL', type: 'fn', target: 'json_query' });
  await addRow({ key: 'FN_STRING', type: 'fn', target: 'last_reply_of' });
  await addRow({ key: 'HTTP_JSON', type: 'http', target: `GET ${await serveBytes(JSON_TEXT, 'application/json')}` });
  await addRow({ key: 'HTTP_TEXT', type: 'http', target: `GET ${await serveBytes('line one\nline two | é', 'text/plain')}` });
  await addRow({ key: 'HTTP_ERROR', type: 'http', target: `GET ${env.TEST_UPSTREAM}/status/418/$1` });
  await addRow({ key: 'HTTP_WRITE', type: 'http', target: `POST ${env.TEST_UPSTREAM}/header/x-a?value=$1` });
  await addRow({ key: 'HTTP_NO_ANSWER', type: 'http', target: `GET ${env.TEST_UPSTREAM}/reset` });
});

describe.each(ROWS)('$key', ({ key, args, output }) => {
  it('has an input and an output that anybody who holds them with the salt can verify', async () => {
    const reply = await call('POST', '/api/dispatch', { json: { key, args } });
    const receipt = await checkedReceipt(reply.body.proof.invocation_id);
    expect(receipt.input).toEqual(args);
    expect(receipt.output).toBe(output ?? reply.body.result);
    expect(reply.body.result).toBe(receipt.output);
    expect(receipt.fingerprints).toEqual(reply.body.invocation.fingerprints);
    const { claims } = (await call('GET', `/api/receipts/${receipt.id}/confirmation`, { headers: {} })).body;
    expect(claims.fingerprints).toEqual(receipt.fingerprints);
  });

  it('has the same input and output bytes on every transport, each under a salt of its own', async () => {
    const replies = await Promise.all(Object.values(TRANSPORTS).map((send) => send(key, args)));
    const batch = await call('POST', '/api/batch', { json: { calls: [{ key, args }], mode: 'sequence' } });
    const bodies = [...replies.map(({ body }) => body), batch.body.results[0]];
    const receipts = await Promise.all(bodies.map(({ proof }) => checkedReceipt(proof.invocation_id)));
    // What an echoing upstream says differs by trace and span alone.
    const bytes = receipts.map((receipt) => receipt.output.replace(/00-[0-9a-f]{32}-[0-9a-f]{16}-01/, 'traceparent'));
    expect(new Set(bytes).size).toBe(1);
    expect(new Set(receipts.map(({ input }) => JSON.stringify(input))).size).toBe(1);
    expect(new Set(receipts.map(({ salt }) => salt)).size).toBe(receipts.length);
    expect(new Set(receipts.map(({ fingerprints }) => fingerprints.contract)).size).toBe(1);
    expect(new Set(receipts.map(({ fingerprints }) => fingerprints.input)).size).toBe(receipts.length);
  });
});

describe('the input that is fingerprinted', () => {
  it('is the mapped arguments, whatever form they came in', async () => {
    await addRow({
      key: 'TYPED',
      type: 'fn',
      target: 'hash',
      content: '# WHAT: A digest.\n["$text", "$algorithm"]',
      input_schema: {
        type: 'object',
        required: ['text'],
        properties: { text: { type: 'string' }, algorithm: { type: 'string', default: 'sha-1' }, note: { type: 'number' } },
      },
    });
    const forms = [{ body: 'a|sha-1|2' }, { args: { note: 2, text: 'a' } }, { args: ['a', 'sha-1', 2] }, { args: '{"text":"a","note":2}' }];
    for (const form of forms) {
      const { body } = await call('POST', '/api/invoke', { json: { key: 'TYPED', ...form } });
      const receipt = await checkedReceipt(body.proof.invocation_id);
      expect(JSON.stringify(receipt.input)).toBe('{"algorithm":"sha-1","note":2,"text":"a"}');
    }
  });

  it('is an empty object where a row takes nothing', async () => {
    await addRow({ key: 'TAKES_NOTHING', type: 'fn', target: 'now', content: '# WHAT: The time in UTC.\n[]' });
    const { body } = await call('POST', '/api/invoke', { json: { key: 'TAKES_NOTHING' } });
    expect((await checkedReceipt(body.proof.invocation_id)).input).toEqual({});
  });
});
