// The one signature of a row: its parameters in the order in which positional arguments fill them. Pure.
import type { CapabilityType } from '../db/rows.ts';
import { parsed, problem, type JsonSchema, type Parameter, type Parsed } from '../templates/parameters.ts';
import { digitSlots, scanSlots } from '../templates/slots.ts';
import { declaredTypes, propertiesOf } from './schemaTypes.ts';

export interface SignatureSource {
  readonly type: CapabilityType;
  /** The row's input schema; for an fn row with neither payload nor schema its function's. */
  readonly schema?: JsonSchema;
  /** The texts in which `$1` and `$2+` may stand: URL and payload. */
  readonly texts: readonly string[];
  /** The variables of the URL, in order of appearance. */
  readonly uri?: readonly { readonly name: string; readonly required: boolean }[];
}

/**
 * With a schema its properties, in order; else `$1` … `$n`, named by their digits and all required, and the variables
 * of the URL; an agent's without schema is `message`. bad_template: both kinds without a schema, or a `$k+` that is
 * not the last.
 */
export function deriveSignature({ type, schema, texts, uri = [] }: SignatureSource): Parsed<readonly Parameter[]> {
  if (schema !== undefined) return fromSchema(schema, texts);
  if (type === 'agent') return parsed([{ name: 'message', required: true, rest: false }]);
  const slots = digitSlots(texts);
  if (!slots.ok) return slots;
  const { count, rest } = slots.value;
  if (count > 0 && uri.length > 0) {
    return problem(`arguments are either $1 or {${uri[0]?.name}}, not both: name all of them, or give the row an input_schema`);
  }
  const digits = Array.from({ length: count }, (_, at) => ({ name: String(at + 1), required: true, rest: rest && at === count - 1 }));
  return parsed([...digits, ...uri.map(({ name, required }) => ({ name, required, rest: false }))]);
}

function fromSchema(schema: JsonSchema, texts: readonly string[]): Parsed<readonly Parameter[]> {
  const { properties, required } = propertiesOf(schema);
  const last = properties.size;
  const rests = texts.flatMap(scanSlots).filter((use) => use.rest && use.index !== undefined && use.index >= 1 && use.index <= last);
  const early = rests.find((use) => use.index !== last);
  if (early !== undefined) return problem(`${early.source} takes the rest, so it must be the last argument of ${last}`);
  return parsed(
    [...properties].map(([name, schemas], at) => {
      const types = schemas.map((one) => declaredTypes(schema, one));
      const declared = types.every((some) => some !== undefined) ? [...new Set(types.flat())] : undefined;
      return { name, required: required.has(name), rest: rests.length > 0 && at === last - 1, ...(declared && { types: declared }) };
    }),
  );
}
