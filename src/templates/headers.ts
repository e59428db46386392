// Header lines of an http payload: `Name: value`, names literal, values by the field grammar (RFC 9110 5.5). Pure.
import { ok, type Result } from '../errors.ts';
import { refuseArgument } from './argumentFault.ts';
import { type Arguments, type Parameter, type Parsed, parsed, problem } from './parameters.ts';
import { expandText, isAbsentSlot, parseText, scanSlots, slotNames, slotText, type TextTemplate } from './slots.ts';

export interface HeaderTemplate {
  readonly name: string;
  readonly value: TextTemplate;
}

/** A token (RFC 9110 5.6.2) and a colon. */
const HEADER_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):(.*)$/su;
/** Characters that a field value cannot carry: controls, and what has no Latin-1 byte. */
const NOT_A_FIELD_CHARACTER = /[\u0000-\u001f\u007f-\u009f]|[^\u0000-\u00ff]/u;

/**
 * Headers that no row may set: they carry credentials (a row names those in `auth`; the x- ones are this service's
 * own), decide where a request goes and where it ends, belong to one hop (RFC 9110 7.6.1), speak for a browser or a
 * proxy that is not there, or carry the trace, which is the service's own. Everything else is the author's business.
 */
const MANAGED = new Set(
  `authorization cookie cookie2 x-terminal-key x-capability-token x-mcp-token
   host content-length transfer-encoding expect
   connection keep-alive te trailer upgrade http2-settings via
   forwarded x-real-ip cf-connecting-ip cf-ipcountry cf-ray cf-visitor cf-worker cdn-loop
   traceparent tracestate`.split(/\s+/),
);
const MANAGED_PREFIXES = ['proxy-', 'sec-', 'x-forwarded-'];

/** Whether a line begins as a header line does. */
export function isHeaderLine(line: string): boolean {
  return HEADER_LINE.test(line);
}

/** Whether the header is set by the service and never by a row or a caller; in any case. */
export function isManagedHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return MANAGED.has(lower) || MANAGED_PREFIXES.some((prefix) => lower.startsWith(prefix));
}

/** Parses one line. bad_template: a managed header, a slot in the name, a literal that no field can carry. */
export function parseHeader(line: string, parameters: readonly Parameter[]): Parsed<HeaderTemplate> {
  const [, name, text = ''] = HEADER_LINE.exec(line) ?? [];
  if (name === undefined) return problem('a header line is `Name: value`');
  if (scanSlots(name).length > 0) return problem(`the name of a header must be literal: ${name}`);
  if (isManagedHeader(name)) return problem(`the header ${name.toLowerCase()} is set by the service; a credential is named in \`auth\``);
  const value = parseText(text.replace(/^[ \t]+|[ \t]+$/g, ''), parameters);
  if (!value.ok) return value;
  const literal = value.value.parts
    .filter((part) => typeof part === 'string')
    .join('')
    .replaceAll('\t', '');
  if (NOT_A_FIELD_CHARACTER.test(literal)) return problem(`the header ${name} holds a character that no header can carry`);
  return parsed({ name, value: value.value });
}

/**
 * Name and value of each header; one that is exactly one absent slot is left out. invalid_argument:/<name> where a
 * value holds a control character (CR, LF and NUL among them) or text outside Latin-1: no value adds a header.
 */
export function expandHeaders(headers: readonly HeaderTemplate[], args: Arguments): Result<[string, string][]> {
  const fields: [string, string][] = [];
  for (const { name, value } of headers) {
    if (isAbsentSlot(value, args)) continue;
    for (const slot of slotNames(value)) {
      if (NOT_A_FIELD_CHARACTER.test(slotText({ slot, raw: false }, args))) {
        return refuseArgument(slot, 'must fit a header: Latin-1 characters, no control characters or line breaks');
      }
    }
    fields.push([name, expandText(value, args)]);
  }
  return ok(fields);
}
