// Maps calls for the tests of arguments.
import { mapArguments } from '../../../src/capability/arguments.ts';
import type { ArgumentTarget, GivenArguments } from '../../../src/capability/bindArguments.ts';
import { deriveSignature } from '../../../src/capability/signature.ts';
import { literal } from '../../../src/errors.ts';
import type { JsonSchema } from '../../../src/templates/parameters.ts';

/** What a row of this schema or these texts takes. */
export function target(schema: JsonSchema | undefined, texts: string[] = [], type: 'http' | 'agent' = 'http'): ArgumentTarget {
  const signature = deriveSignature({ type, schema, texts });
  if (!signature.ok) throw new Error(signature.problem.message);
  return { signature: signature.value, schema, wholeBody: type === 'agent' };
}

/** The mapped arguments, or the literal of the refusal. */
export function mapped(given: GivenArguments, to: ArgumentTarget) {
  const result = mapArguments(given, to);
  return result.ok ? { ...result.value } : literal(result.fault);
}

/** A refusal: its literal, the pointers of its violations, the nearest names. */
export function refused(given: GivenArguments, to: ArgumentTarget) {
  const result = mapArguments(given, to);
  if (result.ok) throw new Error('was taken');
  return { error: literal(result.fault), pointers: result.fault.violations?.map(({ pointer }) => pointer), near: result.fault.didYouMean };
}

export const digits = (n: number, rest = false) =>
  target(undefined, [Array.from({ length: n }, (_, at) => `$${at + 1}${rest && at === n - 1 ? '+' : ''}`).join(' ')]);
export const place = target({
  properties: { latitude: { type: 'number' }, longitude: { type: 'number' }, unit: { enum: ['c', 'f'] } },
  required: ['latitude', 'longitude'],
});
