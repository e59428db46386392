// What a function of the map is: its typed parts in, one closed form for the runner and the directory out.
import { z } from 'zod';
import type { FunctionDescriptor } from '../../capability/model.ts';
import { pointerTo } from '../../capability/pointer.ts';
import type { Effect } from '../../db/rows.ts';
import type { Violation } from '../../errors.ts';
import type { Arguments, Json, JsonSchema } from '../../templates/parameters.ts';
import type { FunctionOutcome } from './outcome.ts';
import type { DataBindings, FunctionTools } from './tools.ts';

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
