// What the requests of the fuzz find: rows of each kind, blocks, pins, receipts, an artifact; and the values that name
// them. What differs from run to run (ids, ports) stands in a request as a token, so that a request can be kept.
import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { validOf, type JsonSchema, type Surroundings } from '../support/arbitraries.ts';
import { call } from '../support/api.ts';
import { spoiled } from '../support/nearly.ts';
import { plantRow } from '../support/tables.ts';
import { fuzzRows, type FuzzRow } from './fuzzRows.ts';
import { makeFixtures } from './requests.ts';

const BLOCKS = ['READ_BLOCK', 'DELETE_BLOCK', 'USED_BLOCK'];
const PINS = { pins: [{ phrase: 'what time is it', key: 'CLOCK' }] };
const RECEIPTS = 6;
const receiptTokens = Array.from({ length: RECEIPTS }, (_, at) => `FIXTURE-RECEIPT-${at}`);

const tokens = new Map<string, string>([['FIXTURE-UPSTREAM', env.TEST_UPSTREAM]]);

/** A text with the tokens in it replaced by what they stand for in this run. */
export function withoutTokens(text: string): string {
  return text.replaceAll(/FIXTURE-[A-Z]+(?:-\d)?/g, (token) => tokens.get(token) ?? token);
}

/** Makes everything, once before the requests. */
export async function prepareFixtures(): Promise<void> {
  const { receipt, trace, artifact } = await makeFixtures();
  await mendFixtures(() => true);
  await env.ARTIFACTS.put(artifact, 'bytes', { httpMetadata: { contentType: 'text/plain' } });
  await plantRow({ key: 'BROKEN', type: 'http', target: 'GET nowhere', content: 'no lines', created_at: NEVER, updated_at: NEVER, version: 1 });
  const calls = [
    { key: 'QUERY', args: { json: [1, 2, 3], query: '@' } },
    { key: 'GREET', body: 'Ada' },
    { key: 'DOWN' },
    { key: 'OFF' },
    { key: 'GREET' },
  ];
  const replies = await Promise.all(calls.map((json) => call('POST', '/api/invoke', { json })));
  const ids = [receipt, ...replies.map(({ body }) => body.proof.invocation_id as string)];
  receiptTokens.forEach((token, at) => tokens.set(token, ids[at] as string));
  tokens.set('FIXTURE-ARTIFACT', artifact);
  tokens.set('FIXTURE-TRACE', trace);
  tokens.set('FIXTURE-ASK', (await call('GET', '/api/resolve?ask=what+time+is+it')).body.ask_id as string);
  tokens.set('FIXTURE-CONTRACT', (await call('GET', '/api/directory/GREET/contract')).body.hash as string);
  tokens.set('FIXTURE-CURSOR', (await call('GET', '/api/directory?limit=2')).body.next_cursor as string);
}

const NEVER = '2026-01-01T00:00:00.000Z';

/** Writes the fixtures anew that `isTouched` names, after a request that may have changed or deleted them. */
export async function mendFixtures(isTouched: (key: string) => boolean): Promise<void> {
  for (const key of BLOCKS.filter(isTouched)) await call('PUT', `/api/blocks/${key}`, { json: { content: 'Be kind.' } });
  for (const row of fuzzRows.filter(({ key }) => isTouched(key))) {
    const json = JSON.parse(withoutTokens(JSON.stringify(without(row, 'calls')))) as unknown;
    const { status } = await call('PUT', `/api/directory/${row.key}`, { json });
    if (status === 404) await call('POST', '/api/directory', { json });
  }
  if (isTouched('pins')) await call('PUT', '/api/pins', { json: PINS });
}

/** Deletes the rows and blocks that requests have made: lists stay short. */
export async function removeOthers(): Promise<void> {
  const { body } = await call('GET', '/api/directory?limit=500');
  const keep = new Set([...keys, 'BROKEN']);
  for (const { key } of body.items as { key: string }[]) if (!keep.has(key)) await call('DELETE', `/api/directory/${key}`);
}

export const keys = fuzzRows.map(({ key }) => key);

const anyKey = fc.constantFrom(...keys, ...keys.slice(0, 5).map((key) => key.toLowerCase()), 'BROKEN', 'CLOKC', 'NEW_ROW', 'READ_BLOCK');

/** A body, and the key of the row that it was made for. */
export interface Sample {
  readonly key?: string;
  readonly json: unknown;
}

/** The arguments of a call of a row, as its schema takes them, or nearly. */
function argumentsOf(row: FuzzRow, around: Surroundings): fc.Arbitrary<Sample> {
  const known = fc.constantFrom(...(row.calls ?? [{}]));
  const args = row.input_schema === undefined ? undefined : validOf(row.input_schema as JsonSchema, around);
  const given = args === undefined ? known : fc.oneof(known, args.map(asArgs), spoiled(args).map(asArgs));
  return given.map((json) => ({ key: row.key, json }));
}

const asArgs = (args: unknown): object => ({ args });

/** Rows as they may be written, with a key that is free or taken. */
const anyRow = fc
  .tuple(fc.constantFrom(...fuzzRows), fc.option(fc.stringMatching(/^[A-Z][A-Z0-9_]{3,12}$/), { freq: 6 }))
  .map(([row, key]) => ({ ...without(row, 'calls'), key: key ?? row.key }));

function without(value: object, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([member]) => member !== name));
}

/** Values of members and parameters by their names; of those in a path, the segment before them comes first. */
export const hints: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  key: anyKey,
  'blocks/key': fc.constantFrom(...BLOCKS, 'NEW_BLOCK', 'read_block'),
  invoke: anyKey,
  keys: anyKey,
  id: fc.constantFrom(...receiptTokens),
  receipt: fc.constantFrom(...receiptTokens),
  confirm: fc.constantFrom(...receiptTokens),
  hash: fc.constant('FIXTURE-ARTIFACT'),
  trace: fc.constant('FIXTURE-TRACE'),
  from: fc.constantFrom(0, 1, 2, 7),
  repairs: fc.constantFrom(...receiptTokens),
  idempotency_key: fc.constantFrom('k-1', 'k-2', 'k 3'),
  if_contract: fc.constant('FIXTURE-CONTRACT'),
  ask_id: fc.constant('FIXTURE-ASK'),
  cursor: fc.constant('FIXTURE-CURSOR'),
  code: fc.constantFrom('unknown_key', 'invalid_json', 'http_status', 'constructor'),
  ask: fc.constantFrom('what time is it', 'say hello to somebody', 'echo', '時間', 'time "NOW" OR -x*', 'NEAR(a b)', ''),
  q: fc.constantFrom('time', 'row', 'a*', '"', 'key:x', 'AND', '%'),
  phrase: fc.constantFrom('what time is it', 'say hello', 'time'),
  category: fc.constantFrom('time', 'test', 'none', null),
  select: fc.constantFrom('iso', '[0]', 'a.b', '@', 'length(@)', '[?a].b'),
  version: fc.constantFrom(1, 1, 2),
  offset: fc.nat(3),
  includes: fc.constantFrom('READ_BLOCK', 'USED_BLOCK,READ_BLOCK', null),
  auth: fc.constantFrom(null, 'bearer:UPSTREAM_KEY', 'digest:UPSTREAM_KEY'),
  content: fc.constantFrom('# WHAT: The time.', '# WHAT: A text.\n["$1"]', 'Be brief.'),
  target: fc.constantFrom('now', 'template', 'hash', 'GET FIXTURE-UPSTREAM/echo'),
  input_schema: fc.constantFrom<unknown>(null, { type: 'object' }, { type: 'object', properties: { a: { type: 'string', maxLength: 9 } } }, true),
  output_schema: fc.constantFrom<unknown>(null, {}, { type: 'string' }, true),
  examples: fc.constantFrom<unknown>(null, [], [{}], ['a'], '["a"]'),
  runner: fc.constantFrom(null, 'edge', 'queue', 'nowhere'),
  'if-match': fc.constantFrom('*', '*', '*', '"1"', 'W/"1"', '"1", "2"', '"', '1'),
  range: fc.constantFrom('bytes=0-1', 'bytes=-2', 'bytes=2-', 'bytes=9-', 'bytes=0-0,2-3', 'bytes=', 'bytes=5-1', 'x=0-1'),
};

/** Whole bodies that are likely to succeed, by the name of their schema. */
export function samplesOf(name: string, around: Surroundings): fc.Arbitrary<Sample> | undefined {
  const anyArguments = fc.constantFrom(...fuzzRows).chain((row) => argumentsOf(row, around));
  const anyCall = anyArguments.map(({ key, json }) => ({ json: { key, ...(json as object) } }));
  const pins = fc.uniqueArray(fc.record({ phrase: fc.stringMatching(/^[a-z]{3,8} [a-z]{3,8}$/), key: fc.constantFrom(...keys) }), {
    selector: ({ phrase }) => phrase,
    maxLength: 5,
  });
  const samples: Readonly<Record<string, fc.Arbitrary<Sample>>> = {
    RowInput: anyRow.map((json) => ({ json })),
    RowReplacement: fc.constantFrom(...fuzzRows).map((row) => ({ key: row.key, json: without(without(row, 'calls'), 'key') })),
    Invoke: anyCall,
    InvokeKey: anyArguments,
    Dispatch: anyCall,
    Batch: fc.array(anyCall, { minLength: 1, maxLength: 6 }).map((calls) => ({ json: { calls: calls.map(({ json }) => json) } })),
    Pins: pins.map((some) => ({ json: { pins: some } })),
  };
  return Object.hasOwn(samples, name) ? samples[name] : undefined;
}
