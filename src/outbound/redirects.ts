// Where a redirect leads, and what may go along. Pure.
import type { Redactor } from '../context.ts';
import { err, fault, ok, type Result } from '../errors.ts';
import { checkTarget } from './guard.ts';
import { isCredentialShaped, type HeaderList } from './headerNames.ts';

export const HOPS_MAX = 5;

export type OutboundBody = string | Uint8Array<ArrayBuffer> | FormData;

/** One request of a chain of redirects. */
export interface Hop {
  readonly method: string;
  /** Without the parameters that carry credentials. */
  readonly url: URL;
  readonly headers: HeaderList;
  readonly body?: OutboundBody;
  /** false once the chain has left the first origin; it never turns true again. */
  readonly credentialed: boolean;
}

export interface RedirectRules {
  readonly allowPrivate: readonly string[];
  readonly isOwn?: (url: URL) => boolean;
  readonly redactor: Redactor;
  readonly credentialQuery: HeaderList;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export function isRedirect(status: number): boolean {
  return REDIRECTS.has(status);
}

/**
 * The next hop of a chain (Fetch standard, HTTP-redirect fetch, made stricter). To the same origin everything goes along;
 * to another one no body, no credential of any form, no header with a credential's name. Refused, as `redirect_refused`:
 * whatever checkTarget refuses, `own_origin`, `cross_origin_body`, `credential_in_redirect` (the upstream put one into
 * the address), `redirect_loop` and, after five hops, `too_many_redirects`.
 */
export function nextHop(chain: readonly Hop[], status: number, location: string, rules: RedirectRules): Result<Hop> {
  const from = chain.at(-1);
  if (from === undefined || chain.length > HOPS_MAX) return refuse('too_many_redirects');
  const target = resolve(location, from.url, rules);
  if (!target.ok) return target;
  const url = withoutCredentials(target.value, rules.credentialQuery);
  const isSameOrigin = url.origin === from.url.origin;
  if (!isSameOrigin && rules.redactor.text(url.href) !== url.href) return refuse('credential_in_redirect');
  const becomesGet = (status === 303 && from.method !== 'GET' && from.method !== 'HEAD') || (status <= 302 && from.method === 'POST');
  const body = becomesGet ? undefined : from.body;
  if (!isSameOrigin && body !== undefined) return refuse('cross_origin_body');
  const headers = from.headers.filter(([name]) => (isSameOrigin || !isCredentialShaped(name)) && !(becomesGet && isAboutBody(name)));
  const hop: Hop = {
    method: becomesGet ? 'GET' : from.method,
    url,
    headers,
    ...(body === undefined ? {} : { body }),
    credentialed: from.credentialed && isSameOrigin,
  };
  const isLoop = chain.some((past) => past.method === hop.method && addressOf(past.url) === addressOf(url));
  return isLoop ? refuse('redirect_loop') : ok(hop);
}

function resolve(location: string, base: URL, rules: RedirectRules): Result<URL> {
  // A scheme in the text makes it absolute and it is checked as it stands; else it is a path or `//host` on the base.
  const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(location);
  if (!isAbsolute && (/[\\\u0000-\u001f\u007f]/.test(location) || !URL.canParse(location, base.href))) return refuse('syntax');
  const checked = checkTarget(isAbsolute ? location : new URL(location, base).href, rules.allowPrivate);
  if (!checked.ok) return refuse(String(checked.fault.params.rule));
  const url = new URL(checked.value);
  url.hash = '';
  return rules.isOwn?.(url) === true ? refuse('own_origin') : ok(url);
}

/** Servers repeat the query they got: the credential's own parameter goes, others of that name stay. */
function withoutCredentials(url: URL, credentialQuery: HeaderList): URL {
  const clean = new URL(url);
  for (const [name, value] of credentialQuery) if (clean.searchParams.getAll(name).includes(value)) clean.searchParams.delete(name, value);
  return clean;
}

function isAboutBody(name: string): boolean {
  return name.toLowerCase().startsWith('content-');
}

function addressOf(url: URL): string {
  return url.href.replace(/#.*$/, '');
}

function refuse(rule: string) {
  return err(fault('redirect_refused', { rule }));
}
