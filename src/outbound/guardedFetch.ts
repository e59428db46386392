// The one way out: every outbound request of the service is made here.
import { isManagedHeader } from '../capability/authForm.ts';
import type { Redactor } from '../context.ts';
import { fault, type Fault } from '../errors.ts';
import { checkTarget } from './guard.ts';
import type { HeaderList } from './headerNames.ts';
import { OUTBOUND_HEADER, readAnswerMark, requestMark } from './outboundMark.ts';
import { readBody, unlessAborted } from './readBody.ts';
import { isRedirect, nextHop, type Hop, type OutboundBody, type RedirectRules } from './redirects.ts';

/** 10 MiB, decompressed. */
export const RESPONSE_BYTES_MAX = 10 * 1024 * 1024;

export interface OutboundRequest {
  readonly method: string;
  readonly url: string;
  /** The row's own headers. Managed ones are dropped; credential-shaped ones stay on the first origin. */
  readonly headers: HeaderList;
  readonly body?: OutboundBody;
  /** From applyAuth: they win over the row's own, and never leave the first origin. */
  readonly credentialHeaders: HeaderList;
  readonly credentialQuery: HeaderList;
  readonly signal: AbortSignal;
}

export interface OutboundOptions {
  readonly allowPrivate: readonly string[];
  /** From AppConfig; the answers of the Node service before outbound traffic are known by it. */
  readonly outboundNonce: string | undefined;
  /** Knows the credentials: an address that holds one is not followed to another origin. */
  readonly redactor: Redactor;
  /** Addresses of this Worker itself: they are served in process, so reaching them over the network is refused. */
  readonly isOwn?: (url: URL) => boolean;
}

export type FetchOutcome =
  /** A complete response of any status. Nothing in it is redacted. `url` is that of the last hop, without credentials. */
  | { readonly ok: true; readonly status: number; readonly headers: Headers; readonly bytes: Uint8Array<ArrayBuffer>; readonly url: string }
  /** `sent: false` only where it is certain that no byte of the request has left; then it is as if it had not been made. */
  | { readonly ok: false; readonly fault: Fault; readonly sent: boolean };

/**
 * Makes one request, following at most five redirects by hand. Faults: `outbound_refused` (422, before anything left),
 * `redirect_refused` (502, at a hop), `http_fetch`, `http_too_large`, `timed_out`. Ends promptly once the signal aborts.
 * Never throws for what upstreams, networks or header values do.
 */
export async function guardedFetch(request: OutboundRequest, options: OutboundOptions): Promise<FetchOutcome> {
  const target = checkTarget(request.url, options.allowPrivate);
  if (!target.ok) return failed(target.fault, false);
  if (options.isOwn?.(target.value) === true) return failed(fault('outbound_refused', { rule: 'own_origin' }), false);
  const rules: RedirectRules = { ...options, credentialQuery: request.credentialQuery };
  const headers = request.headers.filter(([name]) => !isManagedHeader(name) && name.toLowerCase() !== OUTBOUND_HEADER);
  const chain: Hop[] = [
    { method: request.method, url: target.value, headers, ...(request.body === undefined ? {} : { body: request.body }), credentialed: true },
  ];
  for (;;) {
    const hop = chain.at(-1) as Hop;
    const response = await send(hop, chain.length > 1, request, options);
    if (!(response instanceof Response)) return response;
    const location = isRedirect(response.status) ? response.headers.get('location') : null;
    if (location === null) return complete(response, hop.url, request.signal);
    response.body?.cancel().catch(() => undefined);
    const next = nextHop(chain, response.status, location, rules);
    if (!next.ok) return failed(next.fault, true);
    chain.push(next.value);
  }
}

async function send(hop: Hop, isRedirected: boolean, request: OutboundRequest, options: OutboundOptions): Promise<Response | FetchOutcome> {
  const { signal } = request;
  if (signal.aborted) return failed(TIMED_OUT, isRedirected);
  const headers = makeHeaders(hop, request, options);
  if (headers === undefined) return failed(fault('outbound_refused', { rule: 'header' }), isRedirected);
  const url = hop.credentialed ? withQuery(hop.url, request.credentialQuery) : hop.url.href;
  // no-store: a call is a call, never the answer that a cache kept of an earlier one.
  const pending = fetch(url, { method: hop.method, headers, body: hop.body, redirect: 'manual', cache: 'no-store', signal });
  try {
    return answerOf(await unlessAborted(pending, signal), isRedirected, options);
  } catch {
    pending.then((late) => late.body?.cancel()).catch(() => undefined);
    // How far a request got cannot be told from a failed fetch; where it can, the Node service says so.
    return failed(signal.aborted ? TIMED_OUT : fault('http_fetch'), true);
  }
}

/** The upstream's response, or what the Node service answered in its place. */
function answerOf(response: Response, isRedirected: boolean, options: OutboundOptions): Response | FetchOutcome {
  const said = readAnswerMark(response.headers.get(OUTBOUND_HEADER), options.outboundNonce);
  if (said === undefined) return response;
  response.body?.cancel().catch(() => undefined);
  if (said.kind === 'failed') return failed(fault('http_fetch'), isRedirected || said.sent);
  return failed(fault(isRedirected ? 'redirect_refused' : 'outbound_refused', { rule: said.rule }), isRedirected);
}

async function complete(response: Response, url: URL, signal: AbortSignal): Promise<FetchOutcome> {
  const read = await readBody(response, RESPONSE_BYTES_MAX, signal);
  if (read.ok) return { ok: true, status: response.status, headers: response.headers, bytes: read.bytes, url: url.href };
  if (read.why === 'too_large') return failed(fault('http_too_large', { max: RESPONSE_BYTES_MAX }), true);
  return failed(read.why === 'aborted' ? TIMED_OUT : fault('http_fetch'), true);
}

/** undefined: a name or value is not one that HTTP can carry. */
function makeHeaders(hop: Hop, request: OutboundRequest, options: OutboundOptions): Headers | undefined {
  try {
    const headers = new Headers();
    for (const [name, value] of hop.headers) headers.append(name, value);
    if (!headers.has('user-agent')) headers.set('user-agent', 'rowcall');
    if (hop.credentialed) for (const [name, value] of request.credentialHeaders) headers.set(name, value);
    if (options.outboundNonce !== undefined) headers.set(OUTBOUND_HEADER, requestMark(options.outboundNonce, hop.url));
    return headers;
  } catch {
    return undefined;
  }
}

/** Appends by hand: the standard setter would rewrite the whole query. */
function withQuery(url: URL, parameters: HeaderList): string {
  if (parameters.length === 0) return url.href;
  const added = parameters.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  const full = new URL(url);
  full.search = full.search.length > 1 ? `${full.search}&${added}` : added;
  return full.href;
}

const TIMED_OUT = fault('timed_out', { type: 'http' });

function failed(of: Fault, sent: boolean): FetchOutcome {
  return { ok: false, fault: of, sent };
}
