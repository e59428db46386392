// Requests of every operation of the OpenAPI document, valid and nearly valid: no input surprises the service. The same
// requests every time; FUZZ_SEED gives others, FUZZ_FACTOR more; a failure names both. What once failed is in fuzzFound.ts.
import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checked, forgetState } from './fuzzChecks.ts';
import { prepareFixtures, removeOthers } from './fuzzFixtures.ts';
import { fuzzFound } from './fuzzFound.ts';
import { documented, requestsOf, type FuzzRequest } from './fuzzRequests.ts';
import { anyRowToStore, requestOf, requestsAbout } from './fuzzStored.ts';

const seed = Number(env.FUZZ_SEED ?? 20_261_201);
const factor = Number(env.FUZZ_FACTOR ?? 1);

/** Requests of an operation; one with a body has more ways to be wrong. */
const runsOf = (hasBody: boolean) => Math.ceil((hasBody ? 320 : 100) * factor);
const REQUESTS_MIN = 5_000;
const timeout = 120_000 * Math.max(1, factor);

interface Count {
  readonly requests: number;
  readonly succeeded: number;
}

const counts = new Map<string, Count>();

beforeAll(prepareFixtures, 60_000);

describe('a request that once failed', () => {
  beforeAll(forgetState);
  it('is there at most once', () => expect(new Set(fuzzFound.map((found) => JSON.stringify(found))).size).toBe(fuzzFound.length));
  it.each(fuzzFound.map((found) => [found.was, found] as const))('is answered as it must be: %s', async (_, found) => void (await checked(found)));
});

/** Of its own for each operation, or all would get the same junk. */
const seedOf = (id: string) => [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, seed);

describe('whatever is sent, the answer is one of the document and a refusal stores nothing', () => {
  beforeEach(async () => {
    await removeOthers();
    forgetState();
  }, 120_000);

  it.each(documented.map((operation) => [operation.operationId, operation] as const))(
    '%s',
    async (id, operation) => {
      await holds(id, runsOf(operation.requestBody !== undefined), requestsOf(operation), async (request) => {
        await counted(request, operation.method);
      });
      expect(counts.get(id)?.succeeded, 'requests that succeed').toBeGreaterThan(0);
    },
    timeout,
  );

  it(
    'and whatever row was stored, what reads and runs it answers so too',
    () =>
      holds('stored', Math.ceil(60 * factor), anyRowToStore, async (row) => {
        const created = requestOf('createRow', 'POST', '/api/directory', row);
        if ((await counted(created, 'POST')) !== 201) return;
        for (const request of requestsAbout(row)) await counted(request, request.method);
      }),
    timeout,
  );

  it('and enough is sent', () => {
    expect(total().requests).toBeGreaterThanOrEqual(REQUESTS_MIN * Math.min(1, factor));
  });
});

/** Runs the property; a failure says how to see it again. */
async function holds<Given>(name: string, numRuns: number, given: fc.Arbitrary<Given>, run: (given: Given) => Promise<void>): Promise<void> {
  const result = await fc.check(fc.asyncProperty(given, run), { seed: seedOf(name), numRuns });
  if (result.failed) throw new Error(`FUZZ_SEED=${seed} FUZZ_FACTOR=${factor}: ${fc.defaultReportMessage(result)}`, { cause: result.errorInstance });
}

async function counted(request: FuzzRequest, method: string): Promise<number> {
  const status = await checked(request);
  const { requests, succeeded } = counts.get(request.operationId) ?? { requests: 0, succeeded: 0 };
  const isSuccess = request.method === method && status >= 200 && status < 300;
  counts.set(request.operationId, { requests: requests + 1, succeeded: succeeded + (isSuccess ? 1 : 0) });
  return status;
}

function total(): Count {
  const all = [...counts.values()];
  const sum = (of: (count: Count) => number) => all.reduce((before, count) => before + of(count), 0);
  return { requests: sum(({ requests }) => requests), succeeded: sum(({ succeeded }) => succeeded) };
}

afterAll(() => {
  const { requests, succeeded } = total();
  const each = [...counts].map(([id, count]) => `${id} ${count.succeeded}/${count.requests}`);
  console.log(`fuzz: seed ${seed}, ${requests} requests, ${succeeded} of them 2xx: ${each.join(', ')}`);
});
