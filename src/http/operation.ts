// One operation of the API: its address, what it takes, what it answers, and who answers. The runtime parses
// by it; an OpenAPI document can be made of it.
import type { z } from 'zod';
import type { CallContext } from '../context.ts';
import type { ErrorCode, Fault, Result } from '../errors.ts';
import type { Answer } from './answer.ts';

/** Parsed input of a request, by where it stood. */
export interface Input<P, Q, H, J> {
  readonly params: P;
  readonly query: Q;
  readonly headers: H;
  readonly json: J;
}

export interface OperationSpec<P = unknown, Q = unknown, H = unknown, J = unknown> {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** OpenAPI path: `/api/directory/{key}`. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  /** Absent: the operation takes none of that kind, and a request that has some is refused by name. */
  readonly params?: z.ZodType<P>;
  readonly query?: z.ZodType<Q>;
  readonly headers?: z.ZodType<H>;
  readonly json?: z.ZodType<J>;
  /** A refusal that no schema can say: sees the JSON as it came, before `json` parses it. */
  readonly precheck?: (json: unknown) => Fault | undefined;
  /** Successful statuses and the schema of their JSON body; a string is another content type. */
  readonly success: Readonly<Record<number, z.ZodType | string>>;
  /** Faults besides those that every operation can answer. */
  readonly faults: readonly ErrorCode[];
  /** The fault is answered as problem details. A Response is passed on as it is (streams, pages). */
  readonly handle: (ctx: CallContext, input: Input<P, Q, H, J>) => Promise<Result<Answer | Response>>;
}

/** An operation without its type parameters, as the list of routes holds it. */
export type Operation = OperationSpec<never, never, never, never>;

export function operation<P, Q, H, J>(spec: OperationSpec<P, Q, H, J>): Operation {
  return spec as unknown as Operation;
}
