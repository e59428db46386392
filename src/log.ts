// The only writer of the log. One JSON line each, redacted: no line holds a secret or a request's body.
import type { CallContext } from './context.ts';

/** An error that nobody expected. The answer shows only the request id; the details stand here. */
export function logDefect(ctx: Pick<CallContext, 'requestId' | 'redactor'>, error: unknown): void {
  const causes: string[] = [];
  for (let at: unknown = error; at instanceof Error && causes.length < 5; at = at.cause) causes.push(at.stack ?? at.message);
  if (causes.length === 0) causes.push(String(error));
  console.error(ctx.redactor.text(JSON.stringify({ level: 'error', request: ctx.requestId, causes })));
}

/** A setting that is not as it should be; said once when the Worker starts. */
export function logWarning(message: string): void {
  console.warn(JSON.stringify({ level: 'warn', message }));
}
