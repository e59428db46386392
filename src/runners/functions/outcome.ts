// What comes of a function: a value or an expected failure.
import { fault, type Fault } from '../../errors.ts';
import type { Json } from '../../templates/parameters.ts';
import type { DataBindings } from './tools.ts';

export type FunctionOutcome =
  | { readonly ok: true; readonly value: Json; readonly warnings?: readonly string[] }
  | {
      readonly ok: false;
      readonly fault: Fault;
      /** What the function or its binding said; redacted by the runner. */
      readonly said?: string;
      /** true: a change was asked for and no complete answer came. */
      readonly outcomeUnknown?: boolean;
    };

export function done(value: Json, warnings: readonly string[] = []): FunctionOutcome {
  return { ok: true, value, warnings };
}

/** `why` is a short code; `said` tells the rest. */
export function failed(name: string, why: string, said?: string, outcomeUnknown = false): FunctionOutcome {
  return { ok: false, fault: fault('fn_failed', { name, why }), ...(said === undefined ? {} : { said }), outcomeUnknown };
}

export function bindingMissing(name: keyof DataBindings): FunctionOutcome {
  return { ok: false, fault: fault('fn_binding_missing', { name }) };
}

/**
 * Runs a call of a binding, whose rejections are the world's faults. `changes` says that the call asks for a change:
 * when it rejects, whether the change took effect is not known.
 */
export async function attempt<T>(
  name: string,
  changes: boolean,
  call: () => Promise<T>,
  why = 'binding_failed',
): Promise<{ readonly ok: true; readonly value: T } | { readonly ok: false; readonly outcome: FunctionOutcome }> {
  try {
    return { ok: true, value: await call() };
  } catch (error) {
    return { ok: false, outcome: failed(name, why, error instanceof Error ? error.message : String(error), changes) };
  }
}
