// The payload of an http row: optional header lines and an empty line, then the body template. Pure.
import { ok, type Result } from '../errors.ts';
import { illFormedArgument } from './argumentFault.ts';
import { type BodyKind, type BodyTemplate, bodyOfArguments, type ExpandedBody, expandBody, parseBody } from './httpBody.ts';
import { expandHeaders, type HeaderTemplate, isHeaderLine, parseHeader } from './headers.ts';
import { type Arguments, type Parameter, type Parsed, parsed, problem } from './parameters.ts';
import { expandText, parseText, slotNames } from './slots.ts';

export interface HttpPayloadTemplate {
  /** Without Content-Type where there is a body: the body has it. */
  readonly headers: readonly HeaderTemplate[];
  /** undefined: the request has no body. */
  readonly body?: BodyTemplate;
}

export interface HttpPayload {
  readonly headers: [string, string][];
  readonly body?: ExpandedBody;
}

/** Methods that send the unused arguments where the row has no body template. DELETE has a body only if the row has. */
const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);
const METHODS_WITHOUT_BODY = new Set(['GET', 'HEAD']);

/**
 * Parses a payload; `usedElsewhere` names the parameters that the URL uses. The first line decides: one that begins as
 * a header does starts header lines, up to the first empty line or the end. Without a body template POST, PUT and
 * PATCH send the arguments used nowhere else. bad_template: a body on GET or HEAD, a line among the headers that is
 * none, what headers.ts and httpBody.ts refuse.
 */
export function parseHttpPayload(
  payload: string,
  method: string,
  parameters: readonly Parameter[],
  usedElsewhere: ReadonlySet<string>,
): Parsed<HttpPayloadTemplate> {
  const split = splitPayload(payload);
  if (!split.ok) return split;
  const headers: HeaderTemplate[] = [];
  for (const line of split.value.headerLines) {
    const header = parseHeader(line, parameters);
    if (!header.ok) return header;
    headers.push(header.value);
  }
  const contentType = literalContentType(headers);
  if (!contentType.ok) return contentType;
  const others = headers.filter((header) => !isContentType(header));
  const verb = method.toUpperCase();
  if (split.value.body.trim() !== '') {
    if (METHODS_WITHOUT_BODY.has(verb)) return problem(`${verb} sends no body: the payload may hold header lines only`);
    const kind = contentType.value ?? guessKind(split.value.body, parameters);
    const body = parseBody(split.value.body, kind, parameters);
    return body.ok ? parsed({ headers: others, body: body.value }) : body;
  }
  if (!METHODS_WITH_BODY.has(verb)) return parsed({ headers });
  const used = new Set([...usedElsewhere, ...headers.flatMap((header) => slotNames(header.value))]);
  const body = bodyOfArguments(
    contentType.value ?? JSON_KIND,
    parameters.filter((parameter) => !used.has(parameter.name)),
  );
  return body.ok ? parsed({ headers: others, body: body.value }) : body;
}

/**
 * Headers and body with their values; no body where its template is exactly one absent slot. invalid_argument:/<name>
 * where a value cannot stand in a header or is no well-formed Unicode.
 */
export function expandHttpPayload(template: HttpPayloadTemplate, args: Arguments): Result<HttpPayload> {
  const illFormed = illFormedArgument(args);
  if (illFormed !== undefined) return illFormed;
  const headers = expandHeaders(template.headers, args);
  if (!headers.ok) return headers;
  const body = template.body === undefined ? undefined : expandBody(template.body, args);
  return ok({ headers: headers.value, ...(body === undefined ? {} : { body }) });
}

const JSON_KIND: BodyKind = { kind: 'json', contentType: 'application/json' };
const FORM_KIND: BodyKind = { kind: 'form', contentType: 'application/x-www-form-urlencoded' };

/** Blank lines before the first line mean nothing; a body keeps every character behind its empty line. */
function splitPayload(payload: string): Parsed<{ readonly headerLines: string[]; readonly body: string }> {
  const text = payload.replace(/^(?:[ \t]*\r?\n)+/, '');
  if (!isHeaderLine(text.split(/\r?\n/, 1)[0] ?? '')) return parsed({ headerLines: [], body: text });
  const end = /\r?\n[ \t]*(?:\r?\n|$)/.exec(text);
  const headerLines = (end === null ? text : text.slice(0, end.index)).split(/\r?\n/);
  const wrong = headerLines.findIndex((line) => !isHeaderLine(line));
  if (wrong >= 0) return problem(`line ${wrong + 1} of the payload is no header line; an empty line ends the headers`);
  return parsed({ headerLines, body: end === null ? '' : text.slice(end.index + end[0].length) });
}

function isContentType(header: HeaderTemplate): boolean {
  return header.name.toLowerCase() === 'content-type';
}

/** The kind of body that the Content-Type line names; it decides how values are escaped, so no value may be in it. */
function literalContentType(headers: readonly HeaderTemplate[]): Parsed<BodyKind | undefined> {
  const [header, second] = headers.filter(isContentType);
  if (header === undefined) return parsed(undefined);
  if (second !== undefined) return problem('the payload has two Content-Type lines');
  if (slotNames(header.value).length > 0) return problem('Content-Type must be literal: it decides how values are escaped');
  const contentType = expandText(header.value, {});
  const [mediaType = ''] = contentType.toLowerCase().split(/[ \t]*;/);
  if (!/^[!#$&^_.+0-9a-z-]+\/[!#$&^_.+0-9a-z-]+$/.test(mediaType)) return problem(`Content-Type is no media type: ${contentType}`);
  if (mediaType === 'application/json' || mediaType.endsWith('+json')) return parsed({ kind: 'json', contentType });
  if (mediaType === 'application/x-www-form-urlencoded') return parsed({ kind: 'form', contentType });
  return parsed({ kind: mediaType === 'multipart/form-data' ? 'multipart' : 'raw', contentType });
}

/** Without Content-Type: what begins as a JSON text or is one slot is JSON, all else a form. */
function guessKind(body: string, parameters: readonly Parameter[]): BodyKind {
  const text = parseText(body.trim(), parameters);
  const isLoneSlot = text.ok && text.value.parts.length === 1 && typeof text.value.parts[0] === 'object';
  return isLoneSlot || /^[{["]/.test(body.trimStart()) ? JSON_KIND : FORM_KIND;
}
