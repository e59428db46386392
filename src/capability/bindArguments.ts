// Which given value is for which parameter, whatever the form of the call. Pure.
import { err, fault, ok, type Result } from '../errors.ts';
import type { JsonSchema, Parameter } from '../templates/parameters.ts';
import type { GivenValue } from './argumentValue.ts';

/** The arguments of a call as they came. */
export interface GivenArguments {
  readonly body?: string | null;
  /** An object by name, an array by position, or (as over MCP) the JSON text of one. */
  readonly args?: unknown;
}

export interface ArgumentTarget {
  readonly signature: readonly Parameter[];
  readonly schema?: JsonSchema;
  /** Agent rows: the body is one message and is never split. */
  readonly wholeBody: boolean;
}

export interface Binding {
  readonly values: ReadonlyMap<string, GivenValue>;
  readonly unknown: readonly string[];
  /** The position of the first argument that no parameter is left for. */
  readonly extra?: number;
}

/**
 * Binds what was given to the signature. An empty body and null `args` are no arguments. invalid_field: both forms at
 * once, or `args` that are neither object nor array.
 */
export function bindArguments({ body, args }: GivenArguments, target: ArgumentTarget): Result<Binding> {
  const hasBody = body !== undefined && body !== null && body !== '';
  const hasArgs = args !== undefined && args !== null;
  if (hasBody && hasArgs) return refuse('args', 'must not stand beside `body`: send one of the two');
  if (hasBody)
    return ok(
      byPosition(
        pieces(body, target).map((text) => ({ text })),
        target,
      ),
    );
  const given = typeof args === 'string' ? parseContainer(args) : args;
  if (!hasArgs) return ok({ values: new Map(), unknown: [] });
  if (Array.isArray(given))
    return ok(
      byPosition(
        given.map((json: unknown) => ({ json })),
        target,
      ),
    );
  if (given !== null && typeof given === 'object') return ok(byName(given as Record<string, unknown>, target));
  return refuse('args', 'must be an object by argument name or an array by position');
}

/** The pieces of a body: all of it for a single parameter, else between pipes, untrimmed; a rest takes the remainder. */
function pieces(body: string, { signature, wholeBody }: ArgumentTarget): string[] {
  if (signature.length === 1 || wholeBody) return [body];
  const parts = body.split('|');
  const last = signature.length - 1;
  return signature[last]?.rest === true && parts.length > last ? [...parts.slice(0, last), parts.slice(last).join('|')] : parts;
}

function byPosition(given: readonly GivenValue[], { signature, wholeBody }: ArgumentTarget): Binding {
  const order = wholeBody && given.length === 1 && 'text' in (given[0] as GivenValue) ? [messageOf(signature)] : signature;
  const values = new Map<string, GivenValue>();
  given.forEach((value, at) => {
    const parameter = order[at];
    if (parameter !== undefined) values.set(parameter.name, value);
  });
  return { values, unknown: [], ...(given.length > signature.length && { extra: signature.length }) };
}

/** The parameter that an agent's message is: `message`, else the first that must be given, else the first. */
function messageOf(signature: readonly Parameter[]): Parameter | undefined {
  return signature.find(({ name }) => name === 'message') ?? signature.find(({ required }) => required) ?? signature[0];
}

/** Own members only; a member that is undefined was not given (JSON has none, callers in process may). */
function byName(given: Readonly<Record<string, unknown>>, { signature }: ArgumentTarget): Binding {
  const names = new Set(signature.map(({ name }) => name));
  const values = new Map<string, GivenValue>();
  const unknown: string[] = [];
  for (const [name, json] of Object.entries(given)) {
    if (json === undefined) continue;
    if (names.has(name)) values.set(name, { json });
    else unknown.push(name);
  }
  return { values, unknown };
}

function parseContainer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refuse(name: string, message: string) {
  return err(fault('invalid_field', { name }, { violations: [{ pointer: `/${name}`, message }] }));
}
