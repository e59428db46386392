// The call that shows best how a row is used. Pure.
import type { Arguments, Json } from '../templates/parameters.ts';
import { argumentTargetOf } from './argumentTarget.ts';
import { mapArguments } from './arguments.ts';
import type { ArgumentTarget } from './bindArguments.ts';
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

/**
 * The same arguments as the seed's one string; undefined where no string says the same: an argument left out before
 * another, a pipe inside one that is not the last, a value that is read back as another type.
 */
export function asBody(args: Arguments, target: ArgumentTarget): string | undefined {
  const body = Object.values(args)
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join('|');
  const meant = mapArguments({ args }, target);
  const read = mapArguments({ body }, target);
  return meant.ok && read.ok && JSON.stringify(meant.value) === JSON.stringify(read.value) ? body : undefined;
}
