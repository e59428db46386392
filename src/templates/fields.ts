// `a=$1&b=x`, in a query or a form body: fields are taken apart before values go in, so a value can add none. Pure.
import type { Expression } from './expressions.ts';
import { type Arguments, type Json, type Parsed, parsed, problem } from './parameters.ts';
import { argument, type Slot } from './slots.ts';

/** The parts of one `name=value`. */
export type Field<P extends object = Slot> = readonly (string | P)[];

/** Splits at the literal separators; fields without any text or slot are dropped. */
export function splitFields<P extends object>(parts: readonly (string | P)[], separator: RegExp): Field<P>[] {
  const fields: (string | P)[][] = [[]];
  for (const part of parts) {
    const [first = '', ...others] = typeof part === 'string' ? part.split(separator) : [part];
    if (first !== '') fields.at(-1)?.push(first);
    for (const other of others) fields.push(other === '' ? [] : [other]);
  }
  return fields.filter((field) => field.length > 0);
}

/** The literal name of a field, as written. A slot in the name would let a value choose it: bad_template. */
export function fieldName(field: Field<object>): Parsed<string> {
  const [first] = field;
  if (typeof first === 'string' && (field.length === 1 || first.includes('='))) return parsed(first.split('=')[0] ?? '');
  return problem('a slot cannot stand in the name of a field, only behind `name=`');
}

/** Whether the field is `name=` and one slot or `{x}` whose value is absent: then it is left out. */
export function isAbsentField(field: Field<Slot | Expression>, args: Arguments): boolean {
  const [name, only, more] = field;
  if (typeof name !== 'string' || name.indexOf('=') !== name.length - 1 || typeof only !== 'object' || more !== undefined) return false;
  return 'slot' in only ? argument(args, only.slot) === undefined : only.variables.every((variable) => isUndefined(argument(args, variable.name)));
}

/** RFC 6570 2.3: null counts as undefined in an expression. */
function isUndefined(value: Json | undefined): boolean {
  return value === undefined || value === null;
}
