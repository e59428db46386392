import type { Capability } from '../capability/model.ts';
import type { CallContext } from '../context.ts';
import { fault } from '../errors.ts';
import { logDefect } from '../log.ts';
import type { Outcome, Prepared } from '../runners/runner.ts';

/**
 * Runs a prepared call within the row's time limit. A runner that does not heed its signal is left behind when the
 * limit passes; one that throws has a defect, which is logged and becomes an outcome, so that the record is written.
 */
export async function runBounded(prepared: Prepared, { type, effect, timeoutMs }: Capability, ctx: CallContext): Promise<Outcome> {
  const outcomeUnknown = effect !== 'read';
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timedOut = new Promise<Outcome>((resolve) => {
    timer = setTimeout(() => {
      controller.abort();
      resolve({ ok: false, fault: fault('timed_out', { type }), warnings: [], outcomeUnknown });
    }, timeoutMs);
  });
  try {
    return await Promise.race([prepared.run(controller.signal), timedOut]);
  } catch (error) {
    logDefect(ctx, error);
    return { ok: false, fault: fault('internal_error'), warnings: [], outcomeUnknown };
  } finally {
    clearTimeout(timer);
  }
}
