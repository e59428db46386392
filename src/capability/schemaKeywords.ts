// Where in a JSON Schema other schemas stand, in 2020-12 and draft-07. Pure.
import type { Json, JsonSchema } from '../templates/parameters.ts';

export type Draft = '2020-12' | '7';

type SchemaForm = 'one' | 'list' | 'map';

/** The keywords that hold schemas: one, a list of them, or a map by name. `items` is a list in draft-07 only. */
export const SCHEMA_KEYWORDS: ReadonlyMap<string, SchemaForm> = new Map([
  ...all('one', 'additionalItems additionalProperties contains else if items not propertyNames then unevaluatedItems unevaluatedProperties'),
  ...all('list', 'allOf anyOf oneOf prefixItems'),
  ...all('map', '$defs definitions dependencies dependentSchemas patternProperties properties'),
]);

/** The keywords that are checked and hold plain data. All others are annotations or unknown, and mean nothing. */
export const DATA_KEYWORDS: ReadonlySet<string> = new Set([
  ...'$anchor $id $ref $schema const dependentRequired enum exclusiveMaximum exclusiveMinimum format maxContains maxItems maxLength'.split(' '),
  ...'maxProperties maximum minContains minItems minLength minProperties minimum multipleOf pattern required type uniqueItems'.split(' '),
]);

function all(form: SchemaForm, keywords: string): [string, SchemaForm][] {
  return keywords.split(' ').map((keyword) => [keyword, form]);
}

/** A schema inside a schema, with the tokens of the pointer to it. */
export interface Subschema {
  readonly tokens: readonly string[];
  readonly schema: JsonSchema;
}

/** All object schemas of a document, itself first. Boolean schemas hold nothing and are left out. */
export function subschemas(root: JsonSchema): Subschema[] {
  const found: Subschema[] = [{ tokens: [], schema: root }];
  for (let at = 0; at < found.length; at += 1) {
    const { tokens, schema } = found[at] as Subschema;
    for (const child of childrenOf(schema)) found.push({ tokens: [...tokens, ...child.tokens], schema: child.schema });
  }
  return found;
}

/** The object schemas directly inside one. */
export function childrenOf(schema: JsonSchema): Subschema[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const form = SCHEMA_KEYWORDS.get(keyword);
    if (form === undefined || value === null || typeof value !== 'object') return [];
    if (Array.isArray(value)) return value.flatMap((item, index) => (isSchema(item) ? [{ tokens: [keyword, String(index)], schema: item }] : []));
    if (form !== 'map') return [{ tokens: [keyword], schema: value }];
    return Object.entries(value).flatMap(([name, member]) => (isSchema(member) ? [{ tokens: [keyword, name], schema: member }] : []));
  });
}

export function isSchema(value: Json | undefined): value is JsonSchema {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
