// The query of a URL template: its parameters are fixed when it is parsed. Pure.
import { ok, type Result } from '../errors.ts';
import type { Expression } from './expressions.ts';
import { fieldName, type Field, isAbsentField, splitFields } from './fields.ts';
import { type Arguments, type Json, type Parsed, parsed, problem } from './parameters.ts';
import { argument, type Slot } from './slots.ts';
import { expandPart, isRaw, structureFault, type UrlPart } from './urlPath.ts';

/** One `name=value`, or one `{?x}` or `{&x}`, which brings its own names and disappears where all are absent. */
export type QueryItem = Field<Slot | Expression> | Expression;

/**
 * The items of the text behind the path. `{?x}` and `{&x}` mean the same here, whichever comes first. bad_template
 * where other text than `&` follows one, and where a slot stands in a name (a raw one may: it brings whole fields).
 */
export function parseQuery(parts: readonly UrlPart[]): Parsed<QueryItem[]> {
  const items: QueryItem[] = [];
  let pending: UrlPart[] = [];
  const flush = (): Parsed<undefined> => {
    for (const field of splitFields(pending, /&/)) {
      const name = fieldName(field);
      if (!name.ok && !field.some(isRaw)) return name;
      items.push(field.map((part) => (typeof part === 'string' ? part.replaceAll("'", '%27') : part)));
    }
    pending = [];
    return parsed(undefined);
  };
  for (const [at, part] of parts.entries()) {
    if (typeof part !== 'object' || !isQueryExpression(part)) {
      pending.push(part);
      continue;
    }
    const next = parts[at + 1];
    const ends = next === undefined || (typeof next === 'string' ? next.startsWith('&') : isQueryExpression(next));
    if (!ends) return problem('behind {?…} or {&…} only `&` or another such expression can follow');
    const flushed = flush();
    if (!flushed.ok) return flushed;
    items.push(part);
  }
  const flushed = flush();
  return flushed.ok ? parsed(items) : flushed;
}

/** Whether a part is `{?…}` or `{&…}`. */
export function isQueryExpression(part: UrlPart): part is Expression {
  return typeof part === 'object' && 'operator' in part && (part.operator === '?' || part.operator === '&');
}

/** The names that the template itself gives, decoded, but for those of exploded objects: a value may repeat none. */
export function queryNames(items: readonly QueryItem[], args: Arguments): string[] {
  return items.flatMap((item) => {
    if ('operator' in item) return item.variables.filter(({ name, explode }) => !(explode && isObject(argument(args, name)))).map(({ name }) => name);
    const name = fieldName(item);
    return name.ok ? [...new URLSearchParams(name.value).keys()] : [];
  });
}

/** Whether an exploded object among the arguments brings names of its own. */
export function hasOwnNames(items: readonly QueryItem[], args: Arguments): boolean {
  return items.some((item) => 'operator' in item && item.variables.some(({ name, explode }) => explode && isObject(argument(args, name))));
}

/** The encoded query without `?`; empty where everything in it is absent. A raw value may add fields, no fragment. */
export function expandQuery(items: readonly QueryItem[], args: Arguments): Result<string> {
  const texts: string[] = [];
  for (const item of items) {
    if (!('operator' in item) && isAbsentField(item, args)) continue;
    const text = 'operator' in item ? expandPart(item, args).slice(1) : item.map((part) => expandPart(part, args)).join('');
    if (text.includes('#')) return structureFault('A value would begin a fragment');
    if (text !== '') texts.push(text);
  }
  return ok(texts.join('&'));
}

function isObject(value: Json | undefined): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
