// The check of a target before anything leaves: scheme, syntax, user-info, port, host name, address. Pure.
// It cannot see the address behind a name; scripts/outbound.ts checks that where there is a resolver.
import { err, fault, ok, type Result } from '../errors.ts';
import { addressRule, isAddress } from './address.ts';
import { hostOf, openedBy, portOf } from './privateHosts.ts';

/** Parsers drop or turn these, so that what is checked would not be what is called. C1 controls included. */
const TREACHEROUS = /[\\\u0000-\u001f\u007f-\u009f]/;
/** Special-use names of RFC 6761, 6762, 8375 and of clouds; a name without a dot is local by nature. */
const LOCAL_NAME = /(?:^|\.)(?:localhost|localdomain|internal|local|home\.arpa)$|^[^.]*$/;

/** Bytes; the runtime sends no longer address than 64 KiB, and a credential may still be appended. */
const URL_BYTES_MAX = 32_768;

const DETAILS: Readonly<Record<string, string>> = {
  scheme: 'Only http and https addresses are called.',
  syntax: 'The address is not written as scheme://host/path, or holds a backslash or control character.',
  user_info: 'The address holds user-info; a credential is named in auth instead.',
  port: 'Only the ports 80, 443 and those from 1024 are called, others where ALLOW_PRIVATE_HOSTS names host:port.',
  host_name: 'The host name is a local one.',
  too_long: `With its arguments the address is longer than ${URL_BYTES_MAX} bytes.`,
};

/**
 * Checks the raw text of a target and parses it. `allowPrivate` holds entries of ALLOW_PRIVATE_HOSTS. A refusal is
 * `outbound_refused` with the `rule`: scheme, syntax, too_long, user_info, port, host_name, or the class of the address.
 */
export function checkTarget(raw: string, allowPrivate: readonly string[]): Result<URL> {
  const rule = rawRule(raw);
  if (rule !== undefined) return refuse(rule);
  const url = new URL(raw);
  if (url.href.length > URL_BYTES_MAX) return refuse('too_long');
  const opened = openedBy(url, allowPrivate);
  if (!opened.port && !isOrdinaryPort(Number(portOf(url)))) return refuse('port');
  if (opened.host) return ok(url);
  const host = hostOf(url);
  const hostRule = isAddress(host) ? addressRule(host) : LOCAL_NAME.test(host) ? 'host_name' : undefined;
  return hostRule === undefined ? ok(url) : refuse(hostRule);
}

/** What the text itself breaks, before a parser has smoothed it. */
function rawRule(raw: string): string | undefined {
  if (TREACHEROUS.test(raw)) return 'syntax';
  if (!/^https?:/i.test(raw)) return 'scheme';
  const authority = /^https?:\/\/([^/?#]+)/i.exec(raw)?.[1];
  if (authority === undefined) return 'syntax';
  if (authority.includes('@')) return 'user_info';
  return URL.canParse(raw) ? undefined : 'syntax';
}

function isOrdinaryPort(port: number): boolean {
  return port === 80 || port === 443 || (port >= 1024 && port <= 65_535);
}

function refuse(rule: string) {
  return err(fault('outbound_refused', { rule }, { detail: DETAILS[rule] ?? `The host is an address of the class ${rule}.` }));
}
