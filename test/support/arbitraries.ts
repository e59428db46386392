// fast-check arbitraries of what a JSON Schema of the OpenAPI document takes. Values are JSON, but for RawNumber
// (jsonText.ts), which nothing here makes.
import fc from 'fast-check';
import { anyJson, anyText } from '../unit/templates/arbitraries.ts';

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
}

/** What the schemas refer to, and values that succeed more often than chance: by name of the member or parameter. */
export interface Surroundings {
  readonly components: Readonly<Record<string, JsonSchema>>;
  readonly hints?: Readonly<Record<string, fc.Arbitrary<unknown>>>;
}

type Value = fc.Arbitrary<unknown>;

/** Below this, members that may be left out are: recursive schemas end. */
const DEPTH_MAX = 4;

/** Values that the schema takes; a hint of `name` most of the time, where there is one. */
export function validOf(schema: JsonSchema, around: Surroundings, name = '', depth = 0): Value {
  const made = withDefault(schema, unhinted(schema, around, depth));
  const hint = around.hints !== undefined && Object.hasOwn(around.hints, name) ? around.hints[name] : undefined;
  return hint === undefined ? made : fc.oneof({ weight: 7, arbitrary: hint }, { weight: 1, arbitrary: made });
}

function withDefault(schema: JsonSchema, made: Value): Value {
  return schema.default === undefined ? made : fc.oneof({ weight: 3, arbitrary: made }, { weight: 1, arbitrary: fc.constant(schema.default) });
}

function unhinted(schema: JsonSchema, around: Surroundings, depth: number): Value {
  const { $ref, enum: values, anyOf, oneOf, allOf } = schema;
  if ($ref !== undefined) return validOf(resolved($ref, around), around, '', depth);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (values !== undefined) return fc.constantFrom(...values);
  if (allOf !== undefined) return validOf(merged([{ ...schema, allOf: undefined }, ...allOf], around), around, '', depth);
  const branches = anyOf ?? oneOf;
  if (branches !== undefined) return fc.oneof(...branches.map((branch) => validOf(branch, around, '', depth)));
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [schema.properties === undefined ? 'any' : 'object']);
  const made = types.map((type) => ofType(type, schema, around, depth));
  return fc.oneof(...made, ...(schema.nullable === true ? [fc.constant(null)] : []));
}

/** The schema that a reference into the components names. */
export function resolved($ref: string, { components }: Surroundings): JsonSchema {
  const found = components[$ref.slice('#/components/schemas/'.length)];
  if (found === undefined) throw new Error(`${$ref} leads nowhere`);
  return found;
}

function merged(parts: readonly JsonSchema[], around: Surroundings): JsonSchema {
  const all = parts.map((part) => (part.$ref === undefined ? part : resolved(part.$ref, around)));
  return {
    ...Object.assign({}, ...all),
    allOf: undefined,
    properties: Object.assign({}, ...all.map(({ properties }) => properties)),
    required: all.flatMap(({ required = [] }) => required),
  } as JsonSchema;
}

function ofType(type: string, schema: JsonSchema, around: Surroundings, depth: number): Value {
  switch (type) {
    case 'object':
      return objectOf(schema, around, depth);
    case 'array':
      if (depth > DEPTH_MAX && (schema.minItems ?? 0) === 0) return fc.constant([]);
      return fc.array(schema.items === undefined ? anyJson : validOf(schema.items, around, '', depth + 1), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 12, 12),
      });
    case 'string':
      return stringOf(schema);
    case 'integer':
    case 'number':
      return numberOf(type, schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return anyJson;
  }
}

/** What must be there, and of the rest none, a few or any. */
function objectOf({ properties, required = [], additionalProperties = true }: JsonSchema, around: Surroundings, depth: number): Value {
  if (properties === undefined) {
    const member = typeof additionalProperties === 'object' ? validOf(additionalProperties, around, '', depth + 1) : anyJson;
    return fc.dictionary(anyText, member, { maxKeys: 4, noNullPrototype: true });
  }
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  const someOf = (maxLength: number) => fc.subarray(optional, { maxLength: Math.min(maxLength, optional.length) });
  const chosen = depth > DEPTH_MAX ? fc.constant([]) : fc.oneof(fc.constant([]), someOf(2), someOf(optional.length));
  return chosen.chain((names) =>
    fc.record(
      Object.fromEntries([...new Set([...required, ...names])].map((name) => [name, validOf(properties[name] ?? {}, around, name, depth + 1)])),
      { noNullPrototype: true },
    ),
  );
}

function stringOf({ pattern, format, minLength = 0, maxLength }: JsonSchema): Value {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (format === 'uri') return fc.webUrl();
  const fits = (text: string) => text.slice(0, maxLength).padEnd(minLength, 'x');
  return fc.oneof({ weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) }, { weight: 2, arbitrary: anyText }).map(fits);
}

function numberOf(type: 'integer' | 'number', { minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema): Value {
  const min = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1);
  const max = maximum ?? (exclusiveMaximum === undefined ? undefined : exclusiveMaximum - 1);
  if (type === 'number') return fc.double({ min, max, noNaN: true, noDefaultInfinity: true });
  const low = min ?? Math.min(-1_000, max ?? 0);
  const near = fc.integer({ min: low, max: Math.min(max ?? low + 2_000, low + 20) });
  return fc.oneof(
    near,
    fc.maxSafeInteger().map((value) => Math.min(Math.max(value, min ?? value), max ?? value)),
  );
}
