// What the fuzz works on: rows of every kind that a call can meet, blocks, receipts, a stored result; and values with which
// generated requests get somewhere.
import { env } from 'cloudflare:workers';
import { call } from '../support/api.ts';
import type { Json } from './schemaArbitrary.ts';

const up = env.TEST_UPSTREAM;
const what = '# WHAT: A row of the fuzz.';

/** By key; written again where a request has deleted or changed one. */
const ROWS: Readonly<Record<string, Record<string, Json>>> = {
  CLOCK: { type: 'fn', target: 'now', category: 'time' },
  UPPER: { type: 'fn', target: 'json_query', category: 'text' },
  KEEP: { type: 'fn', target: 'kv_put', category: 'store' },
  ECHO: { type: 'http', target: `GET ${up}/echo/{a}{?b}`, category: 'http' },
  POSTED: {
    type: 'http',
    target: `POST ${up}/echo`,
    category: 'http',
    input_schema: {
      type: 'object',
      properties: { text: { type: 'string', maxLength: 20 }, n: { type: 'integer' }, list: { type: 'array', items: { type: 'string' } } },
      required: ['text'],
    },
    output_schema: { type: 'object' },
    examples: [{ text: 'x' }],
  },
  NUMBERED: { type: 'http', target: `GET ${up}/echo/$1/$2` },
  FAILS: { type: 'http', target: `GET ${up}/status/503` },
  SLOW: { type: 'http', target: `GET ${up}/hang`, timeout_ms: 5 },
  OFF: { type: 'fn', target: 'now', enabled: 0 },
  MINE: { type: 'fn', target: 'now', owner_only: 1 },
  LATER: { type: 'fn', target: 'now', runner: 'queue' },
  AGENT: { type: 'agent', target: 'a-model', includes: 'TONE' },
  OTHER_A: { type: 'fn', target: 'now' },
  OTHER_B: { type: 'fn', target: 'now', category: 'time' },
};
const KEYS = Object.keys(ROWS);

/** Puts back what is missing or changed. */
export async function layDirectory(): Promise<void> {
  for (const [key, row] of Object.entries(ROWS)) {
    const json = { content: what, ...row };
    const { status } = await call('POST', '/api/directory', { json: { key, ...json } });
    if (status === 409) await call('PUT', `/api/directory/${key}`, { json });
  }
  for (const key of ['TONE', 'LOOSE']) await call('PUT', `/api/blocks/${key}`, { json: { content: 'Be kind.' } });
}

const CALLS: readonly Json[] = [
  { key: 'CLOCK' },
  { key: 'CLOCK', body: 'Asia/Tokyo' },
  { key: 'ECHO', args: { a: 'x' } },
  { key: 'NUMBERED', body: 'a|b' },
  { key: 'POSTED', args: { text: 'x', n: 1, list: ['y'] } },
  { key: 'KEEP', args: { key: 'a', value: { b: 1 } } },
  { key: 'FAILS' },
  { key: 'SLOW' },
];
const NEW_ROWS: readonly Json[] = Array.from({ length: 30 }, (_, at) => ({
  key: `NEW_${at}`,
  content: what,
  ...(at % 2 === 0 ? ROWS['CLOCK'] : ROWS['POSTED']),
}));

/** By operation. */
export const BODIES: Readonly<Record<string, readonly Json[]>> = {
  invoke: CALLS,
  dispatch: CALLS,
  invokeKey: [{}, { args: { a: 'x' } }, { args: { text: 'x' } }, { body: 'a|b' }],
  batch: [{ calls: [...CALLS] }, { calls: CALLS.slice(0, 3), mode: 'sequence' }],
  createRow: NEW_ROWS,
  replaceRow: NEW_ROWS.map((row) => Object.fromEntries(Object.entries(row as object).filter(([name]) => name !== 'key'))),
  patchRow: [{ category: 'time' }, { content: what }, { planner_rank: 5 }],
  writePins: [{ pins: [{ phrase: 'what time is it', key: 'CLOCK' }] }],
  restoreRow: [{ version: 1 }],
};

/** By name of a member or parameter. */
export async function hintedValues(): Promise<Record<string, readonly Json[]>> {
  const receipts = await Promise.all(
    [{ key: 'CLOCK' }, { key: 'ECHO', args: { a: 'x' } }, { key: 'FAILS' }, { key: 'POSTED', args: { text: 1 } }].map(
      async (json) => (await call('POST', '/api/invoke', { json })).body.proof.invocation_id as string,
    ),
  );
  const hash = 'c'.repeat(64);
  await env.ARTIFACTS.put(hash, 'twelve bytes');
  const row = [what, `${what}\n# ASK: what is this\n# EX: a|b`, '# WHAT: Another.\n["$1"]'];
  return {
    key: [...KEYS, 'clock', 'TONE', 'NO_SUCH_ROW', ...Array.from({ length: 12 }, (_, at) => `FRESH_${at}`)],
    block: ['TONE', 'LOOSE', 'loose', 'FRESH', 'NO_SUCH_BLOCK'],
    keys: ['CLOCK', 'CLOCK,ECHO', 'clock, POSTED', 'NO_SUCH_ROW'],
    invoke: KEYS,
    receipt: receipts,
    confirm: receipts,
    id: [...receipts, `inv_${'0'.repeat(32)}`],
    hash: [hash, 'd'.repeat(64)],
    code: ['unknown_key', 'nothing'],
    ask: ['what time is it', 'echo', 'nothing fits this question', ''],
    category: ['time', 'http', 'nowhere'],
    args: [{ zone: 'Asia/Tokyo' }, { text: 'x', n: 1 }, { a: 'b', b: 'c' }, ['x', 'y'], '{"zone":"UTC"}', {}],
    body: ['UTC', 'x|y', 'x', '', null],
    select: ['iso', 'a[0]', '[', 'length(@)', '@'],
    target: ['now', 'json_query', `GET ${up}/echo`, `POST ${up}/echo`],
    content: row,
    phrase: ['what time is it', 'say hello', 'Wie spät ist es'],
    text: ['[CLOCK][/CLOCK]'],
    runner: [null, 'edge'],
    auth: [null],
    includes: [null, 'TONE'],
    examples: [null, ['x'], [{ text: 'x' }]],
    input_schema: [null, { type: 'object', properties: { a: { type: 'string' } } }],
    output_schema: [null, { type: 'object' }],
    allowed_categories: [null, '*'],
    'if-match': ['*', '"1"', '"2"'],
    range: ['bytes=0-1', 'bytes=5-', 'bytes=-3', 'bytes=99-'],
    accept: ['application/json', 'text/markdown'],
    v: ['5.35.0', '1'],
  };
}
