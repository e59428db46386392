// From a call as it came to the mapped arguments: what is validated, fingerprinted, stored and replayed. Pure.
import { err, fault, ok, type Fault, type Result, type Violation } from '../errors.ts';
import type { Arguments, Json, JsonSchema } from '../templates/parameters.ts';
import { takeValue } from './argumentValue.ts';
import { bindArguments, type ArgumentTarget, type Binding, type GivenArguments } from './bindArguments.ts';
import { validate } from './jsonSchema.ts';
import { nearest } from './nearest.ts';
import { pointerTo, tokensOf } from './pointer.ts';
import { defaultsOf } from './schemaTypes.ts';

const VIOLATIONS_MAX = 50;
/** Longer names are cut in answers. */
const NAME_MAX_CHARS = 100;

interface ArgumentProblem extends Violation {
  readonly code: 'unknown_argument' | 'missing_argument' | 'too_many_arguments' | 'invalid_argument';
  /** The argument's name; of an invalid one, of the parameter that the pointer goes into. */
  readonly name: string;
}

/** What a call gives, valid as far as it goes, and everything that is wrong with the rest. */
export interface TriedArguments {
  readonly args: Arguments;
  readonly problems: readonly ArgumentProblem[];
}

/**
 * Maps a call's `body` or `args` to the signature, fills in the schema's defaults and validates. The result is an
 * object without prototype, in the signature's order; an absent optional argument is no member. The fault is that of
 * the first parameter in the signature's order that has one: unknown_argument (at the place of the name that it
 * resembles, else behind all parameters), missing_argument, invalid_argument, too_many_arguments (last); its
 * `violations` are all of them. invalid_field: the form of the call itself is wrong. Never throws.
 */
export function mapArguments(given: GivenArguments, target: ArgumentTarget): Result<Arguments> {
  const bound = bindArguments(given, target);
  if (!bound.ok) return bound;
  const { args, problems } = tryArguments(bound.value, target);
  return problems.length === 0 ? ok(args) : err(faultOf(problems, bound.value, target));
}

/** As mapArguments, for whoever wants both what fits and what does not. Problems are in the order of the signature. */
export function tryArguments(bound: Binding, { signature, schema }: ArgumentTarget): TriedArguments {
  const problems: ArgumentProblem[] = [];
  const { args, violations, refused } = withDefaults(bound, signature, schema);
  for (const { name, required } of signature) {
    const why = refused.get(name);
    if (why !== undefined) problems.push({ code: 'invalid_argument', name, pointer: pointerTo(name), message: why });
    else if (required && !Object.hasOwn(args, name))
      problems.push({ code: 'missing_argument', name, pointer: pointerTo(name), message: 'is required' });
  }
  for (const name of bound.unknown.slice(0, VIOLATIONS_MAX)) {
    problems.push({ code: 'unknown_argument', name, pointer: pointerTo(name.toWellFormed()), message: 'is no argument of this row' });
  }
  if (bound.extra !== undefined) {
    const message = `is one too many: the row takes ${signature.length === 1 ? '1 argument' : `${signature.length} arguments`}`;
    problems.push({ code: 'too_many_arguments', name: '', pointer: pointerTo(bound.extra), message });
  }
  problems.push(...schemaProblems(violations, args, problems));
  return { args, problems: inOrder(problems, bound, signature) };
}

interface Filled {
  readonly args: Arguments;
  readonly violations: readonly Violation[];
  /** Given values that cannot be arguments at all, by name, with the reason. */
  readonly refused: ReadonlyMap<string, string>;
}

/**
 * The given values and the schema's defaults for the rest. A default need not fit its own schema (`"default": null`
 * beside `"type": "string"` is common, and means none): one that does not is left out.
 */
function withDefaults(bound: Binding, signature: ArgumentTarget['signature'], schema: JsonSchema | undefined): Filled {
  const defaults = schema === undefined ? undefined : defaultsOf(schema);
  const fill = (without: ReadonlySet<string>): Filled => {
    const args = Object.create(null) as Record<string, Json>;
    const refused = new Map<string, string>();
    for (const parameter of signature) {
      const { name } = parameter;
      const standard = without.has(name) ? undefined : defaults?.get(name);
      const given = bound.values.get(name);
      const taken = given !== undefined ? takeValue(given, parameter) : standard !== undefined ? takeValue({ json: standard }, parameter) : undefined;
      // A default belongs to the schema: each call gets its own copy.
      if (taken?.ok === true) args[name] = given === undefined ? structuredClone(taken.value) : taken.value;
      else if (taken !== undefined && given !== undefined) refused.set(name, taken.message);
    }
    return { args, refused, violations: schema === undefined ? [] : validate(schema, args) };
  };
  const filled = fill(new Set());
  const unfit = filled.violations
    .map(({ pointer }) => tokensOf(pointer)[0] ?? '')
    .filter((name) => defaults?.has(name) === true && !bound.values.has(name));
  return unfit.length === 0 ? filled : fill(new Set(unfit));
}

/** The schema's violations that do not only repeat what is known to be missing or wrong. */
function schemaProblems(violations: readonly Violation[], args: Arguments, known: readonly ArgumentProblem[]): ArgumentProblem[] {
  const told = new Set(known.map(({ pointer }) => pointer));
  return violations.flatMap(({ pointer, message }) => {
    const [name, ...inside] = tokensOf(pointer);
    // Of the arguments as a whole nothing can be said while some are missing.
    if (name === undefined) return known.length > 0 ? [] : [{ code: 'invalid_argument' as const, name: '', pointer, message }];
    if (told.has(pointerTo(name))) return [];
    const missing = inside.length === 0 && !Object.hasOwn(args, name);
    return [{ code: missing ? ('missing_argument' as const) : ('invalid_argument' as const), name, pointer, message }];
  });
}

function inOrder(problems: readonly ArgumentProblem[], bound: Binding, signature: ArgumentTarget['signature']): ArgumentProblem[] {
  const places = new Map(signature.map(({ name }, at) => [name, at]));
  const place = (problem: ArgumentProblem) => {
    if (problem.code === 'too_many_arguments') return signature.length + 1;
    const name = problem.code === 'unknown_argument' ? meant(problem.name, bound, signature)[0] : problem.name;
    // The name that was meant stands before what its absence leads to.
    return (places.get(name ?? '') ?? signature.length) - (problem.code === 'unknown_argument' ? 0.5 : 0);
  };
  return problems
    .map((problem) => ({ problem, at: place(problem) }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ problem }) => problem);
}

/** The parameters that an unknown name resembles, those that were not given first. */
export function meant(name: string, bound: Binding, signature: ArgumentTarget['signature']): string[] {
  const near = nearest(
    name,
    signature.map((parameter) => parameter.name),
    signature.length,
  );
  return [...near.filter((one) => !bound.values.has(one)), ...near.filter((one) => bound.values.has(one))].slice(0, 3);
}

function faultOf(problems: readonly ArgumentProblem[], bound: Binding, { signature }: ArgumentTarget): Fault {
  const first = problems[0] as ArgumentProblem;
  const unknown = first.code === 'unknown_argument' ? first.name : bound.unknown[0];
  const didYouMean = unknown === undefined ? [] : meant(unknown, bound, signature);
  return fault(first.code, paramsOf(first), {
    violations: problems.slice(0, VIOLATIONS_MAX).map(({ pointer, message }) => ({ pointer: cut(pointer), message })),
    ...(didYouMean.length > 0 && { didYouMean }),
  });
}

function paramsOf({ code, name, pointer }: ArgumentProblem): Fault['params'] {
  if (code === 'too_many_arguments') return {};
  return code === 'invalid_argument' ? { pointer: cut(pointer) } : { name: cut(name) };
}

function cut(text: string): string {
  return (text.length > NAME_MAX_CHARS ? `${text.slice(0, NAME_MAX_CHARS)}…` : text).toWellFormed();
}
