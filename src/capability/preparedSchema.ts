// A schema in the form in which the validator runs it. Pure but for a cache.
import { dereference, type Schema } from '@cfworker/json-schema';
import type { Json, JsonSchema } from '../templates/parameters.ts';
import { draftOf } from './metaSchemas.ts';
import { patternProblem, unicodePattern } from './patterns.ts';
import { DATA_KEYWORDS, SCHEMA_KEYWORDS, isSchema, type Draft } from './schemaKeywords.ts';

export interface PreparedSchema {
  readonly draft: Draft;
  /** A copy with the keywords that mean something, whose references carry their absolute address. */
  readonly root: JsonSchema;
  /** The schemas by absolute address. */
  readonly lookup: Readonly<Record<string, Schema | boolean>>;
  readonly hasUniqueItems: boolean;
  /** Grants a new run its steps; a run that takes more throws. */
  readonly startRun: () => void;
}

/** References one run may follow. Endless and exploding runs follow references without limit. */
const REFERENCES_MAX = 50_000;

/** Formats of the specification whose check runs in linear time; any other is an annotation, as for most validators. */
const FORMATS: ReadonlySet<Json> = new Set(
  'date date-time duration email hostname ipv4 ipv6 json-pointer regex relative-json-pointer time uri uri-reference uri-template uuid'.split(' '),
);

const cache = new WeakMap<JsonSchema, PreparedSchema>();

/**
 * Prepares a schema; the same object gives the same preparation, so a schema must not be changed afterwards.
 * Throws where the schema cannot be used at all (two schemas of one `$id`, an `$id` that is no address, a
 * pattern that no write would accept today).
 */
export function prepareSchema(schema: JsonSchema): PreparedSchema {
  const known = cache.get(schema);
  if (known !== undefined) return known;
  let steps = 0;
  let hasUniqueItems = false;
  const step = () => {
    steps += 1;
    if (steps > REFERENCES_MAX) throw new RangeError('the schema refers to itself too often for this value');
  };

  /** Nodes have no prototype: the validator reads keywords by name, and none may be inherited. */
  const copy = (node: Json): Json => {
    if (!isSchema(node)) return node;
    const made = Object.create(null) as JsonSchema;
    for (const [keyword, value] of Object.entries(node)) {
      const form = SCHEMA_KEYWORDS.get(keyword);
      if (form === 'map' && isSchema(value)) made[keyword] = copyMap(keyword, value);
      else if (form !== undefined) made[keyword] = Array.isArray(value) ? value.map(copy) : copy(value);
      else if (keyword === '$ref') Object.defineProperty(made, '$ref', { enumerable: true, get: () => (step(), value) });
      else if (keyword === 'pattern' && typeof value === 'string') made[keyword] = runnable(value);
      else if (DATA_KEYWORDS.has(keyword) && (keyword !== 'format' || FORMATS.has(value))) made[keyword] = value;
    }
    hasUniqueItems ||= made['uniqueItems'] === true;
    return made;
  };
  const copyMap = (keyword: string, map: JsonSchema): JsonSchema => {
    const made = Object.create(null) as JsonSchema;
    for (const [name, value] of Object.entries(map)) made[keyword === 'patternProperties' ? runnable(name) : name] = copy(value);
    return made;
  };

  const root = copy(schema) as JsonSchema;
  const lookup = dereference(root);
  const prepared = { draft: draftOf(schema['$schema']) ?? '2020-12', root, lookup, hasUniqueItems, startRun: () => void (steps = 0) } as const;
  cache.set(schema, prepared);
  return prepared;
}

/** Rows may be older than the rule against patterns that freeze. */
function runnable(pattern: string): string {
  const problem = patternProblem(pattern);
  if (problem !== undefined) throw new Error(`the pattern ${JSON.stringify(pattern.slice(0, 100))} ${problem}`);
  return unicodePattern(pattern) as string;
}

/** What a `$ref` of the prepared schema points to; undefined where it points outside. */
export function referenced(node: JsonSchema, { lookup }: PreparedSchema): Json | undefined {
  // The validator's own bookkeeping: the address it resolved the reference to.
  const address = node['__absolute_ref__'] ?? node['$ref'];
  return typeof address === 'string' ? lookup[address] : undefined;
}
