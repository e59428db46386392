import { expect, it } from 'vitest';
import { contractHash } from '../../../src/capability/fingerprint.ts';
import { parseRow } from '../../../src/capability/parse.ts';
import type { DirectoryRow } from '../../../src/db/rows.ts';
import { functionCatalogue } from '../../../src/runners/functions/catalogue.ts';
import { EMPTY_ROW } from '../../support/emptyRow.ts';

const ROW: DirectoryRow = {
  ...EMPTY_ROW,
  key: 'WEATHER',
  target: 'GET https://api.example.com/forecast?latitude=$1&longitude=$2',
  auth: 'bearer:WEATHER_KEY',
  content: '# WHAT: The temperature at a coordinate.\n# EX: [WEATHER]1|2[/WEATHER]',
  category: 'weather',
  examples: '["1|2"]',
};

const hashOf = (change: Partial<DirectoryRow> = {}, blocks: Record<string, string> = {}) => {
  const row = { ...ROW, ...change };
  return contractHash({ ...parseRow(row, functionCatalogue), row }, new Map(Object.entries(blocks)));
};

it('is the SHA-256 of the canonical contract, as anybody can compute it', async () => {
  const canonical =
    '{"auth":"bearer:WEATHER_KEY","category":"weather","effect":"read","key":"WEATHER",' +
    '"signature":[{"name":"1","required":true,"rest":false},{"name":"2","required":true,"rest":false}],' +
    '"target":"GET https://api.example.com/forecast?latitude=$1&longitude=$2","type":"http","v":1,"what":"The temperature at a coordinate."}';
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonical)));
  expect(await hashOf()).toBe(Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join(''));
  // A checked-in vector: a change of this line breaks every pinned contract.
  expect(await hashOf()).toBe('f506653f7100b87f79bfbe8a320982277f317efe6294300088c8c7d77ceef562');
});

it.each<[string, Partial<DirectoryRow>]>([
  ['examples', { examples: null }],
  ['rank', { planner_rank: 5, seq: 1, planner_visible: 0 }],
  ['doc lines but WHAT', { content: `${ROW.content ?? ''}\n# ASK: how warm is it` }],
  ['what is the default anyway', { runner: 'edge', effect: 'read', allowed_categories: '' }],
  ['the counters of the row', { version: 9, updated_at: '2027-01-01T00:00:00.000Z', contract_hash: 'x' }],
])('%s leave it as it is', async (_what, change) => {
  expect(await hashOf(change)).toBe(await hashOf());
});

it.each<[string, Partial<DirectoryRow>]>([
  ['target', { target: 'GET https://api.example.com/forecast?latitude=$1&longitude=$2&x=1' }],
  ['WHAT', { content: '# WHAT: Something else.' }],
  ['payload', { target: 'POST https://api.example.com/$1/$2', content: '# WHAT: The temperature at a coordinate.\n{"a":1}' }],
  ['auth', { auth: 'bearer:OTHER_KEY' }],
  ['effect', { target: 'POST https://api.example.com/forecast?latitude=$1&longitude=$2', effect: 'read' }],
  ['time limit', { timeout_ms: 1000 }],
  ['being disabled', { enabled: 0 }],
  ['being sensitive', { sensitive: 1 }],
  ['being the owner’s', { owner_only: 1 }],
  ['runner', { runner: 'queue' }],
  ['category', { category: null }],
  ['output schema', { output_schema: '{"type":"object"}' }],
])('a changed %s changes it', async (_what, change) => {
  expect(await hashOf(change)).not.toBe(await hashOf());
});

it('the order of parameters is part of it, though canonical JSON sorts properties', async () => {
  const schema = (names: string[]) => JSON.stringify({ type: 'object', properties: Object.fromEntries(names.map((name) => [name, {}])) });
  const change = (names: string[]) => ({ target: 'GET https://api.example.com/?a=$a&b=$b', input_schema: schema(names) });
  expect(await hashOf(change(['a', 'b']))).not.toBe(await hashOf(change(['b', 'a'])));
});

it('the text of an included block is part of it', async () => {
  const agent = { type: 'agent' as const, target: 'grok-4', auth: null, content: 'You help.', includes: 'VOICE', examples: null };
  expect(await hashOf(agent, { VOICE: 'calm' })).not.toBe(await hashOf(agent, { VOICE: 'loud' }));
});

it('a row that cannot be parsed has one all the same', async () => {
  expect(await hashOf({ target: 'nonsense', input_schema: '{', content: '\ud800' })).toMatch(/^[0-9a-f]{64}$/);
});
