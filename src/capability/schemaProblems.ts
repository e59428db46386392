// What a well-shaped schema may still not have in a row. Pure.
import type { Violation } from '../errors.ts';
import type { Json, JsonSchema } from '../templates/parameters.ts';
import { patternProblem } from './patterns.ts';
import { pointerTo } from './pointer.ts';
import { referenced, type PreparedSchema } from './preparedSchema.ts';
import { isSchema, subschemas } from './schemaKeywords.ts';
import { declaredTypes, propertiesOf } from './schemaTypes.ts';

/** Schemas that may be applied to one value by way of references and combinators; more would be a bomb. */
const APPLIED_MAX = 10_000;

/** Patterns that cannot be run safely, names that are no names, keywords that the validator does not have. */
export function contentProblems(root: JsonSchema): Violation[] {
  return subschemas(root).flatMap(({ tokens, schema }) => {
    const at = (...more: string[]) => pointerTo(...tokens, ...more);
    const found: Violation[] = [];
    const check = (pattern: string, pointer: string) => {
      const message = patternProblem(pattern);
      if (message !== undefined) found.push({ pointer, message });
    };
    if (typeof schema['pattern'] === 'string') check(schema['pattern'], at('pattern'));
    for (const pattern of namesIn(schema['patternProperties'])) check(pattern, at('patternProperties', pattern));
    if (namesIn(schema['properties']).includes('__proto__'))
      found.push({ pointer: at('properties', '__proto__'), message: 'is no name for a member' });
    for (const keyword of ['$dynamicRef', '$recursiveRef']) {
      if (Object.hasOwn(schema, keyword)) found.push({ pointer: at(keyword), message: 'is not supported: use $ref' });
    }
    return found;
  });
}

/** References that leave the document, and schemas that apply themselves, or too many others, to one value. */
export function referenceProblems(prepared: PreparedSchema): Violation[] {
  const all = subschemas(prepared.root);
  const inside = new Set<Json | undefined>(all.map(({ schema }) => schema));
  const lost = all.filter(({ schema }) => {
    const target = Object.hasOwn(schema, '$ref') ? referenced(schema, prepared) : true;
    return typeof target !== 'boolean' && !inside.has(target);
  });
  if (lost.length > 0) {
    return lost.map(({ tokens, schema }) => ({
      pointer: pointerTo(...tokens, '$ref'),
      message: `must point to a schema inside this one, such as #/$defs/name; ${JSON.stringify(schema['$ref'])} does not`,
    }));
  }
  const applied = new Map<JsonSchema, number>();
  const tooMany = all.find(({ schema }) => countApplied(schema, prepared, applied) > APPLIED_MAX);
  return tooMany === undefined
    ? []
    : [{ pointer: pointerTo(...tooMany.tokens), message: 'applies itself, or too many schemas, to one and the same value: it could run for ever' }];
}

/** How many schemas one value meets at this schema; infinite where it meets the same again. */
function countApplied(schema: JsonSchema, prepared: PreparedSchema, known: Map<JsonSchema, number>): number {
  const before = known.get(schema);
  if (before !== undefined) return before;
  // Met again while it is being counted: a circle.
  known.set(schema, Infinity);
  let count = 1;
  for (const next of appliedBy(schema, prepared)) if (isSchema(next)) count += countApplied(next, prepared, known);
  known.set(schema, count);
  return count;
}

/** The schemas that are applied to the value itself, not to its members or items. */
function appliedBy(schema: JsonSchema, prepared: PreparedSchema): (Json | undefined)[] {
  const lists = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => (Array.isArray(schema[keyword]) ? schema[keyword] : []));
  const maps = ['dependentSchemas', 'dependencies'].flatMap((keyword) => (isSchema(schema[keyword]) ? Object.values(schema[keyword]) : []));
  return [
    Object.hasOwn(schema, '$ref') ? referenced(schema, prepared) : undefined,
    ...lists,
    ...maps,
    schema['not'],
    schema['if'],
    schema['then'],
    schema['else'],
  ];
}

/** What the schema of arguments must be at its root. */
export function rootProblems(root: JsonSchema): Violation[] {
  const types = declaredTypes(root, root);
  if (types !== undefined && !types.includes('object'))
    return [{ pointer: '/type', message: 'must allow an object: it describes the arguments by name' }];
  return [...propertiesOf(root).properties.keys()].flatMap((name) =>
    /^\d+$/.test(name)
      ? [{ pointer: pointerTo('properties', name), message: 'must not be all digits: JSON would reorder it among the arguments' }]
      : [],
  );
}

function namesIn(value: Json | undefined): string[] {
  return isSchema(value) ? Object.keys(value) : [];
}
