// A row's JSON Schema as it can stand inside an OpenAPI 3.1 document: 2020-12, with nothing that could break the document.
// What it allows stays the same, but where the stored schema is malformed: there the document says less. Pure.
import { isDeeperThan } from '../../capability/jsonDepth.ts';
import { draftOf } from '../../capability/metaSchemas.ts';
import { isSchema, SCHEMA_KEYWORDS } from '../../capability/schemaKeywords.ts';
import { ownTypes, resolveLocal } from '../../capability/schemaTypes.ts';
import type { Json, JsonSchema } from '../../templates/parameters.ts';
import { ABOUT, DATA_SHAPES } from './keywords.ts';
import { plainText } from './plainText.ts';
import { tidySchema } from './tidySchema.ts';

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
  const judgesTheRest = /"unevaluated(?:Properties|Items)"/.test(JSON.stringify(root));
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
        if (DATA_SHAPES.get(keyword)?.(value) === true && !isDeeperThan(value, VALUE_DEPTH_MAX) && !holdsReference(value))
          made[keyword] = PROSE.has(keyword) ? plainText(value as string) : value;
        else partial();
      }
    }
    return tidySchema(made, { judgesTheRest });
  };

  // No row that is written today has this name, and many readers trip over it.
  const isName = (member: string): boolean => {
    if (member === '__proto__') partial();
    return member !== '__proto__';
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
        if (isSchema(value))
          return Object.fromEntries(Object.entries(value).flatMap(([member, schema]) => (isName(member) ? [[member, copy(schema, depth)]] : [])));
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
    // Without a dot, which divides the names of a row's arguments from those of its result.
    const [, own] = /\/([A-Za-z0-9_-]{1,64})$/.exec(reference) ?? [];
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

/** Readers of documents follow a member `$ref` wherever it stands, also in a value, where it is no reference; some fetch it. */
export function holdsReference(value: Json): boolean {
  return JSON.stringify(value).includes('"$ref":');
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
