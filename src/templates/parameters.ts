// What a template may refer to. Pure.

export type Json = string | number | boolean | null | Json[] | { [member: string]: Json };

/** A JSON Schema as stored: data, never compiled to code. */
export type JsonSchema = { [keyword: string]: Json };

export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

/** One parameter of a row's signature, in the order in which positional arguments fill them. */
export interface Parameter {
  readonly name: string;
  readonly required: boolean;
  /** Takes the remainder of a `body` with its pipes; only the last parameter can. */
  readonly rest: boolean;
  /** The JSON types the schema declares; undefined where it declares none. */
  readonly types?: readonly JsonType[];
}

/** Mapped arguments by parameter name; an absent optional one is no member. The object has no prototype. */
export type Arguments = Readonly<Record<string, Json>>;

/** The text of a value where a template wants text: strings as they are, all else as JSON. */
export function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A template that cannot be parsed; `rule` is the hygiene rule it breaks. */
export interface TemplateProblem {
  readonly rule: 'bad_template' | 'bad_target' | 'target_slot_in_origin';
  readonly message: string;
}

export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: TemplateProblem };

export function parsed<T>(value: T): Parsed<T> {
  return { ok: true, value };
}

export function problem(message: string, rule: TemplateProblem['rule'] = 'bad_template'): { readonly ok: false; readonly problem: TemplateProblem } {
  return { ok: false, problem: { rule, message } };
}
