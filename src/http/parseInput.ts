// Parses what came from outside by a schema. The first issue names the fault, all of them stand in `violations`.
import type { z } from 'zod';
import { err, fault, ok, type Result, type Violation } from '../errors.ts';

/** Faults: unknown_field:<name>, invalid_field:<name>. */
export function parseInput<T>(schema: z.ZodType<T>, value: unknown): Result<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const { issues } = parsed.error;
  const unknown = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys.map((key) => pointerOf([...issue.path, key])) : []));
  const violations: Violation[] = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ pointer: pointerOf([...issue.path, key]), message: 'is not a field of this request' }))
      : [{ pointer: pointerOf(issue.path), message: issue.message }],
  );
  const first = unknown[0];
  if (first !== undefined) return err(fault('unknown_field', { name: nameOf(first) }, { violations }));
  return err(fault('invalid_field', { name: nameOf(violations[0]?.pointer ?? '') }, { violations }));
}

/** RFC 6901. */
function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The pointer as a short name for the literal; what the caller wrote is not repeated without bound. */
function nameOf(pointer: string): string {
  return pointer === '' ? 'body' : pointer.slice(1, 81);
}
