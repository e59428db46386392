// http rows that point at this Worker itself: answered in process, as the caller, counted as nesting; no network.
import { credentialVariables } from '../capability/authForm.ts';
import { lesserEffect } from '../capability/effect.ts';
import type { HttpCapability } from '../capability/model.ts';
import { NESTING_MAX, type CallContext } from '../context.ts';
import { err, fault, ok, type Result } from '../errors.ts';
import { redactShape, redactShapeHeaders } from '../outbound/redactShape.ts';
import type { HttpPayload } from '../templates/httpPayload.ts';
import { bodyOf, bodyShape, headersOf } from './httpRequest.ts';
import { outcomeOfResponse } from './httpResponse.ts';
import type { Prepared, Run } from './runner.ts';

/**
 * Prepares the call. Whatever it leads to has the caller's authority, and no more effect than this row and every row
 * above it. Refusals: nesting_too_deep, credential_not_allowed (the call runs as the caller; a credential has no place).
 */
export function prepareOwn({ capability, ctx, invocation }: Run<HttpCapability>, address: string, payload: HttpPayload): Result<Prepared> {
  if (ctx.nesting.depth >= NESTING_MAX) return err(fault('nesting_too_deep', { max: NESTING_MAX }));
  const credential = credentialVariables(capability.auth)[0];
  if (credential !== undefined)
    return err(fault('credential_not_allowed', { name: credential }, { detail: 'A row on this service runs as its caller: leave `auth` empty.' }));
  const { pathname, search } = new URL(address, ctx.origin);
  const url = ctx.origin + pathname + search;
  const { redactor } = ctx;
  const nested: CallContext = {
    ...ctx,
    nesting: {
      ...ctx.nesting,
      depth: ctx.nesting.depth + 1,
      parent: invocation,
      effectCeiling: lesserEffect(ctx.nesting.effectCeiling, capability.effect),
    },
  };
  return ok({
    shape: {
      method: capability.method,
      url: redactor.text(url),
      headers: redactShapeHeaders(headersOf(payload), redactor),
      body: payload.body === undefined ? null : redactShape(bodyShape(payload.body), redactor),
    },
    run: async (signal) => {
      if (signal.aborted) return { ok: false, fault: fault('timed_out', { type: 'http' }), warnings: [], outcomeUnknown: false };
      const request = new Request(url, {
        method: capability.method,
        headers: headersOf(payload) as [string, string][],
        body: payload.body === undefined ? undefined : bodyOf(payload.body),
      });
      const response = await ctx.callSelf(request, { ...nested, signal });
      if (signal.aborted && !response.ok)
        return { ok: false, fault: fault('timed_out', { type: 'http' }), warnings: [], outcomeUnknown: capability.effect !== 'read' };
      const bytes = new Uint8Array(await response.arrayBuffer());
      return outcomeOfResponse({ ok: true, status: response.status, headers: response.headers, bytes, url }, ctx, []);
    },
  });
}
