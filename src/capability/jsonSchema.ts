// JSON Schema of rows: checked when a row is written, applied when it is called. Pure. Data, never compiled to code.
import { validate as runValidator } from '@cfworker/json-schema';
import type { Violation } from '../errors.ts';
import type { Json, JsonSchema } from '../templates/parameters.ts';
import { isWellFormed } from '../templates/wellFormed.ts';
import { isDeeperThan } from './jsonDepth.ts';
import { META_SCHEMAS, draftOf } from './metaSchemas.ts';
import { pointerTo } from './pointer.ts';
import { prepareSchema, type PreparedSchema } from './preparedSchema.ts';
import { isSchema } from './schemaKeywords.ts';
import { contentProblems, referenceProblems, rootProblems } from './schemaProblems.ts';
import { charsOf, tooLong, violationsOf } from './schemaViolations.ts';

/** Levels of JSON in a schema: twice the levels of a value, since each member adds `properties` and its name. */
const SCHEMA_DEPTH_MAX = 128;
const VIOLATIONS_MAX = 50;
/** Items are compared in pairs where they must differ; objects and arrays slowly so. */
const UNIQUE_ITEMS_MAX = { plain: 5_000, nested: 1_000 };

/**
 * What is wrong with a schema, with pointers into it; empty: it may stand in a row. Of `arguments` the root must allow
 * an object and no argument's name may be all digits; of a `result` the root may be anything. Never throws.
 */
export function checkSchema(schema: unknown, of: 'arguments' | 'result' = 'arguments'): Violation[] {
  const value = schema as Json;
  if (!isSchema(value)) return [{ pointer: '', message: 'must be a JSON Schema object' }];
  if (isDeeperThan(value, SCHEMA_DEPTH_MAX)) return [{ pointer: '', message: `must nest at most ${SCHEMA_DEPTH_MAX} levels` }];
  if (!isWellFormed(value)) return [{ pointer: '', message: 'must be well-formed Unicode: it has half of a surrogate pair' }];
  const draft = draftOf(value['$schema']);
  if (draft === undefined) {
    const message = `must name draft 2020-12 or draft-07, not ${JSON.stringify(value['$schema'])}: https://json-schema.org/draft/2020-12/schema`;
    return [{ pointer: '/$schema', message }];
  }
  const malformed = validate(META_SCHEMAS[draft], value);
  if (malformed.length > 0) return malformed;
  const content = contentProblems(value);
  if (content.length > 0) return content.slice(0, VIOLATIONS_MAX);
  try {
    const references = referenceProblems(prepareSchema(value));
    if (references.length > 0) return references.slice(0, VIOLATIONS_MAX);
  } catch (reason) {
    return [{ pointer: '', message: `cannot be used: ${why(reason)}` }];
  }
  return of === 'arguments' ? rootProblems(value) : [];
}

/**
 * What keeps a value from fitting a schema, with pointers into the value; empty: it fits. All violations up to 50, each
 * the cause and not the chain above it. The draft is the schema's own `$schema`, else 2020-12. Formats are checked.
 * Never throws: a schema that cannot be applied is a violation of the whole value.
 */
export function validate(schema: JsonSchema, value: Json): Violation[] {
  try {
    const prepared = prepareSchema(schema);
    const tooMany = prepared.hasUniqueItems ? longArray(value) : undefined;
    if (tooMany !== undefined) return [tooMany];
    const long = prepared.textCharsMax < Infinity ? longText(value, prepared.textCharsMax) : undefined;
    if (long !== undefined) return [long];
    return run(prepared, value);
  } catch (reason) {
    return [{ pointer: '', message: `could not be checked by the schema: ${why(reason)}` }];
  }
}

function run(prepared: PreparedSchema, value: Json): Violation[] {
  prepared.startRun();
  const { errors, valid } = runValidator(value, prepared.root, prepared.draft, prepared.lookup, false);
  if (valid) return [];
  const violations = violationsOf(errors, prepared, value).slice(0, VIOLATIONS_MAX);
  // Should no cause be recognised among the errors, the value still does not fit.
  return violations.length > 0 ? violations : [{ pointer: '', message: 'does not fit the schema' }];
}

/** An array with too many items to compare all pairs. */
function longArray(value: Json): Violation | undefined {
  const pending: { readonly at: Json; readonly pointer: string }[] = [{ at: value, pointer: '' }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.at === null || typeof next.at !== 'object') continue;
    const nested = Object.entries(next.at).filter(([, member]) => member !== null && typeof member === 'object');
    const most = nested.length > 0 ? UNIQUE_ITEMS_MAX.nested : UNIQUE_ITEMS_MAX.plain;
    if (Array.isArray(next.at) && next.at.length > most)
      return { pointer: next.pointer, message: `must have at most ${most} items where items must differ` };
    for (const [name, at] of nested) pending.push({ at, pointer: next.pointer + pointerTo(name) });
  }
  return undefined;
}

/** A text or the name of a member that is longer than the patterns of the schema allow. */
function longText(value: Json, charsMax: number): Violation | undefined {
  const pending: { readonly at: Json; readonly pointer: string }[] = [{ at: value, pointer: '' }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { at, pointer } = next;
    if (typeof at === 'string' && charsOf(at) > charsMax) return { pointer, message: tooLong(charsMax) };
    if (at === null || typeof at !== 'object') continue;
    for (const [name, member] of Object.entries(at)) {
      if (charsOf(name) > charsMax) return { pointer, message: `has a name that ${tooLong(charsMax)}` };
      pending.push({ at: member, pointer: pointer + pointerTo(name) });
    }
  }
  return undefined;
}

/** The first line of what a library threw; the rest lists internals. */
function why(reason: unknown): string {
  const message = reason instanceof Error ? reason.message : String(reason);
  return message === 'Maximum call stack size exceeded' ? 'it nests too deeply' : (message.split('\n')[0] as string).slice(0, 200).toWellFormed();
}
