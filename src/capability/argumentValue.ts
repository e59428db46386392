// One argument: from the text or the JSON that was given to the value that a parameter takes. Pure.
import { textOf, type Json, type JsonType, type Parameter } from '../templates/parameters.ts';
import { isWellFormed } from '../templates/wellFormed.ts';
import { isDeeperThan } from './jsonDepth.ts';
import { typeOf } from './schemaTypes.ts';

/** Levels of JSON in arguments, the object that holds them included. */
export const ARGUMENTS_DEPTH_MAX = 64;

/** A given argument: text cut from a body, or JSON. */
export type GivenValue = { readonly text: string } | { readonly json: unknown };

export type TakenValue = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly message: string };

/**
 * The value of a parameter. A parameter without declared type takes text: JSON given for it becomes its JSON text, so
 * that body, array and object forms of a call are one call. With declared types, JSON stays as it is, and text becomes
 * the JSON it is where that has a declared type; where `string` is among them text stays text. Refused, with the end
 * of a sentence: what no JSON text can say exactly.
 */
export function takeValue(given: GivenValue, { types }: Pick<Parameter, 'types'>): TakenValue {
  const value = 'text' in given ? coerceText(given.text, types) : given.json;
  const message = valueProblem(value);
  if (message !== undefined) return { ok: false, message };
  const json = value as Json;
  return { ok: true, value: types === undefined ? textOf(json) : json };
}

function coerceText(text: string, types: readonly JsonType[] | undefined): Json {
  if (types === undefined || types.includes('string')) return text;
  try {
    const value = JSON.parse(text) as Json;
    return isOf(typeOf(value), types) ? value : text;
  } catch {
    return text;
  }
}

/** A fraction counts as meant for an integer: the schema then says what is wrong with it. */
function isOf(type: JsonType, types: readonly JsonType[]): boolean {
  if (type === 'number' || type === 'integer') return types.includes('number') || types.includes('integer');
  return types.includes(type);
}

/** Why a value cannot be an argument whatever the schema says. */
function valueProblem(value: unknown): string | undefined {
  if (isDeeperThan(value, ARGUMENTS_DEPTH_MAX - 1)) return `must nest at most ${ARGUMENTS_DEPTH_MAX} levels`;
  const pending = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === 'number') {
      if (!Number.isFinite(next)) return 'must be a finite number';
      // A larger one has lost digits already when it was read.
      if (Math.abs(next) > Number.MAX_SAFE_INTEGER) return `must be within ±${Number.MAX_SAFE_INTEGER}: send larger numbers as strings`;
    } else if (next !== null && typeof next === 'object') {
      for (const member of Object.values(next)) pending.push(member);
    } else if (next !== null && typeof next !== 'string' && typeof next !== 'boolean') {
      return 'must be JSON';
    }
  }
  return isWellFormed(value as Json) ? undefined : 'must be well-formed Unicode: it has half of a surrogate pair';
}
