// The `auth` column: how a credential is applied, and the NAME of the variable that holds it. Pure; no value is ever here.
import type { AuthForm } from './model.ts';

export type ParsedAuth =
  | { readonly ok: true; readonly value: AuthForm }
  /** `prefix` is for the literal `ERR:auth:unknown_prefix:<prefix>`, short so that a pasted key is not repeated whole. */
  | { readonly ok: false; readonly prefix: string; readonly message: string };

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;
/** Maximal munch, as in shells; a `$` before anything else, digits too, is a dollar. */
const VARIABLE_USE = /\$([A-Za-z_][A-Za-z0-9_]*)/g;
/** RFC 9110 section 5.6.2. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** RFC 9110 section 5.5, in what every hop carries unchanged: visible ASCII, space and tab. */
const HEADER_TEXT = /^[\t\x20-\x7e]*$/;
const PREFIX_CHARS_MAX = 32;

/** Headers that belong to the connection or to the service; neither a row nor a credential sets them (RFC 9110 section 7.6.1). */
const MANAGED_HEADERS = new Set(['host', 'content-length', 'connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'expect']);

/** Whether a header is set by the service alone; `proxy-*` are hop by hop. */
export function isManagedHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return MANAGED_HEADERS.has(lower) || lower.startsWith('proxy-');
}

/** Parses an `auth` column; null, empty and blank mean no credential. Never throws. */
export function parseAuth(text: string | null): ParsedAuth {
  const trimmed = (text ?? '').trim();
  if (trimmed === '') return { ok: true, value: { kind: 'none' } };
  const colon = trimmed.indexOf(':');
  const prefix = colon < 0 ? trimmed : trimmed.slice(0, colon);
  const rest = colon < 0 ? '' : trimmed.slice(colon + 1).trim();
  const form = parseForm(prefix, rest);
  return typeof form === 'string' ? { ok: false, prefix: prefix.slice(0, PREFIX_CHARS_MAX), message: form } : { ok: true, value: form };
}

/** The names of all variables whose values a form sends; each must match CREDENTIAL_NAMES. */
export function credentialVariables(form: AuthForm): string[] {
  switch (form.kind) {
    case 'none':
      return [];
    case 'bearer':
    case 'basic':
    case 'query':
      return [form.variable];
    case 'headers':
      return [...new Set(form.headers.flatMap((header) => variablesIn(header.template)))];
    case 'oauth':
      return [`${form.name}_CLIENT_SECRET`];
  }
}

/** The variables that a header template uses, in order of appearance. */
export function variablesIn(template: string): string[] {
  return Array.from(template.matchAll(VARIABLE_USE), (use) => use[1] ?? '');
}

/** Puts values into a header template, in one pass: a `$` inside a value stays a dollar. */
export function fillTemplate(template: string, valueOf: (variable: string) => string): string {
  return template.replace(VARIABLE_USE, (_, variable: string) => valueOf(variable));
}

/** A string says what is wrong. */
function parseForm(prefix: string, rest: string): AuthForm | string {
  switch (prefix) {
    case 'bearer':
    case 'basic':
      return VARIABLE.test(rest) ? { kind: prefix, variable: rest } : `\`${prefix}:\` is followed by the NAME of a variable, never by a value`;
    case 'headers':
      return parseHeaders(rest);
    case 'query':
      return parseQuery(rest);
    case 'oauth':
      return VARIABLE.test(rest) ? { kind: 'oauth', name: rest } : '`oauth:` is followed by the NAME that NAME_CLIENT_SECRET begins with';
    default:
      return 'auth is empty, bearer:NAME, basic:NAME, headers:{"name":"$NAME"}, query:parameter=NAME or oauth:NAME';
  }
}

function parseQuery(rest: string): AuthForm | string {
  const equals = rest.lastIndexOf('=');
  const [parameter, variable] = [rest.slice(0, Math.max(equals, 0)), rest.slice(equals + 1)];
  const isParameter = parameter !== '' && HEADER_TEXT.test(parameter);
  return isParameter && VARIABLE.test(variable)
    ? { kind: 'query', parameter, variable }
    : '`query:` is followed by parameter=NAME, NAME being that of a variable';
}

function parseHeaders(rest: string): AuthForm | string {
  const members = tryJson(rest);
  if (members === null || typeof members !== 'object' || Array.isArray(members))
    return '`headers:` is followed by a JSON object such as {"x-api-key":"$NAME"}';
  const headers: { name: string; template: string }[] = [];
  for (const [name, template] of Object.entries(members)) {
    if (!HEADER_NAME.test(name)) return 'a member of `headers:` is not a header name';
    if (isManagedHeader(name)) return `the header ${name.toLowerCase()} is set by the service`;
    if (typeof template !== 'string' || !HEADER_TEXT.test(template)) return `the value of the header ${name} must be a string of visible ASCII`;
    if (headers.some((other) => other.name.toLowerCase() === name.toLowerCase())) return `the header ${name} stands there twice`;
    headers.push({ name, template });
  }
  return { kind: 'headers', headers };
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
