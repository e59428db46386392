// The started product with the row that the client programs call besides those of the starter catalogue, and with odd ones.
import { expect } from 'vitest';
import { newStateDir, start } from '../node/startedRowcall.ts';
import { ODD_ROWS } from './oddRows.ts';

export interface Service {
  readonly address: string;
  readonly key: string;
  readonly stateDir: string;
}

const OWNER_KEY = 'Hc4-wT9nZxb7Rq2MfLd8Ks3VyPj6GeAu';

/** Its arguments have an enum, a required list of a referred type, and one that may be left out; its result is typed too. */
const ORDER_TOTAL = {
  key: 'ORDER_TOTAL',
  type: 'fn',
  target: 'json_query',
  category: 'money',
  content: [
    '# WHAT: The total of the lines of an order.',
    '# OUTPUT: An object: total, count, currency, note.',
    '[{"lines": $lines, "currency": "$currency", "note": "$note"}, "{total: sum(lines[].price), count: length(lines), currency: currency, note: note}"]',
  ].join('\n'),
  input_schema: {
    type: 'object',
    properties: {
      currency: { type: 'string', enum: ['EUR', 'USD'] },
      lines: { type: 'array', items: { $ref: '#/$defs/line' }, minItems: 1 },
      note: { type: 'string', default: '' },
    },
    required: ['currency', 'lines'],
    additionalProperties: false,
    $defs: {
      line: { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } }, required: ['price'], additionalProperties: false },
    },
  },
  output_schema: {
    type: 'object',
    properties: {
      total: { type: 'number' },
      count: { type: 'integer' },
      currency: { type: 'string', enum: ['EUR', 'USD'] },
      note: { type: ['string', 'null'] },
    },
    required: ['total', 'count', 'currency'],
  },
};

/** Starts it; the caller's `cleanUp` ends it. */
export async function startService(): Promise<Service> {
  const stateDir = await newStateDir();
  const { address } = await start({ STATE_DIR: stateDir, TERMINAL_KEY: OWNER_KEY });
  const odd = ODD_ROWS.map((row) => ({ type: 'fn', target: 'json_query', category: 'odd', content: '# WHAT: A row.\n[{"a": 1}, "a"]', ...row }));
  for (const row of [ORDER_TOTAL, ...odd]) {
    const answer = await fetch(`${address}/api/directory`, {
      method: 'POST',
      headers: { 'x-terminal-key': OWNER_KEY, 'content-type': 'application/json' },
      body: JSON.stringify(row),
    });
    expect([row.key, answer.status, await answer.text()]).toEqual([row.key, 201, expect.any(String)]);
  }
  return { address, key: OWNER_KEY, stateDir };
}
