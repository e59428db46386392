// Composition root: configuration, routes in order, what answers when nothing else does.
import { waitUntil } from 'cloudflare:workers';
import { Hono } from 'hono';
import { z } from 'zod';
import type { CallContext } from './context.ts';
import { openDatabase } from './db/client.ts';
import { readConfig, type Bindings } from './env.ts';
import { fault } from './errors.ts';
import { adopt, queuedContext } from './http/callContext.ts';
import { faultOfDefect } from './http/defects.ts';
import { openLedger } from './ledger/openLedger.ts';
import { openSigning } from './ledger/sign.ts';
import { refuse, serve } from './http/serve.ts';
import type { Service } from './http/service.ts';
import { logDefect, logWarning } from './log.ts';
import { makeRedactor } from './outbound/redact.ts';
import { operations } from './routes/routes.ts';
import { functionCatalogue } from './runners/functions/catalogue.ts';
import { newRequestId, parseInvocationId } from './ids.ts';
import { runQueued } from './invoke/queued.ts';

type AppEnv = { Bindings: Bindings };

const app = new Hono<AppEnv>();

for (const operation of operations) {
  app.on(operation.method.toUpperCase(), operation.path.replaceAll(/\{(\w+)\}/g, ':$1'), (c) =>
    serve(operation, c.req.raw, c.req.param(), c.env, serviceOf(c.env)),
  );
}

app.notFound((c) => {
  const allow = methodsAt(c.req.path);
  return refuse(allow.length === 0 ? fault('not_found') : fault('method_not_allowed', { allow: allow.join(', ') }), serviceOf(c.env));
});

app.onError((error, c) => {
  const service = serviceOf(c.env);
  const requestId = newRequestId();
  logDefect({ requestId, redactor: service.redactor }, error);
  return refuse(faultOfDefect(error, requestId), service);
});

/** Answers one request. Every fault is an answer; nothing is thrown. */
export function handle(request: Request, bindings: Bindings): Promise<Response> {
  return Promise.resolve(app.fetch(request, bindings));
}

const woken = z.object({ id: z.string() });

/**
 * Runs the queued calls that messages name. A message is done with whatever happens: it only wakes, and the sweep looks
 * after receipts that are left.
 */
export async function consume(batch: MessageBatch, bindings: Bindings): Promise<void> {
  const service = serviceOf(bindings);
  await Promise.all(
    batch.messages.map(async ({ body }) => {
      const id = parseInvocationId(woken.safeParse(body).data?.id ?? '');
      if (id === undefined) return;
      try {
        await runQueued((intent) => queuedContext(intent, bindings, service), service.db, id);
      } catch (error) {
        logDefect({ requestId: newRequestId(), redactor: service.redactor }, error);
      }
    }),
  );
  batch.ackAll();
}

/** Settings do not change while the bindings object lives, so they are read once for each. */
const services = new WeakMap<Bindings, Service>();

function serviceOf(bindings: Bindings): Service {
  const known = services.get(bindings);
  if (known !== undefined) return known;
  const config = readConfig(bindings);
  for (const warning of config.warnings) logWarning(warning);
  const redactor = makeRedactor(config.secrets);
  let signing: ReturnType<typeof openSigning> | undefined;
  const service: Service = {
    config,
    db: openDatabase(bindings.DB),
    ledger: openLedger(bindings.SEQUENCER),
    signing: () => (signing ??= openSigning(config)),
    redactor,
    functions: functionCatalogue,
    callSelf: (request: Request, as: CallContext) => handle(adopt(request, as), bindings),
    later: (work) => waitUntil(work().catch((error: unknown) => logDefect({ requestId: newRequestId(), redactor }, error))),
  };
  services.set(bindings, service);
  return service;
}

const addresses = operations.map(({ method, path }) => ({
  method: method.toUpperCase(),
  pattern: new RegExp(`^${path.replaceAll(/[.]/g, '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

function methodsAt(path: string): string[] {
  const methods = addresses.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods;
}
