// What a schema says of an object's members and of a value's type. Pure.
import type { Json, JsonSchema, JsonType } from '../templates/parameters.ts';
import { tokensOf } from './pointer.ts';
import { isSchema } from './schemaKeywords.ts';

/** How far references and combinators are followed; a circle ends here too. */
const FOLLOWED_MAX = 16;

export interface ObjectShape {
  /** The schemas of each member, in order of first appearance. */
  readonly properties: ReadonlyMap<string, readonly Json[]>;
  readonly required: ReadonlySet<string>;
}

/**
 * The members that a schema names: its own `properties`, then those of its `$ref` and its `allOf`; those of the
 * alternatives in `anyOf`, `oneOf`, `then`, `else` too, which are never required by that; then what is only required.
 */
export function propertiesOf(root: JsonSchema): ObjectShape {
  const properties = new Map<string, Json[]>();
  const required = new Set<string>();
  const visited = new Set<string>();
  const visit = (schema: Json | undefined, sure: boolean, depth: number): void => {
    if (!isSchema(schema) || depth > FOLLOWED_MAX) return;
    if (isSchema(schema['properties'])) {
      for (const [name, member] of Object.entries(schema['properties'])) properties.set(name, [...(properties.get(name) ?? []), member]);
    }
    if (sure) for (const name of listOf(schema['required'])) if (typeof name === 'string') required.add(name);
    const reference = schema['$ref'];
    // Each reference once for sure and once perhaps, so that many paths to one schema cost one walk.
    if (typeof reference === 'string' && !visited.has(`${sure} ${reference}`)) {
      visited.add(`${sure} ${reference}`);
      visit(resolveLocal(root, reference), sure, depth + 1);
    }
    for (const branch of listOf(schema['allOf'])) visit(branch, sure, depth + 1);
    for (const branch of [...listOf(schema['anyOf']), ...listOf(schema['oneOf']), schema['then'], schema['else']]) visit(branch, false, depth + 1);
  };
  visit(root, true, 0);
  // A name that is only required is a member too: without a place it could never be given.
  for (const name of required) if (!properties.has(name)) properties.set(name, [true]);
  return { properties, required };
}

/** The defaults of the members that a schema names itself, by `$ref` or by `allOf`; those of alternatives do not count. */
export function defaultsOf(root: JsonSchema): ReadonlyMap<string, Json> {
  const defaults = new Map<string, Json>();
  const visit = (schema: Json | undefined, depth: number): void => {
    if (!isSchema(schema) || depth > FOLLOWED_MAX) return;
    for (const [name, member] of Object.entries(isSchema(schema['properties']) ? schema['properties'] : {})) {
      const value = defaultOf(root, member);
      if (value !== undefined && !defaults.has(name)) defaults.set(name, value);
    }
    if (typeof schema['$ref'] === 'string') visit(resolveLocal(root, schema['$ref']), depth + 1);
    for (const branch of listOf(schema['allOf'])) visit(branch, depth + 1);
  };
  visit(root, 0);
  return defaults;
}

function defaultOf(root: JsonSchema, schema: Json | undefined, depth = 0): Json | undefined {
  if (!isSchema(schema) || depth > FOLLOWED_MAX) return undefined;
  if (Object.hasOwn(schema, 'default')) return schema['default'];
  return typeof schema['$ref'] === 'string' ? defaultOf(root, resolveLocal(root, schema['$ref']), depth + 1) : undefined;
}

/**
 * The JSON types that a schema declares, by `type`, `enum`, `const`, a local `$ref`, `allOf`, or `anyOf` and `oneOf`
 * all of whose branches declare; else by keywords that only objects, arrays or numbers have. undefined: none, or text.
 */
export function declaredTypes(root: JsonSchema, schema: Json): JsonType[] | undefined {
  let budget = 200;
  const visit = (node: Json | undefined, depth: number): JsonType[] | undefined => {
    budget -= 1;
    if (!isSchema(node) || depth > FOLLOWED_MAX || budget < 0) return undefined;
    const own = ownTypes(node);
    if (own !== undefined) return own;
    const reference = node['$ref'];
    const referred = typeof reference === 'string' ? visit(resolveLocal(root, reference), depth + 1) : undefined;
    if (referred !== undefined) return referred;
    for (const branch of listOf(node['allOf'])) {
      const types = visit(branch, depth + 1);
      if (types !== undefined) return types;
    }
    for (const keyword of ['anyOf', 'oneOf']) {
      const branches = listOf(node[keyword]).map((branch) => visit(branch, depth + 1));
      if (branches.length > 0 && branches.every((types) => types !== undefined)) return [...new Set(branches.flat())];
    }
    return impliedTypes(node);
  };
  return visit(schema, 0);
}

/** What a local reference (`#`, `#/$defs/name`) points to; undefined where it leaves the document. */
export function resolveLocal(root: JsonSchema, reference: string): Json | undefined {
  if (!reference.startsWith('#')) return undefined;
  let node: Json | undefined = root;
  for (const token of tokensOf(decoded(reference.slice(1)))) {
    if (node === null || typeof node !== 'object' || !Object.hasOwn(node, token)) return undefined;
    node = (node as Record<string, Json>)[token];
  }
  return node;
}

/** The names of the types. */
export const TYPES: ReadonlySet<Json> = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

/** The types that a schema declares by `type`, `const` or `enum`. */
export function ownTypes(node: JsonSchema): JsonType[] | undefined {
  const types = (Array.isArray(node['type']) ? node['type'] : [node['type'] ?? null]).filter((type) => TYPES.has(type)) as JsonType[];
  if (types.length > 0) return types;
  if (Object.hasOwn(node, 'const')) return [typeOf(node['const'] as Json)];
  const values = listOf(node['enum']);
  return values.length > 0 ? [...new Set(values.map(typeOf))] : undefined;
}

const TEXT_KEYWORDS = ['minLength', 'maxLength', 'pattern', 'format'];
const IMPLYING: readonly (readonly [JsonType, readonly string[]])[] = [
  ['object', ['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames', 'minProperties', 'maxProperties']],
  ['array', ['items', 'prefixItems', 'contains', 'minItems', 'maxItems', 'uniqueItems']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

/** Without this, members given to `{"properties": …}` would go past it as text. */
function impliedTypes(node: JsonSchema): JsonType[] | undefined {
  const has = (keywords: readonly string[]) => keywords.some((keyword) => Object.hasOwn(node, keyword));
  const implied = IMPLYING.filter(([, keywords]) => has(keywords)).map(([type]) => type);
  return implied.length > 0 && !has(TEXT_KEYWORDS) ? implied : undefined;
}

/** The JSON type of a value, `integer` for a whole number. */
export function typeOf(value: Json): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value as 'string' | 'boolean' | 'object';
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** A fragment may be percent-encoded (RFC 6901, section 6). */
function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
