// Calls a function of the map as the runner does, with tools that tests set.
import { env } from 'cloudflare:workers';
import { functions } from '../../../src/runners/functions/catalogue.ts';
import type { FunctionOutcome } from '../../../src/runners/functions/outcome.ts';
import { dataBindings, type FunctionTools } from '../../../src/runners/functions/tools.ts';
import type { Json } from '../../../src/templates/parameters.ts';

export const AT = new Date('2026-07-26T11:36:19.832Z');

export function tools(more: Partial<FunctionTools> = {}): FunctionTools {
  return {
    now: () => AT,
    randomUUID: () => '0f8fad5b-d9cb-469f-a165-70867728950e',
    bindings: dataBindings(env),
    listDirectory: async () => [],
    listInvocations: async () => [],
    signal: new AbortController().signal,
    ...more,
  };
}

/** The outcome, or the violations where the input is refused. */
export async function call(
  name: string,
  args: { [name: string]: Json },
  more: Partial<FunctionTools> = {},
): Promise<FunctionOutcome | readonly string[]> {
  const accepted = functions.get(name)?.accept(args);
  if (accepted === undefined) throw new Error(`no function ${name}`);
  return accepted.ok ? accepted.run(tools(more)) : accepted.violations.map(({ pointer, message }) => `${pointer} ${message}`);
}

/** The value of a call that must succeed. */
export async function valueOf(name: string, args: { [name: string]: Json }, more: Partial<FunctionTools> = {}): Promise<Json> {
  const outcome = await call(name, args, more);
  if (!('ok' in outcome) || !outcome.ok) throw new Error(JSON.stringify(outcome));
  return outcome.value;
}

/** The literal's `why` of a call that must fail. */
export async function whyOf(name: string, args: { [name: string]: Json }, more: Partial<FunctionTools> = {}): Promise<unknown> {
  const outcome = await call(name, args, more);
  if (!('ok' in outcome) || outcome.ok) throw new Error(JSON.stringify(outcome));
  return outcome.fault.params['why'];
}
