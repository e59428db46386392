// The call that somebody most likely meant: what they gave and fits, and an example for the rest. Pure.
import type { Arguments, Json } from '../templates/parameters.ts';
import { meant, tryArguments } from './arguments.ts';
import { bindArguments, type ArgumentTarget, type Binding, type GivenArguments } from './bindArguments.ts';
import { suggestValue } from './suggestValue.ts';
import { propertiesOf } from './schemaTypes.ts';

/** A call to send as it is. */
export interface SuggestedCall {
  readonly key: string;
  readonly args: Arguments;
}

/**
 * A call near the given one: its valid arguments (a misspelt name under the one it resembles); for what is missing or
 * does not fit, the row's first example, else what the schema suggests (default, constant, first choice, example,
 * type). It is valid wherever the example or the schema's hints are. Never throws.
 */
export function nearestValidCall(key: string, given: GivenArguments, target: ArgumentTarget, examples: readonly Json[]): SuggestedCall {
  const kept = keptOf(given, target);
  const [example] = examples;
  const exampled = example === undefined ? {} : keptOf(typeof example === 'string' ? { body: example } : { args: example }, target);
  const properties = target.schema === undefined ? undefined : propertiesOf(target.schema).properties;
  const all: Record<string, Json> = Object.fromEntries(
    target.signature.map(({ name, types }) => [name, suggestValue(name, properties?.get(name)?.[0], target.schema, types)]),
  );
  const suggested = neededOf(all, target);
  // From what was given to what was never said: the first that is valid.
  const candidates = [
    { ...suggested, ...neededOf(exampled, target), ...kept },
    { ...suggested, ...exampled, ...kept },
    { ...suggested, ...exampled },
    exampled,
    suggested,
    { ...all, ...kept },
    all,
  ];
  const fitting = candidates.find((args) => isValid(args, target));
  return { key, args: inOrder(fitting ?? candidates[0] ?? {}, target) };
}

/** The given arguments that fit, by name, and before any default is filled in. */
function keptOf(given: GivenArguments, target: ArgumentTarget): Record<string, Json> {
  const bound = bindArguments(given, target);
  if (!bound.ok) return {};
  const renamed = withMeantNames(bound.value, given, target);
  const { args, problems } = tryArguments(renamed, target);
  const faulty = new Set(problems.map(({ name }) => name));
  return Object.fromEntries(Object.entries(args).filter(([name]) => renamed.values.has(name) && !faulty.has(name)));
}

/** Values under unknown names go to the parameters that were meant, where those have none. */
function withMeantNames(bound: Binding, { args }: GivenArguments, { signature }: ArgumentTarget): Binding {
  const values = new Map(bound.values);
  for (const name of bound.unknown.slice(0, signature.length)) {
    const [wanted] = meant(name, { ...bound, values }, signature);
    if (wanted !== undefined && !values.has(wanted) && args !== null && typeof args === 'object')
      values.set(wanted, { json: (args as Record<string, unknown>)[name] });
  }
  return { values, unknown: [] };
}

function neededOf(args: Record<string, Json>, { signature }: ArgumentTarget): Record<string, Json> {
  const needed = new Set(signature.filter(({ required }) => required).map(({ name }) => name));
  return Object.fromEntries(Object.entries(args).filter(([name]) => needed.has(name)));
}

function isValid(args: Record<string, Json>, target: ArgumentTarget): boolean {
  const bound = bindArguments({ args }, target);
  return bound.ok && tryArguments(bound.value, target).problems.length === 0;
}

function inOrder(args: Record<string, Json>, { signature }: ArgumentTarget): Arguments {
  return Object.fromEntries(signature.flatMap(({ name }) => (Object.hasOwn(args, name) ? [[name, args[name] as Json]] : [])));
}
