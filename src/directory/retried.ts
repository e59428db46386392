import type { Result } from '../errors.ts';

/** How long a write that has no precondition is tried again: under contention one writer gets on each time. */
const PATIENCE_MS = 5_000;
const PAUSE_MS_MAX = 64;

/** Runs a write again, after a short random pause, for as long as it loses races. */
export async function retried<T>(write: () => Promise<Result<T>>): Promise<Result<T>> {
  const until = Date.now() + PATIENCE_MS;
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MS_MAX)) {
    const result = await write();
    if (result.ok || result.fault.code !== 'version_conflict' || Date.now() > until) return result;
    await new Promise((resolve) => setTimeout(resolve, Math.random() * pauseMs));
  }
}
