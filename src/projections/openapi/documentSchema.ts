// A row's JSON Schema as it can stand inside an OpenAPI 3.1 document: 2020-12, with nothing that could break the document.
// What it allows stays the same, but where the stored schema is malformed: there the document says less. Pure.
import { isDeeperThan } from '../../capability/jsonDepth.ts';
import { draftOf } from '../../capability/metaSchemas.ts';
import { isSchema, SCHEMA_KEYWORDS } from '../../capability/schemaKeywords.ts';
import { ownTypes, resolveLocal, typeOf } from '../../capability/schemaTypes.ts';
import type { Json, JsonSchema, JsonType } from '../../templates/parameters.ts';
import { ABOUT, DATA_SHAPES } from './keywords.ts';
import { plainText } from './plainText.ts';

export interface DocumentSchema {
  readonly schema: JsonSchema;
  /** What `schema` refers to, by component name. */
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** Whether something had to be left out because it is malformed, leads nowhere or nests too deeply. */
  readonly isPartial: boolean;
}

const PROSE = new Set(['title', 'description']);
/** Each level is two of JSON, and readers of documents stop at a hundred. */
const DEPTH_MAX = 40;
const STORED_DEPTH_MAX = 256;
/** Levels of JSON in a constant or default. */
const VALUE_DEPTH_MAX = 8;

/** `name` begins the names of the components: letters, digits, `_` and `.`. Never throws. */
export function documentSchema(root: JsonSchema, name: string): DocumentSchema {
  // An old row may hold what not even JSON.stringify can follow.
  if (isDeeperThan(root, STORED_DEPTH_MAX)) return { schema: {}, components: {}, isPartial: true };
  const components: Record<string, JsonSchema> = {};
  const nameOf = new Map<Json, string>();
  const open: [string, JsonSchema][] = [];
  const isOld = draftOf(root['$schema']) === '7';
  const judgesTheRest = JSON.stringify(root).includes('"unevaluatedProperties"');
  let isPartial = false;

  const partial = (): JsonSchema => {
    isPartial = true;
    return {};
  };

  const copy = (node: Json, depth: number): JsonSchema | boolean => {
    if (typeof node === 'boolean') return node;
    if (!isSchema(node) || depth > DEPTH_MAX) return partial();
    const reference = typeof node['$ref'] === 'string' ? refer(node['$ref']) : undefined;
    // Beside a reference draft-07 knows no other keyword.
    if (reference !== undefined && isOld) return reference;
    const made = copyKeywords(node, depth);
    if (reference === undefined) return made;
    return Object.keys(made).length === 0 ? reference : { allOf: [reference, made] };
  };

  const copyKeywords = (node: JsonSchema, depth: number): JsonSchema => {
    const types = ownTypes(node);
    const made: JsonSchema = {};
    for (const [keyword, value] of Object.entries(inNewDraft(node))) {
      const about = ABOUT.get(keyword);
      // A keyword about other types than the declared ones says nothing.
      if (about !== undefined && types !== undefined && !about.some((type) => types.includes(type))) continue;
      if (SCHEMA_KEYWORDS.has(keyword)) {
        const copied = copySchemas(keyword, value, depth + 1);
        if (copied !== undefined) made[keyword] = copied;
      } else if (DATA_SHAPES.has(keyword)) {
        if (DATA_SHAPES.get(keyword)?.(value) === true && !isDeeperThan(value, VALUE_DEPTH_MAX))
          made[keyword] = PROSE.has(keyword) ? plainText(value as string) : value;
        else partial();
      }
    }
    return tidy(made, judgesTheRest);
  };

  const copySchemas = (keyword: string, value: Json, depth: number): Json | undefined => {
    switch (SCHEMA_KEYWORDS.get(keyword)) {
      case 'one':
        return copy(value, depth);
      case 'list':
        if (Array.isArray(value) && value.length > 0) return value.map((item) => copy(item, depth));
        break;
      case 'map':
        // What is referred to becomes a component.
        if (keyword === '$defs') return undefined;
        if (isSchema(value)) return Object.fromEntries(Object.entries(value).map(([member, schema]) => [member, copy(schema, depth)]));
        break;
    }
    partial();
    return undefined;
  };

  const refer = (reference: string): JsonSchema => {
    const target = finalTarget(root, reference);
    if (target === undefined) return partial();
    if (typeof target === 'boolean') return target ? {} : { not: {} };
    return { $ref: `#/components/schemas/${nameOf.get(target) ?? named(target, reference)}` };
  };

  const named = (target: JsonSchema, reference: string): string => {
    const [, own] = /\/([A-Za-z0-9_.-]{1,64})$/.exec(reference) ?? [];
    const taken = new Set(nameOf.values());
    const wanted = `${name}.${target === root ? 'args' : (own ?? 'part')}`;
    let free = wanted;
    for (let again = 2; taken.has(free); again += 1) free = `${wanted}${again}`;
    nameOf.set(target, free);
    open.push([free, target]);
    return free;
  };

  const schema = copy(root, 0);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [component, target] = next;
    const copied = copy(target, 0);
    components[component] = typeof copied === 'boolean' ? {} : copied;
  }
  return { schema: typeof schema === 'boolean' ? {} : schema, components, isPartial };
}

/** What a reference leads to by way of bare references; undefined where it leads nowhere or in a circle. */
function finalTarget(root: JsonSchema, reference: string): JsonSchema | boolean | undefined {
  const seen = new Set<Json>();
  let target = resolveLocal(root, reference);
  while (isSchema(target) && typeof target['$ref'] === 'string' && Object.keys(target).length === 1) {
    if (seen.has(target)) return undefined;
    seen.add(target);
    target = resolveLocal(root, target['$ref']);
  }
  return isSchema(target) || typeof target === 'boolean' ? target : undefined;
}

/** The keywords of draft-07 under the names of 2020-12. */
function inNewDraft(node: JsonSchema): JsonSchema {
  const { items, additionalItems, dependencies, definitions: _definitions, ...same } = node;
  const parts = isSchema(dependencies) ? Object.entries(dependencies) : [];
  const names = parts.filter(([, part]) => Array.isArray(part));
  const schemas = parts.filter(([, part]) => !Array.isArray(part));
  return {
    ...same,
    ...(Array.isArray(items)
      ? { prefixItems: items, ...(additionalItems === undefined ? {} : { items: additionalItems }) }
      : items === undefined
        ? {}
        : { items }),
    ...(names.length === 0
      ? {}
      : { dependentRequired: { ...(isSchema(same['dependentRequired']) ? same['dependentRequired'] : {}), ...Object.fromEntries(names) } }),
    ...(schemas.length === 0
      ? {}
      : { dependentSchemas: { ...(isSchema(same['dependentSchemas']) ? same['dependentSchemas'] : {}), ...Object.fromEntries(schemas) } }),
  };
}

/** What linters ask of a schema and what does not change what it allows. */
function tidy(schema: JsonSchema, judgesTheRest: boolean): JsonSchema {
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
  if (types?.includes('array') === true) made['items'] ??= {};
  // Some generators take an object without members for one that has none. Where the rest is judged, a schema for it would tell.
  const isBare =
    types?.includes('object') === true && !['properties', 'patternProperties', 'required'].some((keyword) => Object.hasOwn(made, keyword));
  if (isBare && !judgesTheRest) made['additionalProperties'] ??= {};
  if (Array.isArray(made['required'])) made['properties'] = { ...absentOf(made), ...(made['properties'] as JsonSchema | undefined) };
  return made;
}

function keepStricter(schema: JsonSchema, inclusive: string, exclusive: string, isStricter: (inclusive: number, exclusive: number) => boolean): void {
  if (!Object.hasOwn(schema, inclusive) || !Object.hasOwn(schema, exclusive)) return;
  delete schema[isStricter(schema[inclusive] as number, schema[exclusive] as number) ? inclusive : exclusive];
}

/** A schema for each required member that has none of its own. */
function absentOf({ required, additionalProperties, properties }: JsonSchema): JsonSchema {
  const other = isSchema(additionalProperties) ? additionalProperties : {};
  const names = (required as string[]).filter((name) => !isSchema(properties) || !Object.hasOwn(properties, name));
  return Object.fromEntries(names.map((name) => [name, other]));
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
