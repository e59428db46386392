// Runs http rows: somebody else's API through the guarded fetch, or this Worker itself in process.
import { exceeds } from '../capability/effect.ts';
import type { HttpCapability } from '../capability/model.ts';
import type { CallContext } from '../context.ts';
import { ok, type Result } from '../errors.ts';
import { newSpanId } from '../ids.ts';
import { applyAuth, type AppliedAuth } from '../outbound/credentials.ts';
import { checkTarget } from '../outbound/guard.ts';
import { guardedFetch, type FetchOutcome } from '../outbound/guardedFetch.ts';
import { redactShape, redactShapeHeaders } from '../outbound/redactShape.ts';
import { expandHttpPayload, type HttpPayload } from '../templates/httpPayload.ts';
import { expandUrl } from '../templates/url.ts';
import type { Json } from '../templates/parameters.ts';
import { prepareOwn } from './httpOwn.ts';
import { bodyOf, bodyShape, headersOf } from './httpRequest.ts';
import { outcomeOfResponse } from './httpResponse.ts';
import type { Outcome, Prepared, Run, Runner } from './runner.ts';

interface HttpCall {
  readonly method: string;
  readonly url: string;
  readonly payload: HttpPayload;
  readonly auth: AppliedAuth;
}

/**
 * The runner of http rows. Refusals: bad_path_segment, invalid_argument, outbound_refused, credential_missing,
 * credential_not_allowed, runner_unavailable, nesting_too_deep (own origin).
 */
export function makeHttpRunner(): Runner<HttpCapability> {
  return { prepare: (run) => Promise.resolve(prepare(run)) };
}

function prepare(run: Run<HttpCapability>): Result<Prepared> {
  const { capability, args, ctx } = run;
  const url = expandUrl(capability.url, args);
  if (!url.ok) return url;
  const payload = expandHttpPayload(capability.request, args);
  if (!payload.ok) return payload;
  if (isOwnAddress(url.value, ctx)) return prepareOwn(run, url.value, payload.value);

  const target = checkTarget(url.value, ctx.config.allowPrivateHosts);
  if (!target.ok) return target;
  const auth = applyAuth(capability.auth, ctx.config, target.value.origin, capability.effect);
  if (!auth.ok) return auth;
  const call = { method: capability.method, url: url.value, payload: payload.value, auth: auth.value };
  return ok({ shape: shapeOf(call, ctx), run: (signal) => send(run, call, signal) });
}

/** A path, or an address on a host that the settings name as this service's. Nothing of the request decides: it could lie. */
function isOwnAddress(url: string, { config }: CallContext): boolean {
  if (url.startsWith('/')) return true;
  const { origin, host } = new URL(url);
  return origin === config.origin || config.allowedHosts.includes(host);
}

/** What would be sent, without credentials. */
function shapeOf({ method, url, payload, auth }: HttpCall, { redactor }: CallContext): Json {
  return {
    method,
    url: redactor.text(url),
    headers: redactShapeHeaders([...headersOf(payload), ...auth.headers], redactor),
    body: payload.body === undefined ? null : redactShape(bodyShape(payload.body), redactor),
  };
}

async function send({ capability, ctx }: Run<HttpCapability>, call: HttpCall, signal: AbortSignal): Promise<Outcome> {
  const outcome = await guardedFetch(
    {
      method: call.method,
      url: call.url,
      // W3C Trace Context: the upstream's log can be matched with the receipt.
      headers: [...headersOf(call.payload), ['traceparent', `00-${ctx.trace}-${newSpanId()}-01`]],
      body: call.payload.body === undefined ? undefined : bodyOf(call.payload.body),
      credentialHeaders: call.auth.headers,
      credentialQuery: call.auth.query,
      signal,
    },
    {
      allowPrivate: ctx.config.allowPrivateHosts,
      outboundNonce: ctx.config.outboundNonce,
      redactor: ctx.redactor,
      isOwn: (url) => isOwnAddress(url.href, ctx),
    },
  );
  if (outcome.ok) return outcomeOfResponse(outcome, ctx, call.auth.warnings);
  return failure(outcome, exceeds(capability.effect, 'read'), call.auth.warnings);
}

function failure({ fault: of, sent }: Extract<FetchOutcome, { ok: false }>, hasEffect: boolean, warnings: readonly string[]): Outcome {
  return { ok: false, fault: of, warnings, outcomeUnknown: sent && hasEffect };
}
