// Runs fn rows: the row's array template or its mapped arguments, checked by the function's own input, then the function.
import { canonicalJson } from '../capability/canonicalJson.ts';
import type { FnCapability } from '../capability/model.ts';
import { pointerTo } from '../capability/pointer.ts';
import { err, fault, ok, type Fault, type Result } from '../errors.ts';
import { redactJson } from '../outbound/redactJson.ts';
import { redactShape } from '../outbound/redactShape.ts';
import { expandJson } from '../templates/json.ts';
import type { Arguments, Json } from '../templates/parameters.ts';
import { functions } from './functions/catalogue.ts';
import type { FunctionModule } from './functions/define.ts';
import type { FunctionOutcome } from './functions/outcome.ts';
import { dataBindings, type FunctionTools } from './functions/tools.ts';
import { plainJson } from './functions/plainJson.ts';
import type { Outcome, Prepared, Run, Runner, Value } from './runner.ts';

/** What functions need of the floors above: lists with the caller's visibility already applied. */
export type FnTools = Pick<FunctionTools, 'listDirectory' | 'listInvocations'>;

/** The runner of fn rows. Its refusals: fn_unknown_target, fn_content_not_array, fn_binding_missing, invalid_argument. */
export function makeFnRunner(tools: FnTools): Runner<FnCapability> {
  return { prepare: async (run) => prepare(run, tools) };
}

function prepare({ capability, args, ctx }: Run<FnCapability>, lists: FnTools): Result<Prepared> {
  const { name } = capability.fn;
  const fn = functions.get(name);
  if (fn === undefined) return err(fault('fn_unknown_target', { name }));
  const given = argumentsOf(capability, fn, args);
  if (!given.ok) return given;
  const accepted = fn.accept(given.value);
  if (!accepted.ok) {
    return err(fault('invalid_argument', { pointer: accepted.violations[0]?.pointer ?? '' }, { violations: accepted.violations }));
  }
  const bindings = dataBindings(ctx.bindings);
  if (fn.needs !== undefined && bindings[fn.needs] === undefined) return err(fault('fn_binding_missing', { name: fn.needs }));
  const tools = { ...lists, now: ctx.now, randomUUID: () => crypto.randomUUID(), bindings };
  const value = (of: Json): Value => (typeof of === 'string' ? textValue(ctx.redactor.text(of)) : dataValue(redactJson(of, ctx.redactor)));
  return ok({
    shape: { function: name, arguments: redactShape(accepted.input, ctx.redactor) },
    async run(signal) {
      if (signal.aborted) return timedOut(false);
      const outcome = await beforeAbort(signal, () => accepted.run({ ...tools, signal }));
      if (outcome !== undefined) return outcomeOf(outcome, name, value);
      return timedOut(fn.effect !== 'read');
    },
  });
}

/**
 * The arguments by the function's own names. With a template its items fill them in the order of the input, each on its
 * own: an absent optional item leaves its place empty and moves no other.
 */
function argumentsOf({ template }: FnCapability, fn: FunctionModule, args: Arguments): Result<Arguments> {
  if (template === undefined) return ok(args);
  if (template.root.kind !== 'array') return err(fault('fn_content_not_array'));
  const { items } = template.root;
  const most = fn.positions.length;
  if (items.length > most) {
    const pointer = pointerTo(most);
    const message = `the template has ${items.length} items, but ${fn.name} takes at most ${most}`;
    return err(fault('invalid_argument', { pointer }, { violations: [{ pointer, message }] }));
  }
  const given = items.flatMap((root, at): [string, Json][] => {
    const [name, item] = [fn.positions[at], expandJson({ root }, args)];
    return name === undefined || item === undefined ? [] : [[name, item]];
  });
  return ok(Object.fromEntries(given));
}

/** What the work gives, or undefined once the signal aborts; the work is then left behind and what becomes of it ignored. */
async function beforeAbort<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | undefined> {
  const { promise: aborted, resolve } = Promise.withResolvers<undefined>();
  const onAbort = (): void => resolve(undefined);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function outcomeOf(outcome: FunctionOutcome, name: string, value: (of: Json) => Value): Outcome {
  if (!outcome.ok) {
    const { said, outcomeUnknown = false } = outcome;
    return failure(outcome.fault, said === undefined ? undefined : value(said.toWellFormed()), outcomeUnknown);
  }
  const plain = plainJson(outcome.value);
  if (!plain.ok) return failure(fault('fn_failed', { name, why: plain.why }), undefined, false);
  return { ok: true, value: value(plain.value), warnings: outcome.warnings ?? [] };
}

function failure(of: Fault, said: Value | undefined, outcomeUnknown: boolean): Outcome {
  return { ok: false, fault: of, ...(said === undefined ? {} : { value: said }), warnings: [], outcomeUnknown };
}

function timedOut(outcomeUnknown: boolean): Outcome {
  return failure(fault('timed_out', { type: 'fn' }), undefined, outcomeUnknown);
}

function textValue(text: string): Value {
  return { form: text, text };
}

/**
 * RFC 8785, so that equal values have equal fingerprints. The data is read back from the form: its members then have the
 * same order in the reply as in every later piece of the kept result.
 */
function dataValue(data: Json): Value {
  const form = canonicalJson(data);
  return { form, data: JSON.parse(form) as Json };
}
