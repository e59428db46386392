// What a function of the map is, and what it is handed. Functions reach nothing but their input and these tools.
import { z } from 'zod';
import type { FunctionDescriptor } from '../../capability/model.ts';
import { pointerTo } from '../../capability/pointer.ts';
import type { CapabilityType, Effect, ReceiptStatus } from '../../db/rows.ts';
import type { Bindings } from '../../env.ts';
import { fault, type Fault, type Violation } from '../../errors.ts';
import type { Arguments, Json, JsonSchema } from '../../templates/parameters.ts';

/** The bindings that data functions work on; the system's own database and store are not among them. */
export type DataBindings = Pick<Bindings, 'DATA_DB' | 'DATA_KV' | 'DATA_BUCKET' | 'DATA_QUEUE'>;

export interface DirectoryFilter {
  readonly category?: string;
  readonly type?: CapabilityType;
  readonly q?: string;
  readonly limit: number;
}

export type DirectoryItem = {
  readonly key: string;
  readonly type: CapabilityType;
  readonly category: string | null;
  readonly what: string;
  readonly effect: Effect;
};

export interface InvocationFilter {
  readonly key?: string;
  readonly status?: ReceiptStatus;
  readonly limit: number;
}

export type InvocationItem = {
  readonly id: string;
  readonly key: string;
  readonly status: ReceiptStatus;
  readonly started_at: string;
};

export interface FunctionTools {
  readonly now: () => Date;
  readonly randomUUID: () => string;
  readonly bindings: DataBindings;
  /** Rows that the caller may see, in canonical order, at most `limit`. */
  readonly listDirectory: (filter: DirectoryFilter) => Promise<readonly DirectoryItem[]>;
  /** Invocations that the caller may see, newest first, at most `limit`. */
  readonly listInvocations: (filter: InvocationFilter) => Promise<readonly InvocationItem[]>;
  readonly signal: AbortSignal;
}

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

interface FunctionSpec<Shape extends z.ZodRawShape> {
  readonly name: string;
  /** One sentence for whoever reads the catalogue. */
  readonly summary: string;
  readonly category: string;
  readonly effect: Effect;
  /** The binding without which nothing can run. */
  readonly needs?: keyof DataBindings;
  /** Strict, bounded, and in the order of positional arguments: a Worker cannot pre-empt code that has too much to do. */
  readonly input: z.ZodObject<Shape, z.core.$strict>;
  /** Never throws for the world's faults: they are outcomes. */
  readonly run: (input: z.output<z.ZodObject<Shape, z.core.$strict>>, tools: FunctionTools) => Promise<FunctionOutcome>;
}

/** Arguments that a function has accepted, bound to its code. */
export type Accepted =
  | { readonly ok: true; readonly input: Json; readonly run: (tools: FunctionTools) => Promise<FunctionOutcome> }
  | { readonly ok: false; readonly violations: readonly Violation[] };

export interface FunctionModule extends Omit<FunctionSpec<z.ZodRawShape>, 'input' | 'run'> {
  readonly descriptor: FunctionDescriptor;
  /** Names of the input's properties in the order of positional arguments. */
  readonly positions: readonly string[];
  /** Checks arguments by name against the function's own input, and fills in defaults. Runs nothing. */
  readonly accept: (given: Arguments) => Accepted;
}

/** Makes a function of the map from its typed parts. */
export function defineFunction<Shape extends z.ZodRawShape>(spec: FunctionSpec<Shape>): FunctionModule {
  const { input, run, ...about } = spec;
  return {
    ...about,
    descriptor: {
      name: spec.name,
      summary: spec.summary,
      effect: spec.effect,
      category: spec.category,
      inputSchema: schemaOf(input),
    },
    positions: Object.keys(input.shape),
    accept(given) {
      const parsed = input.safeParse(given);
      if (!parsed.success) return { ok: false, violations: violationsOf(parsed.error, given) };
      // No input schema makes anything but JSON of JSON, so the parsed value is JSON too.
      return { ok: true, input: parsed.data as Json, run: (tools) => run(parsed.data, tools) };
    },
  };
}

/** What the directory needs to know of a function. */
export function descriptorOf(fn: FunctionModule): FunctionDescriptor {
  return fn.descriptor;
}

/** Of all bindings only those that functions may touch. */
export function dataBindings({ DATA_DB, DATA_KV, DATA_BUCKET, DATA_QUEUE }: Bindings): DataBindings {
  return { DATA_DB, DATA_KV, DATA_BUCKET, DATA_QUEUE };
}

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
): Promise<{ readonly ok: true; readonly value: T } | { readonly ok: false; readonly outcome: FunctionOutcome }> {
  try {
    return { ok: true, value: await call() };
  } catch (error) {
    return { ok: false, outcome: failed(name, 'binding_failed', error instanceof Error ? error.message : String(error), changes) };
  }
}

function schemaOf(input: z.ZodObject): JsonSchema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input, { io: 'input' });
  // Through text, so that what remains is plain JSON without the converter's hidden members.
  return JSON.parse(JSON.stringify(schema)) as JsonSchema;
}

function violationsOf(error: z.ZodError, given: Arguments): Violation[] {
  return error.issues.flatMap((issue): Violation[] => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ pointer: pointerTo(...issue.path.map(String), key), message: 'is not a parameter of this function' }));
    }
    const [first] = issue.path;
    const absent = issue.path.length === 1 && first !== undefined && !Object.hasOwn(given, first);
    return [{ pointer: pointerTo(...issue.path.map(String)), message: absent ? 'is required' : issue.message }];
  });
}
