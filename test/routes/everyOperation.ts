// The valid request of each operation, made bad in one way: for the tests that hold for all of them.
import { beforeAll, expect } from 'vitest';
import type { Operation } from '../../src/http/operation.ts';
import { BODY_BYTES_MAX } from '../../src/http/readJson.ts';
import { operations } from '../../src/routes/routes.ts';
import { call, OWNER, type Answered } from '../support/api.ts';
import { expectProblem } from '../support/problems.ts';
import { storedState } from '../support/tables.ts';
import { addressOf, makeFixtures, validRequests, type ValidRequest } from './requests.ts';

let valid: ReturnType<typeof validRequests>;

/** Makes what the valid requests need, before the tests of a file. */
export function prepareRequests(): void {
  beforeAll(async () => {
    valid = validRequests(await makeFixtures());
  });
}

/** Operations with their ids, for `describe.each`. */
export const all = operations.map((operation) => [operation.operationId, operation] as const);

/** The ids of which there is a valid request. */
export const preparedIds = (): string[] => Object.keys(valid);

export const WRONG_KEY = 'wrong-0123456789abcdef0123456789abcdef';

/** The valid request of an operation. */
export function requestOf(id: string): ValidRequest {
  const request = valid[id];
  if (request === undefined) throw new Error(`no valid request of ${id}`);
  return request;
}

/** The valid request of an operation, as the owner, but for what is given. */
export function send(
  operation: Operation,
  change: { path?: string; json?: unknown; raw?: BodyInit; headers?: Record<string, string> } = {},
): Promise<Answered> {
  const request = requestOf(operation.operationId);
  const json = change.raw === undefined && operation.json !== undefined ? ('json' in change ? change.json : request.json) : change.json;
  return call(operation.method.toUpperCase(), change.path ?? addressOf(request), { json, raw: change.raw, headers: change.headers ?? OWNER });
}

/** Runs what must leave no trace, and looks that it left none. */
export async function unchanged(run: () => Promise<void>): Promise<void> {
  const before = await storedState();
  await run();
  expect(await storedState()).toEqual(before);
}

/** Runs what must be refused, and looks that nothing was stored by it. */
export function refused(status: number, error: string | undefined, ...requests: (() => Promise<Answered>)[]): Promise<void> {
  return unchanged(async () => {
    for (const request of requests) expectProblem(await request(), status, error);
  });
}

/** A body that comes in pieces, without a content-length. */
export function streamed(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at + 65_536));
      at += 65_536;
    },
  });
}

/** One byte more than a body may have. */
export const tooLarge = JSON.stringify({ later: 'x'.repeat(BODY_BYTES_MAX - 11) });
