// Body templates by kind: JSON, form, multipart, raw text. Pure.
import { type Field, fieldName, isAbsentField, splitFields } from './fields.ts';
import { expandJson, type JsonTemplate, parseJson } from './json.ts';
import { slotNode } from './jsonReader.ts';
import { type Arguments, type Parameter, type Parsed, parsed, problem } from './parameters.ts';
import { encodeUnreserved } from './percent.ts';
import { expandText, isAbsentSlot, parseText, scanSlots, type TextTemplate } from './slots.ts';

export interface BodyKind {
  readonly kind: 'json' | 'form' | 'multipart' | 'raw';
  readonly contentType: string;
}

export type BodyTemplate =
  | { readonly kind: 'json'; readonly contentType: string; readonly json: JsonTemplate }
  | { readonly kind: 'form'; readonly contentType: string; readonly fields: readonly Field[] }
  | { readonly kind: 'multipart'; readonly fields: readonly { readonly name: string; readonly value: TextTemplate }[] }
  | { readonly kind: 'raw'; readonly contentType: string; readonly text: TextTemplate };

/** A body as it is sent; the runner makes FormData of the fields, which sets the boundary. */
export type ExpandedBody =
  | { readonly kind: 'json' | 'form' | 'raw'; readonly contentType: string; readonly text: string }
  | { readonly kind: 'multipart'; readonly fields: [string, string][] };

/** Parses a body template of a kind; bad_template where it is none. */
export function parseBody(text: string, { kind, contentType }: BodyKind, parameters: readonly Parameter[]): Parsed<BodyTemplate> {
  if (kind === 'json') {
    const json = parseJson(text, parameters);
    return json.ok ? parsed({ kind, contentType, json: json.value }) : json;
  }
  if (kind === 'multipart') return parseMultipart(text, parameters);
  const template = parseText(kind === 'form' ? text.trim() : text, parameters);
  if (!template.ok) return template;
  return kind === 'raw' ? parsed({ kind, contentType, text: template.value }) : parseForm(template.value, contentType);
}

/** The body that sends these parameters by name. A raw content type needs a template: bad_template. */
export function bodyOfArguments({ kind, contentType }: BodyKind, parameters: readonly Parameter[]): Parsed<BodyTemplate> {
  const named = parameters.map((parameter) => ({ name: parameter.name, slot: { slot: parameter.name, raw: false } }));
  if (kind === 'raw') return problem(`the payload needs a body: ${contentType} does not say how arguments are written`);
  if (kind === 'form') return parsed({ kind, contentType, fields: named.map(({ name, slot }) => [`${encodeUnreserved(name)}=`, slot]) });
  if (kind === 'multipart') return parsed({ kind, fields: named.map(({ name, slot }) => ({ name, value: { parts: [slot] } })) });
  const members = parameters.map((parameter) => ({ name: { parts: [parameter.name] }, value: slotNode(parameter) }));
  return parsed({ kind, contentType, json: { root: { kind: 'object', members } } });
}

/**
 * The body with its values; undefined where the template is exactly one absent slot. A form value is percent-encoded
 * and adds no field; `name=` with one absent slot is left out. A raw body has no grammar, so nothing is escaped there.
 * Takes well-formed arguments.
 */
export function expandBody(template: BodyTemplate, args: Arguments): ExpandedBody | undefined {
  switch (template.kind) {
    case 'json': {
      const value = expandJson(template.json, args);
      return value === undefined ? undefined : { kind: 'json', contentType: template.contentType, text: JSON.stringify(value) };
    }
    case 'form': {
      const fields = template.fields.filter((field) => !isAbsentField(field, args));
      const text = fields.map((parts) => expandText({ parts }, args, encodeUnreserved)).join('&');
      return { kind: 'form', contentType: template.contentType, text };
    }
    case 'multipart': {
      const fields = template.fields.filter(({ value }) => !isAbsentSlot(value, args));
      return { kind: 'multipart', fields: fields.map(({ name, value }) => [name, expandText(value, args)]) };
    }
    case 'raw':
      if (isAbsentSlot(template.text, args)) return undefined;
      return { kind: 'raw', contentType: template.contentType, text: expandText(template.text, args) };
  }
}

/** Line breaks separate fields as `&` does: neither can stand in a form unencoded. */
function parseForm(template: TextTemplate, contentType: string): Parsed<BodyTemplate> {
  const fields = splitFields(template.parts, /&|\r?\n/);
  for (const field of fields) {
    const name = fieldName(field);
    if (!name.ok) return name;
  }
  return parsed({ kind: 'form', contentType, fields });
}

function parseMultipart(text: string, parameters: readonly Parameter[]): Parsed<BodyTemplate> {
  const fields: { name: string; value: TextTemplate }[] = [];
  for (const line of text.split(/\r?\n/).filter((other) => other.trim() !== '')) {
    const at = line.indexOf('=');
    const name = line.slice(0, Math.max(at, 0)).trim();
    if (name === '' || scanSlots(name).length > 0) return problem('a line of a multipart body is `name=value`, the name literal');
    const value = parseText(line.slice(at + 1), parameters);
    if (!value.ok) return value;
    fields.push({ name, value: value.value });
  }
  return parsed({ kind: 'multipart', fields });
}
