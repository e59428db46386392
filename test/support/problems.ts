// What must hold of every answer, and of every refusal.
import { expect } from 'vitest';
import type { Answered } from './api.ts';

/** Stack frames, SQL, source files, thrown errors: nothing of the inside is in an answer. */
const INTERNALS =
  /\bat \S+ \(|\.tsx?:\d|node_modules|SQLITE_|D1_ERROR|\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM) .*(?:FROM|VALUES|SET|WHERE)\b|\b(?:Type|Range|Reference|Syntax|Zod)Error\b|Failed query|\[object Object\]/;

const MEMBERS = ['type', 'title', 'status', 'detail', 'ok', 'ran', 'state_changed', 'error', 'code', 'params', 'how_to_fix'];

export function expectClean({ status, headers, body }: Answered): void {
  expect(status).not.toBe(500);
  expect(headers.get('content-type')).not.toBeNull();
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  // A file of a package says what its authors wrote, the same to everybody.
  if (headers.get('cache-control')?.includes('public')) return;
  expect(typeof body === 'string' ? body : JSON.stringify(body)).not.toMatch(INTERNALS);
}

/** A refusal: nothing ran, nothing changed, and the reader knows what to do. */
export function expectProblem(answered: Answered, status: number, error?: string): void {
  const { body, headers } = answered;
  expect(body).toMatchObject({ status, ...(error === undefined ? {} : { error }) });
  expect(answered.status).toBe(status);
  expectClean(answered);
  expect(headers.get('content-type')).toBe('application/problem+json');
  expect(Object.keys(body as object)).toEqual(expect.arrayContaining(MEMBERS));
  expect(body).toMatchObject({ ok: false, ran: false, state_changed: false, type: `/docs/errors/${body.code}` });
  for (const member of ['title', 'detail', 'how_to_fix', 'error'] as const) expect(String(body[member]).length).toBeGreaterThan(0);
  if (status === 401) expect(headers.get('www-authenticate')).toContain('Bearer');
}
