// The URL of an http row: a template taken apart once, so that a value can change neither its origin nor its shape.
// What is assembled is checked again as the URL parser reads it. Pure.
import { ok, type Result } from '../errors.ts';
import { illFormedArgument } from './argumentFault.ts';
import { splitExpressions } from './expressions.ts';
import { type Arguments, type Parameter, type Parsed, parsed, problem } from './parameters.ts';
import { encodeLiteral, hasBrokenTriplet, hasDotSegment } from './percent.ts';
import { parseText } from './slots.ts';
import { splitOrigin } from './urlOrigin.ts';
import { expandPath, partNames, type PathSegment, splitSegments, structureFault, type UrlPart } from './urlPath.ts';
import { expandQuery, isQueryExpression, parseQuery, type QueryItem } from './urlQuery.ts';
import { harmlessArguments, hasShapeOf } from './urlShape.ts';

export interface UrlTemplate {
  /** Scheme, host and port as the URL parser writes them; undefined: a path on this Worker. */
  readonly origin?: string;
  readonly path: readonly PathSegment[];
  readonly query: readonly QueryItem[];
  /** Origin and path up to the first value: what every expansion begins with. */
  readonly prefix: string;
  readonly used: ReadonlySet<string>;
}

/** Stands in for the origin of a path on this Worker while it is checked; no request ever goes there. */
const OWN_ORIGIN = 'http://own.invalid';

/** The variables of a URL's expressions in order of appearance; optional where they stand in `{?…}` or `{&…}` only. */
export function uriVariables(url: string): Parsed<{ readonly name: string; readonly required: boolean }[]> {
  const parts = splitExpressions(url);
  if (!parts.ok) return parts;
  const required = new Map<string, boolean>();
  for (const part of parts.value) {
    if (typeof part === 'string') continue;
    for (const { name } of part.variables) required.set(name, (required.get(name) ?? false) || !isQueryExpression(part));
  }
  return parsed([...required].map(([name, isRequired]) => ({ name, required: isRequired })));
}

/** The names of the parameters that the URL uses. */
export function usedParameters(template: UrlTemplate): ReadonlySet<string> {
  return template.used;
}

/**
 * Parses an absolute http(s) URL or a `/path` on this Worker. target_slot_in_origin: a slot or expression before the
 * path, whether it is a parameter or not. bad_target: no such URL, user-info, fragment, dot segments, blanks, control
 * characters, backslashes. bad_template: an expression that is malformed or names no parameter.
 */
export function parseUrl(url: string, parameters: readonly Parameter[]): Parsed<UrlTemplate> {
  if (/[\s\p{Cc}\p{Cs}]/u.test(url) || url.replaceAll('\\$', '').includes('\\')) {
    return problem('the URL holds a blank, a control character or a backslash', 'bad_target');
  }
  const origin = splitOrigin(url);
  if (!origin.ok) return origin;
  const parts = parseParts(origin.value.rest, parameters);
  if (!parts.ok) return parts;
  const [pathParts, queryParts] = splitAtQuery(parts.value);
  const path = splitSegments(pathParts);
  const query = parseQuery(queryParts);
  if (!query.ok) return query;
  if (path.some((segment) => segment.every((part) => typeof part === 'string') && hasDotSegment(segment.join('')))) {
    return problem('the path has a segment . or ..; write it without', 'bad_target');
  }
  const start = origin.value.origin === undefined ? {} : { origin: origin.value.origin };
  const prefix = (start.origin ?? '') + (literalStart(path) || '/');
  const used = new Set(parts.value.flatMap(partNames));
  const template: UrlTemplate = { ...start, path, query: query.value, prefix, used };
  const probe = expandUrl(template, Object.fromEntries([...used].map((name) => [name, 'x'])));
  return probe.ok ? parsed(template) : problem('the path has an empty segment beside a slot', 'bad_target');
}

/**
 * The URL with its values, or the path where the template has no origin. Whatever the values are: the origin is the
 * template's, the URL begins with its literal prefix and has no fragment; without raw values and exploded objects it
 * has as many segments and the same query parameters as with harmless ones, with them every parameter that the
 * template names stays as it is. Faults: bad_path_segment:<name>, invalid_argument (half of a surrogate pair),
 * url_reshaped.
 */
export function expandUrl(template: UrlTemplate, args: Arguments): Result<string> {
  const illFormed = illFormedArgument(args);
  if (illFormed !== undefined) return illFormed;
  const text = assemble(template, args);
  if (!text.ok) return text;
  const full = (template.origin === undefined ? OWN_ORIGIN : '') + text.value;
  const url = URL.canParse(full) ? new URL(full) : undefined;
  // Equal text means that the parser moved, dropped and decoded nothing: what was checked is what is sent.
  if (url === undefined || url.href !== full || url.origin !== (template.origin ?? OWN_ORIGIN) || url.hash !== '') {
    return structureFault('The values would make another URL of it');
  }
  if (!text.value.startsWith(template.prefix) || (template.origin === undefined && text.value.startsWith('//'))) {
    return structureFault('The values would leave the literal prefix of the URL');
  }
  const harmless = assemble(template, harmlessArguments(args));
  if (!harmless.ok) return harmless;
  const expected = new URL(harmless.value, template.origin ?? OWN_ORIGIN);
  return hasShapeOf(template.path, template.query, args, url, expected) ? text : structureFault('The values would change the shape of the URL');
}

function assemble(template: UrlTemplate, args: Arguments): Result<string> {
  const path = expandPath(template.path, args, template.query.length === 0);
  if (!path.ok) return path;
  const query = expandQuery(template.query, args);
  if (!query.ok) return query;
  return ok((template.origin ?? '') + (path.value || '/') + (query.value === '' ? '' : `?${query.value}`));
}

function parseParts(text: string, parameters: readonly Parameter[]): Parsed<UrlPart[]> {
  const pieces = splitExpressions(text);
  if (!pieces.ok) return pieces;
  const parts: UrlPart[] = [];
  for (const piece of pieces.value) {
    const template = typeof piece === 'string' ? parseText(piece, parameters) : parsed({ parts: [piece] });
    if (!template.ok) return template;
    for (const part of template.value.parts) {
      if (typeof part === 'string' && part.includes('#')) return problem('the URL has a fragment, which is never sent', 'bad_target');
      if (typeof part === 'string' && hasBrokenTriplet(part)) return problem('a % lacks its two hexadecimal digits; write %25', 'bad_target');
      parts.push(typeof part === 'string' ? encodeLiteral(part) : part);
    }
  }
  const unknown = parts.flatMap(partNames).find((name) => !parameters.some((parameter) => parameter.name === name));
  return unknown === undefined ? parsed(parts) : problem(`{${unknown}} is no argument of this row`);
}

/** The query begins at the first literal `?` or at the first `{?x}` or `{&x}`. */
function splitAtQuery(parts: readonly UrlPart[]): [UrlPart[], UrlPart[]] {
  const at = parts.findIndex((part) => (typeof part === 'string' ? part.includes('?') : isQueryExpression(part)));
  if (at < 0) return [[...parts], []];
  const first = parts[at];
  if (typeof first !== 'string') return [parts.slice(0, at), parts.slice(at)];
  const mark = first.indexOf('?');
  const [before, after] = [first.slice(0, mark), first.slice(mark + 1)];
  return [
    [...parts.slice(0, at), ...(before === '' ? [] : [before])],
    [...(after === '' ? [] : [after]), ...parts.slice(at + 1)],
  ];
}

/** The path up to its first value. */
function literalStart(path: readonly PathSegment[]): string {
  let text = '';
  for (const [at, segment] of path.entries()) {
    if (at > 0) text += '/';
    for (const part of segment) {
      if (typeof part !== 'string') return text;
      text += part;
    }
  }
  return text;
}
