// A schema in the form in which the validator runs it. Pure but for a cache.
import { dereference, type Schema } from '@cfworker/json-schema';
import type { Json, JsonSchema } from '../templates/parameters.ts';
import { draftOf } from './metaSchemas.ts';
import { patternProblem, textCharsMax, unicodePattern } from './patterns.ts';
import { DATA_KEYWORDS, SCHEMA_KEYWORDS, isSchema, type Draft } from './schemaKeywords.ts';

export interface PreparedSchema {
  readonly draft: Draft;
  /** A copy with the keywords that mean something, whose references carry their absolute address. */
  readonly root: JsonSchema;
  /** The schemas by absolute address. */
  readonly lookup: Readonly<Record<string, Schema | boolean>>;
  readonly hasUniqueItems: boolean;
  /** By the form in which they run, the patterns that are applied to short texts only: a longer one does not match. */
  readonly bounded: ReadonlyMap<string, BoundedPattern>;
  /**
   * Characters that any text of a value may have. Finite where a bounded pattern stands below a keyword by which a text
   * that does not match can make the value fit, or names members: a long text must not pass as one that does not match.
   */
  readonly textCharsMax: number;
  /** Grants a new run its steps; a run that takes more throws. */
  readonly startRun: () => void;
}

export interface BoundedPattern {
  readonly source: string;
  readonly charsMax: number;
}

/** Keywords by which not to match can be what is wanted. */
const NEGATING = new Set(['not', 'if', 'oneOf', 'contains']);

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
  let negations = 0;
  let negates = false;
  const bounded = new Map<string, BoundedPattern>();
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
      if (NEGATING.has(keyword)) negations += 1;
      // What is referred to may hold the pattern.
      negates ||= negations > 0 && keyword === '$ref';
      if (form === 'map' && isSchema(value)) made[keyword] = copyMap(keyword, value);
      else if (form !== undefined) made[keyword] = Array.isArray(value) ? value.map(copy) : copy(value);
      else if (keyword === '$ref') Object.defineProperty(made, '$ref', { enumerable: true, get: () => (step(), value) });
      else if (keyword === 'pattern' && typeof value === 'string') made[keyword] = runnable(value, bounded);
      else if (DATA_KEYWORDS.has(keyword) && (keyword !== 'format' || FORMATS.has(value))) made[keyword] = value;
      negates ||= negations > 0 && typeof made['pattern'] === 'string' && bounded.has(made['pattern']);
      if (NEGATING.has(keyword)) negations -= 1;
    }
    hasUniqueItems ||= made['uniqueItems'] === true;
    return made;
  };
  const copyMap = (keyword: string, map: JsonSchema): JsonSchema => {
    const made = Object.create(null) as JsonSchema;
    for (const [name, value] of Object.entries(map)) {
      const form = keyword === 'patternProperties' ? runnable(name, bounded) : name;
      negates ||= bounded.has(form);
      made[form] = copy(value);
    }
    return made;
  };

  const root = copy(schema) as JsonSchema;
  const lookup = dereference(root);
  const draft = draftOf(schema['$schema']) ?? '2020-12';
  const textsMax = negates ? Math.min(...Array.from(bounded.values(), ({ charsMax }) => charsMax)) : Infinity;
  const prepared = { draft, root, lookup, hasUniqueItems, bounded, textCharsMax: textsMax, startRun: () => void (steps = 0) };
  cache.set(schema, prepared);
  return prepared;
}

/**
 * The form in which a pattern runs. One whose steps multiply with the length first looks whether the text is short.
 * Rows may be older than the rule against patterns that freeze.
 */
function runnable(pattern: string, bounded: Map<string, BoundedPattern>): string {
  const problem = patternProblem(pattern);
  if (problem !== undefined) throw new Error(`the pattern ${JSON.stringify(pattern.slice(0, 100))} ${problem}`);
  const source = unicodePattern(pattern) as string;
  const charsMax = textCharsMax(source);
  if (charsMax === Infinity) return source;
  const form = `^(?=[^]{0,${charsMax}}$)[^]*?(?:${source})`;
  bounded.set(form, { source, charsMax });
  return form;
}

/** What a `$ref` of the prepared schema points to; undefined where it points outside. */
export function referenced(node: JsonSchema, { lookup }: PreparedSchema): Json | undefined {
  // The validator's own bookkeeping: the address it resolved the reference to.
  const address = node['__absolute_ref__'] ?? node['$ref'];
  return typeof address === 'string' ? lookup[address] : undefined;
}
