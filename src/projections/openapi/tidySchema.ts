// A schema said as linters and generators of clients want it, where that does not change what it allows. Pure.
import { isSchema } from '../../capability/schemaKeywords.ts';
import { ownTypes, typeOf } from '../../capability/schemaTypes.ts';
import type { Json, JsonSchema, JsonType } from '../../templates/parameters.ts';

/** `judgesTheRest`: somewhere around it stands `unevaluatedProperties` or `unevaluatedItems`, so what a schema says of more members would tell. */
export function tidySchema(schema: JsonSchema, { judgesTheRest }: { judgesTheRest: boolean }): JsonSchema {
  if (judgesTheRest) return tidyOwn(schema, judgesTheRest);
  const [only, rest] = withoutLonelyBranches(schema);
  const tidied = tidyOwn(rest, judgesTheRest);
  if (only.length === 0) return tidied;
  const all = [...only, ...(Object.keys(tidied).length === 0 ? [] : [tidied])];
  return all.length === 1 && isSchema(all[0]) ? all[0] : { allOf: all };
}

/** The branches of combinators that have one branch only, and the schema without those combinators. */
function withoutLonelyBranches(schema: JsonSchema): [Json[], JsonSchema] {
  const lonely = ['allOf', 'anyOf', 'oneOf'].filter((keyword) => Array.isArray(schema[keyword]) && schema[keyword].length === 1);
  const rest = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !lonely.includes(keyword)));
  return [lonely.flatMap((keyword) => schema[keyword] as Json[]), rest];
}

function tidyOwn(schema: JsonSchema, judgesTheRest: boolean): JsonSchema {
  const types = schema['type'] === undefined ? undefined : ownTypes(schema);
  const fits = (value: Json) => types === undefined || types.includes(typeOf(value)) || (types.includes('number') && typeOf(value) === 'integer');
  const made: JsonSchema = { ...schema };
  if (Array.isArray(made['enum'])) {
    const values = new Map(made['enum'].filter(fits).map((value) => [JSON.stringify(value), value]));
    made['enum'] = [...values.values()];
    if (values.size === 0) return { not: {} };
  }
  if (Object.hasOwn(made, 'default') && !mayDefault(made, types)) delete made['default'];
  keepStricter(made, 'minimum', 'exclusiveMinimum', (inclusive, exclusive) => exclusive >= inclusive);
  keepStricter(made, 'maximum', 'exclusiveMaximum', (inclusive, exclusive) => exclusive <= inclusive);
  if (types?.includes('array') === true && !judgesTheRest) made['items'] = itemsOf(made['items']);
  // Some generators take an object without members for one that has none.
  const isBare =
    types?.includes('object') === true && !['properties', 'patternProperties', 'required'].some((keyword) => Object.hasOwn(made, keyword));
  if (judgesTheRest) return made;
  if (isBare) made['additionalProperties'] ??= {};
  if (Array.isArray(made['required'])) made['properties'] = { ...absentOf(made), ...(made['properties'] as JsonSchema | undefined) };
  return made;
}

/** The same in an object, which is what linters look for. */
function itemsOf(items: Json | undefined): JsonSchema {
  if (typeof items === 'boolean' || items === undefined) return items === false ? { not: {} } : {};
  return items as JsonSchema;
}

function keepStricter(schema: JsonSchema, inclusive: string, exclusive: string, isStricter: (inclusive: number, exclusive: number) => boolean): void {
  if (!Object.hasOwn(schema, inclusive) || !Object.hasOwn(schema, exclusive)) return;
  delete schema[isStricter(schema[inclusive] as number, schema[exclusive] as number) ? inclusive : exclusive];
}

/** A schema for each required member that has none of its own. */
function absentOf({ required, additionalProperties, patternProperties, properties }: JsonSchema): JsonSchema {
  const patterns = isSchema(patternProperties) ? Object.keys(patternProperties) : [];
  // A member that is named is no additional one any more, so it is told what held for it as one.
  const other = additionalProperties === false ? { not: {} } : isSchema(additionalProperties) ? additionalProperties : {};
  const names = (required as string[]).filter((name) => !isSchema(properties) || !Object.hasOwn(properties, name));
  return Object.fromEntries(names.map((name) => [name, patterns.some((pattern) => mayMatch(pattern, name)) ? {} : other]));
}

/** Whether `patternProperties` speaks of the member; of a pattern that is none, that cannot be told. */
function mayMatch(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(name);
  } catch {
    return true;
  }
}

/** A default that the schema itself does not take helps nobody. Only what can be seen at once is looked at. */
function mayDefault(schema: JsonSchema, types: readonly JsonType[] | undefined): boolean {
  const value = schema['default'] as Json;
  const type = typeOf(value);
  if (types !== undefined && !types.includes(type) && !(type === 'integer' && types.includes('number'))) return false;
  if (Array.isArray(schema['enum'])) return schema['enum'].some((choice) => JSON.stringify(choice) === JSON.stringify(value));
  // Whether it meets the rest is not worth finding out.
  return value === null || typeof value !== 'object' ? !JUDGING.some((keyword) => Object.hasOwn(schema, keyword)) : Object.keys(value).length === 0;
}

const JUDGING = [
  'pattern',
  'format',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'const',
  'not',
  'allOf',
  'anyOf',
  'oneOf',
];
