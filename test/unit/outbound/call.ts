import { env } from 'cloudflare:workers';
import { guardedFetch, type FetchOutcome, type OutboundOptions, type OutboundRequest } from '../../../src/outbound/guardedFetch.ts';
import { readConfig } from '../../../src/env.ts';
import { makeRedactor } from '../../../src/outbound/redact.ts';

const config = readConfig(env);

/** The upstream's own origin, and a second origin at which the same server answers. */
export const A = env.TEST_UPSTREAM;
export const B = A.replace('127.0.0.1', 'localhost');

export const SECRET = 'canary-93b1f7d2c4e8a650';

/** One guarded call with the settings of the test Worker. */
export function call(url: string, request: Partial<OutboundRequest> = {}, options: Partial<OutboundOptions> = {}): Promise<FetchOutcome> {
  return guardedFetch(
    { method: 'GET', url, headers: [], credentialHeaders: [], credentialQuery: [], signal: AbortSignal.timeout(10_000), ...request },
    { allowPrivate: config.allowPrivateHosts, outboundNonce: config.outboundNonce, redactor: makeRedactor([SECRET]), ...options },
  );
}

/** What the upstream's echo says it got. */
export interface Echo {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

export function textOf(outcome: FetchOutcome): string {
  if (!outcome.ok) throw new Error(`${outcome.fault.code} ${JSON.stringify(outcome.fault.params)}`);
  return new TextDecoder().decode(outcome.bytes);
}

export function echoOf(outcome: FetchOutcome): Echo {
  return JSON.parse(textOf(outcome)) as Echo;
}

/** `code:rule` and whether anything was sent. */
export function refusalOf(outcome: FetchOutcome): { readonly code: string; readonly sent: boolean } {
  if (outcome.ok) throw new Error(`status ${outcome.status}`);
  const rule = outcome.fault.params.rule;
  return { code: rule === undefined ? outcome.fault.code : `${outcome.fault.code}:${rule}`, sent: outcome.sent };
}
