// Stands before all outbound traffic of a local Worker: resolves a name, checks every address, connects to a checked one.
// A Worker cannot do this itself, since it never sees the address behind a name.
import { randomBytes } from 'node:crypto';
import dns from 'node:dns';
import { request as requestHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { pipeline } from 'node:stream';
import { addressRule } from '../src/outbound/address.ts';
import { checkTarget } from '../src/outbound/guard.ts';
import { answerMark, OUTBOUND_HEADER, readRequestMark, type ServiceAnswer } from '../src/outbound/outboundMark.ts';
import { hostOf, openedBy, portOf } from '../src/outbound/privateHosts.ts';

export interface Address {
  readonly address: string;
  readonly family: number;
}

/** All addresses of a name; rejects where there is none. */
export type Resolve = (host: string) => Promise<readonly Address[]>;

/** May be given to Miniflare as `outboundService` as it is; the Worker gets `nonce` as the text binding OUTBOUND_NONCE. */
export interface OutboundService {
  readonly node: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  readonly nonce: string;
}

const RESPONSE_HEADER_BYTES_MAX = 64 * 1024;

/** Hop by hop (RFC 9110 section 7.6.1), or put there by Miniflare on the way here. */
const DROPPED = /^(?:connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|proxy-.*|mf-.*|cf-worker|rowcall-outbound)$/;

/**
 * The service. Entries of `allowPrivateHosts` (`host` or `host:port`) are not checked by address. Bodies stream through
 * unchanged both ways, still compressed, no faster than the other side takes them; when one side ends, so does the other.
 * Redirects are not followed. `ownPort` is where this service listens on loopback. Each request has a connection of its own, to an address that was checked for it.
 */
export function makeOutboundService(allowPrivateHosts: readonly string[], resolve: Resolve = resolveName, ownPort = 0): OutboundService {
  const nonce = randomBytes(16).toString('hex');
  const node = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const answer = (said: ServiceAnswer) => answerInstead(incoming, outgoing, answerMark(nonce, said));
    const target = readTarget(incoming, nonce, allowPrivateHosts);
    if (typeof target === 'string') return answer({ kind: 'refused', rule: target });
    const addresses = await addressesOf(target, allowPrivateHosts, resolve);
    if (addresses === undefined) return answer({ kind: 'failed', sent: false });
    if (typeof addresses === 'string') return answer({ kind: 'refused', rule: addresses });
    // Under whatever name: a call of the service by itself is made in process, where it is counted.
    const isOwn = Number(portOf(target)) === ownPort && addresses.some(({ address }) => addressRule(address) === 'loopback');
    if (isOwn) return answer({ kind: 'refused', rule: 'own_origin' });
    // The caller may have given up while the name was looked up: then nothing may be sent any more.
    if (outgoing.destroyed) return;
    try {
      await forward(incoming, outgoing, target, addresses, (sent) => answer({ kind: 'failed', sent }));
    } catch {
      // Node does not take the path or a header; what it would have sent is not known.
      answer({ kind: 'failed', sent: true });
    }
  };
  return { node, nonce };
}

/** The URL of a request; a string is the rule that refuses it. */
function readTarget(incoming: IncomingMessage, nonce: string, allowPrivateHosts: readonly string[]): URL | string {
  const mark = incoming.headers[OUTBOUND_HEADER];
  const scheme = readRequestMark(typeof mark === 'string' ? mark : undefined, nonce);
  const checked = checkTarget(`${scheme ?? 'http'}://${incoming.headers.host ?? ''}${incoming.url ?? '/'}`, allowPrivateHosts);
  if (!checked.ok) return String(checked.fault.params.rule);
  // Without the mark it was not the guarded fetch, and the scheme is not known: plain text must not leave the machine.
  const host = hostOf(checked.value);
  const isOpenLoopback = openedBy(checked.value, allowPrivateHosts).host && (host === 'localhost' || addressRule(host) === 'loopback');
  return scheme === undefined && !isOpenLoopback ? 'unguarded' : checked.value;
}

/** The addresses to connect to; a string is the class of one that may not be; undefined: the name has none. */
async function addressesOf(target: URL, allowPrivateHosts: readonly string[], resolve: Resolve): Promise<readonly Address[] | string | undefined> {
  const host = hostOf(target);
  const family = isIP(host);
  const addresses = family === 0 ? await resolve(host).catch(() => []) : [{ address: host, family }];
  if (addresses.length === 0) return undefined;
  if (openedBy(target, allowPrivateHosts).host) return addresses;
  return addresses.map(({ address }) => addressRule(address)).find((rule) => rule !== undefined) ?? addresses;
}

async function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  target: URL,
  addresses: readonly Address[],
  fail: (sent: boolean) => void,
): Promise<void> {
  const isTls = target.protocol === 'https:';
  // No byte of the request leaves before the connection, TLS included, stands.
  let mayBeSent = false;
  const closed = Promise.withResolvers<void>();
  const outbound = (isTls ? requestHttps : requestHttp)({
    method: incoming.method,
    host: hostOf(target),
    port: portOf(target),
    // Exactly what the Worker sent: parsing and printing it again could change it.
    path: incoming.url,
    // A body of unknown length stays one; Node would not frame it by itself for every method.
    headers: [...keptHeaders(incoming.rawHeaders), ...(incoming.headers['transfer-encoding'] === undefined ? [] : ['transfer-encoding', 'chunked'])],
    setHost: false,
    agent: false,
    maxHeaderSize: RESPONSE_HEADER_BYTES_MAX,
    lookup: lookupAmong(addresses),
  });
  outbound.once('socket', (socket) => socket.once(isTls ? 'secureConnect' : 'connect', () => (mayBeSent = true)));
  outbound.once('upgrade', (_, socket) => socket.destroy());
  outbound.once('response', (reply) => relay(reply, outgoing, () => outbound.destroy()));
  outbound.on('error', () => {
    if (outgoing.headersSent) outgoing.destroy();
    else fail(mayBeSent);
  });
  outbound.once('close', () => {
    // Closed without a word: neither an error nor a response was seen.
    if (!outgoing.headersSent) fail(mayBeSent);
    closed.resolve();
  });
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) outbound.destroy();
  });
  // An upstream may answer and close before it has read the body: that ends the body, not the answer.
  pipeline(incoming, outbound, () => undefined);
  await closed.promise;
}

function relay(reply: IncomingMessage, outgoing: ServerResponse, giveUp: () => void): void {
  if (outgoing.headersSent || outgoing.destroyed) return giveUp();
  try {
    outgoing.writeHead(reply.statusCode ?? 502, reply.statusMessage?.replace(/[^\t\x20-\x7e]/g, ''), keptHeaders(reply.rawHeaders));
  } catch {
    // A header that Node reads but does not write.
    return giveUp();
  }
  outgoing.flushHeaders();
  pipeline(reply, outgoing, (error) => {
    if (error) giveUp();
  });
}

/** Names and values in turn, without those of the connection. */
function keptHeaders(raw: readonly string[]): string[] {
  const pairs = raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : []));
  const named = pairs.flatMap(([name, value]) => (name.toLowerCase() === 'connection' ? value.toLowerCase().split(/\s*,\s*/) : []));
  return pairs.filter(([name]) => !DROPPED.test(name.toLowerCase()) && !named.includes(name.toLowerCase())).flat();
}

/** The connection's own lookup gives back the checked addresses, so there is no second answer that could differ. */
function lookupAmong(addresses: readonly Address[]): LookupFunction {
  return (_host, options, callback) => {
    if (options.all === true) callback(null, [...addresses]);
    else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
  };
}

function resolveName(host: string): Promise<readonly Address[]> {
  return dns.promises.lookup(host, { all: true });
}

function answerInstead(incoming: IncomingMessage, outgoing: ServerResponse, mark: string): void {
  incoming.resume();
  if (outgoing.headersSent || outgoing.destroyed) return;
  outgoing.writeHead(502, { [OUTBOUND_HEADER]: mark, 'content-length': 0 });
  outgoing.end();
}
