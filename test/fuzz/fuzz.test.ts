// Thousands of requests made of the document's own schemas, valid and nearly valid, as the owner, as nobody and with a wrong
// key: every answer is one that the document promises (`call` looks), none is a defect, and a refused write stores nothing.
// FUZZ_SEED chooses other requests, FUZZ_FACTOR more of them; both are read by vitest.config.ts.
import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { call, OWNER } from '../support/api.ts';
import { document } from '../support/documented.ts';
import { expectClean } from '../support/problems.ts';
import { storedState } from '../support/tables.ts';
import { BODIES, hintedValues, layDirectory } from './directory.ts';
import { FOUND } from './fuzzFound.ts';
import { requestsOf, type DocumentedOperation, type FuzzRequest } from './requestArbitrary.ts';
import type { Hints, Schema } from './schemaArbitrary.ts';

const SEED = Number(env['FUZZ_SEED'] ?? 20_261_201);
const FACTOR = Number(env['FUZZ_FACTOR'] ?? 1);
const RUNS = { withBody: 320, withoutBody: 100 } as const;
const REQUESTS_MIN = 5_000;

const CALLERS: readonly Readonly<Record<string, string>>[] = [
  OWNER,
  OWNER,
  OWNER,
  { authorization: `Bearer ${env.TERMINAL_KEY}` },
  {},
  { 'x-terminal-key': 'wrong-0123456789abcdef0123456789abcdef' },
];

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ ...(operation as unknown as DocumentedOperation), path, method })),
);

/** Tables that only an accepted write may change. A refused call leaves its receipt. */
const WRITTEN = ['directory', 'directory_history', 'prompt_blocks', 'pins', 'directory_docs', 'versions'] as const;
const written = async () => {
  const state = await storedState();
  return WRITTEN.map((name) => state[name]);
};

/** This service is set up and its storage answers, so each of these would be a fault of the request's handling. */
const DEFECTS: readonly unknown[] = ['internal_error', 'storage_unavailable', 'not_ready', 'owner_key_not_configured'];

/** An answer, and the answers within it where it is that of a batch. */
function partsOf(body: { code?: string; results?: unknown } | string): { code?: string }[] {
  if (typeof body === 'string') return [];
  return [body, ...(Array.isArray(body.results) ? (body.results as { code?: string }[]) : [])];
}

let hints: Hints;
let sent = 0;
const succeeded = new Map<string, number>();

beforeAll(async () => {
  await layDirectory();
  hints = { schemas: document.components.schemas as Record<string, Schema>, values: await hintedValues(), bodies: BODIES };
});

/** One request under all checks; the status. */
async function check({ method, path, headers, body }: FuzzRequest, caller: Readonly<Record<string, string>>): Promise<number> {
  const before = method === 'GET' ? undefined : await written();
  const answered = await call(method, path, { raw: body, headers: { ...caller, ...headers } });
  const { status } = answered;
  sent += 1;
  expectClean(answered);
  expect(status < 500 || [501, 502, 503, 504].includes(status)).toBe(true);
  for (const part of partsOf(answered.body)) expect(DEFECTS).not.toContain(part.code);
  if (before !== undefined && status >= 300) expect(await written()).toEqual(before);
  return status;
}

describe('requests that once were answered wrongly', () => {
  it.each(FOUND.length === 0 ? [] : FOUND.map((found) => [found.was, found] as const))('%s', async (_, found) => {
    for (const caller of CALLERS) await check(found, caller);
  });
  it('are in a list, which may be empty', () => expect(Array.isArray(FOUND)).toBe(true));
});

describe.each(operations.map((operation) => [operation.operationId, operation] as const))('%s', (id, operation) => {
  const runs = (operation.requestBody === undefined ? RUNS.withoutBody : RUNS.withBody) * FACTOR;

  it('answers whatever it is sent as the document promises', { timeout: 120_000 * FACTOR }, async () => {
    await layDirectory();
    await fc.assert(
      fc.asyncProperty(requestsOf(operation, hints), fc.constantFrom(...CALLERS), async (request, caller) => {
        const status = await check(request, caller);
        if (status < 300) succeeded.set(id, (succeeded.get(id) ?? 0) + 1);
        if (status < 300 && operation.method === 'delete') await layDirectory();
      }),
      { seed: SEED, numRuns: runs, endOnFailure: true },
    );
  });
});

it('was not refusals alone, and was enough', () => {
  console.log(`fuzz: ${sent} requests, seed ${SEED}; succeeded: ${[...succeeded].map(([id, count]) => `${id} ${count}`).join(', ')}`);
  expect(sent).toBeGreaterThanOrEqual(REQUESTS_MIN);
  expect(operations.map(({ operationId }) => operationId).filter((id) => !succeeded.has(id))).toEqual([]);
});
