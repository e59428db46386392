// From a request to the context of its call: who asks, in which trace, under which origin.
import type { Credentials } from '../auth/actor.ts';
import { proveActor } from '../auth/actor.ts';
import { rootNesting, type CallContext } from '../context.ts';
import type { AppConfig, Bindings } from '../env.ts';
import { ok, type Result } from '../errors.ts';
import { newRequestId, newTraceId, type InvocationId, type TraceId } from '../ids.ts';
import type { Intent } from '../ledger/entries.ts';
import type { Service } from './service.ts';

/** Requests that this Worker makes to itself carry their context beside them: no header could be trusted to. */
const adopted = new WeakMap<Request, CallContext>();

/** Marks a request as made in process, on behalf of `as`. */
export function adopt(request: Request, as: CallContext): Request {
  adopted.set(request, as);
  return request;
}

/** Faults: those of proveActor. */
export async function callContext(request: Request, bindings: Bindings, service: Service): Promise<Result<CallContext>> {
  const given = adopted.get(request);
  if (given !== undefined) return ok(given);
  const actor = await proveActor(credentialsIn(request.headers), service.config);
  if (!actor.ok) return actor;
  const origin = originOf(new URL(request.url), service.config);
  return ok({ ...common(bindings, service), actor: actor.value, trace: newTraceId(), origin, nesting: rootNesting() });
}

/** The context of a queued call: that of the request which it was accepted from. */
export function queuedContext(intent: Intent, bindings: Bindings, service: Service): CallContext {
  const parent = intent.parent === null ? {} : { parent: intent.parent as InvocationId };
  return {
    ...common(bindings, service),
    // Tokens join here with their issue.
    actor: { kind: intent.actor === 'owner' ? 'owner' : 'anonymous' },
    trace: intent.trace as TraceId,
    origin: service.config.origin ?? '',
    nesting: { ...rootNesting(), ...parent },
  };
}

function common(bindings: Bindings, service: Service) {
  return {
    requestId: newRequestId(),
    now: () => new Date(),
    db: service.db,
    ledger: service.ledger,
    signing: service.signing,
    bindings,
    config: service.config,
    functions: service.functions,
    redactor: service.redactor,
    callSelf: service.callSelf,
    later: service.later,
  };
}

function credentialsIn(headers: Headers): Credentials {
  const authorization = headers.get('authorization');
  const bearer = authorization === null ? undefined : /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  return {
    terminalKey: headers.get('x-terminal-key') ?? undefined,
    bearer,
    malformed: authorization !== null && bearer === undefined,
    token: headers.get('x-capability-token') ?? undefined,
  };
}

/** A Host that nobody vouched for must not appear in links. */
function originOf(url: URL, config: AppConfig): string {
  const isOwn = config.origin !== undefined && new URL(config.origin).host === url.host;
  const isAllowed = config.allowedHosts.some((host) => host === url.host || host === url.hostname);
  return isOwn || isAllowed ? url.origin : (config.origin ?? url.origin);
}
