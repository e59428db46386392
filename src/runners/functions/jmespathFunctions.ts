// The functions of JMESPath, charged before they work. Pure.
import {
  TYPE_ARRAY,
  TYPE_EXPREF,
  TYPE_NUMBER,
  TYPE_OBJECT,
  TYPE_STRING,
  type InputSignature,
  type JSONObject,
  type JSONValue,
  type TreeInterpreter,
} from '@jmespath-community/jmespath';
import type { Work } from './jmespathWork.ts';

type Runtime = (typeof TreeInterpreter)['runtime'];
type Argument = Parameters<Runtime['callFunction']>[1][number];

/** What a call costs beyond going once over its arguments. The library checks types only afterwards. */
const EXTRA: Readonly<Record<string, (work: Work, args: readonly Argument[]) => void>> = {
  join: (work, [glue, list]) => work.chargeChars(lengthOf(list) * lengthOf(glue) + charsIn(list)),
  max: (work, [list]) => work.charge(charsIn(list)),
  min: (work, [list]) => work.charge(charsIn(list)),
  pad_left: (work, [, width]) => work.chargeChars(typeof width === 'number' ? width : 0),
  pad_right: (work, [, width]) => work.chargeChars(typeof width === 'number' ? width : 0),
  replace: (work, [of, search, by]) => {
    work.chargeItems(piecesMax(of, search));
    work.chargeChars(piecesMax(of, search) * lengthOf(by));
  },
  sort: (work, [list]) => work.chargeItems((lengthOf(list) + charsIn(list)) * Math.log2(lengthOf(list) + 2)),
  split: (work, [of, search]) => work.chargeItems(piecesMax(of, search)),
  to_string: (work, [value]) => work.chargeDeep(value),
};

/**
 * Puts a guard in front of a function table that belongs to one evaluation. `isReference` tells an expression reference
 * that the evaluation made from data that only looks like one: the library would run such data as code.
 */
export function boundFunctions(runtime: Runtime, work: Work, isReference: (value: object) => boolean): void {
  replaceCostly(runtime);
  const call = runtime.callFunction.bind(runtime);
  runtime.callFunction = (name, args) => {
    if (!Object.hasOwn(runtime._functionTable, name)) throw new Error(`Unknown function: ${name}()`);
    for (const arg of args) {
      if (typeof arg === 'object' && arg !== null && 'expref' in arg && !isReference(arg))
        throw new Error(`Invalid type: ${name}() cannot take an object with a member expref`);
      work.chargeShallow(arg);
    }
    EXTRA[name]?.(work, args);
    const result = call(name, args);
    work.chargeShallow(result);
    return result;
  };
}

/** Functions whose own code is quadratic, expands patterns, or stumbles over members such as `constructor`. */
function replaceCostly(runtime: Runtime): void {
  const override = (name: string, signature: InputSignature[], run: (...args: Argument[]) => JSONValue): void =>
    runtime.registerFunction(name, (args) => run(...args), signature, { override: true });
  const string: InputSignature = { types: [TYPE_STRING] };
  const optional = (type: InputSignature['types'][number]): InputSignature => ({ types: [type], optional: true });

  override('trim', [string, optional(TYPE_STRING)], (of, chars) => trim(of, chars, true, true));
  override('trim_left', [string, optional(TYPE_STRING)], (of, chars) => trim(of, chars, true, false));
  override('trim_right', [string, optional(TYPE_STRING)], (of, chars) => trim(of, chars, false, true));
  override('replace', [string, string, string, optional(TYPE_NUMBER)], replace);
  override('merge', [{ types: [TYPE_OBJECT], variadic: true }], (...objects) =>
    Object.fromEntries(objects.flatMap((object) => Object.entries(object as JSONObject))),
  );
  override('group_by', [{ types: [TYPE_ARRAY] }, { types: [TYPE_EXPREF] }], (list, reference) => {
    const keyOf = runtime.createKeyFunction(reference as Parameters<Runtime['createKeyFunction']>[0], [TYPE_STRING]);
    return Object.fromEntries(Map.groupBy(list as JSONValue[], (item) => keyOf(item ?? {}) as string));
  });
}

function trim(of: Argument, chars: Argument | undefined, left: boolean, right: boolean): string {
  const text = of as string;
  const trimmed = typeof chars === 'string' && chars !== '' ? new Set(Array.from({ length: chars.length }, (_, at) => chars[at])) : undefined;
  const goes = (at: number): boolean => (trimmed === undefined ? /[\s\u0085]/.test(text[at] ?? 'x') : trimmed.has(text[at]));
  let [from, to] = [0, text.length];
  if (left) while (from < to && goes(from)) from += 1;
  if (right) while (to > from && goes(to - 1)) to -= 1;
  return text.slice(from, to);
}

function replace(of: Argument, search: Argument, by: Argument, count?: Argument): string {
  const pieces = (of as string).split(search as string);
  if (count === undefined) return pieces.join(by as string);
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 0) throw new Error('invalid-value: replace() expects a non-negative integer.');
  return [pieces.slice(0, count + 1).join(by as string), ...pieces.slice(count + 1)].join(search as string);
}

function lengthOf(value: Argument | undefined): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : 0;
}

function charsIn(value: Argument | undefined): number {
  return Array.isArray(value) ? value.reduce((sum: number, item) => sum + lengthOf(item), 0) : 0;
}

/** Into how many pieces a separator may cut a text. */
function piecesMax(of: Argument | undefined, separator: Argument | undefined): number {
  return lengthOf(of) / Math.max(1, lengthOf(separator)) + 1;
}
