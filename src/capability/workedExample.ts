// The call that shows best how a row is used. Pure.
import type { Arguments, Json } from '../templates/parameters.ts';
import { argumentTargetOf } from './argumentTarget.ts';
import type { Capability } from './model.ts';
import { nearestValidCall } from './nearestValidCall.ts';

/** The arguments of the first example that has some, else of a call that the schema suggests. Valid wherever those are. */
export function workedExample(capability: Capability, examples: readonly Json[]): Arguments {
  const target = argumentTargetOf(capability);
  for (const example of examples) {
    const { args } = nearestValidCall(capability.key, typeof example === 'string' ? { body: example } : { args: example }, target, []);
    if (Object.keys(args).length > 0) return args;
  }
  return nearestValidCall(capability.key, {}, target, []).args;
}

/** The same arguments as the seed's one string. */
export function asBody(args: Arguments): string {
  return Object.values(args)
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join('|');
}
