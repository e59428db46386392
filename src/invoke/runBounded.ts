import type { Capability } from '../capability/model.ts';
import type { CallContext } from '../context.ts';
import { fault } from '../errors.ts';
import { logDefect } from '../log.ts';
import type { Outcome, Prepared } from '../runners/runner.ts';

/** How long a runner may take to end once its time is over: the calls under it write their own records meanwhile. */
export const ENDING_MS = 2_000;

/**
 * Runs a prepared call within the row's time limit and that of the call above. A runner that does not heed its signal is
 * left behind; one that throws has a defect, which is logged and becomes an outcome, so that the record is written.
 */
export async function runBounded(prepared: Prepared, { type, effect, timeoutMs }: Capability, ctx: CallContext): Promise<Outcome> {
  const outcomeUnknown = effect !== 'read';
  const controller = new AbortController();
  const { promise: leftBehind, resolve: leave } = Promise.withResolvers<Outcome>();
  let ending: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    if (controller.signal.aborted) return;
    controller.abort();
    ending = setTimeout(() => leave({ ok: false, fault: fault('timed_out', { type }), warnings: [], outcomeUnknown }), ENDING_MS);
  };
  const timer = setTimeout(end, timeoutMs);
  ctx.signal?.addEventListener('abort', end, { once: true });
  if (ctx.signal?.aborted === true) end();
  try {
    return await Promise.race([prepared.run(controller.signal), leftBehind]);
  } catch (error) {
    logDefect(ctx, error);
    return { ok: false, fault: fault('internal_error'), warnings: [], outcomeUnknown };
  } finally {
    clearTimeout(timer);
    clearTimeout(ending);
    ctx.signal?.removeEventListener('abort', end);
  }
}
