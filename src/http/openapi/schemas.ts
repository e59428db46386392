// zod schemas as JSON Schema 2020-12, the dialect of OpenAPI 3.1. A schema with an id becomes a component.
import { z } from 'zod';

export type JsonObject = { [name: string]: unknown };

/** Collects components as schemas are converted; two schemas of one id that differ are a defect. */
export class SchemaComponents {
  readonly #components = new Map<string, JsonObject>();

  /** `input`: what a client may send; `output`: what it is answered. Given back without its examples. */
  convert(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
    const { $schema: _dialect, $defs, ...root } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override }) as JsonObject;
    for (const [id, definition] of Object.entries(($defs ?? {}) as Record<string, JsonObject>)) this.#add(id, inComponents(definition));
    const { examples: _examples, ...rest } = inComponents(root);
    return rest;
  }

  /** By name, in alphabetical order. */
  all(): JsonObject {
    return Object.fromEntries([...this.#components].toSorted(([one], [other]) => (one < other ? -1 : 1)));
  }

  #add(id: string, definition: JsonObject): void {
    const known = this.#components.get(id);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(definition)) throw new Error(`two schemas have the id ${id}`);
    this.#components.set(id, definition);
  }
}

/** The example that a schema carries. */
export function exampleOf(schema: z.ZodType): unknown {
  return (schema.meta()?.examples as unknown[] | undefined)?.[0];
}

interface Conversion {
  readonly zodSchema: z.core.$ZodTypes;
  readonly jsonSchema: z.core.JSONSchema.BaseSchema;
}

/** `wire` in the meta of a schema says what the client sends where zod parses text; bounds that only say "a safe integer" go. */
function override({ zodSchema, jsonSchema }: Conversion): void {
  const wire = z.globalRegistry.get(zodSchema)?.wire as JsonObject | undefined;
  if (wire !== undefined) {
    const { description, example } = jsonSchema;
    for (const name of Object.keys(jsonSchema)) delete jsonSchema[name];
    Object.assign(jsonSchema, wire, description === undefined ? {} : { description }, example === undefined ? {} : { example });
  }
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (Object.hasOwn(jsonSchema, 'example')) {
    jsonSchema.examples ??= [jsonSchema['example']];
    delete jsonSchema['example'];
  }
}

function inComponents(schema: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonObject;
}
