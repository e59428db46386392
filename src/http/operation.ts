// One operation of the API: its address, what it takes, what it answers, and who answers. The runtime parses by it,
// and the OpenAPI document is made of it (openapi/document.ts).
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

/** Headers of answers that a client acts on; openapi/headers.ts describes them. */
export type AnswerHeader = 'etag' | 'location' | 'rowcall-receipt' | 'content-range' | 'accept-ranges' | 'cache-control';

/** What is answered with one status, besides problem details. */
export interface AnswerSpec {
  readonly description: string;
  /** Schema of the JSON body; its first example stands in the document. */
  readonly json?: z.ZodType;
  /** In place of the schema's first example. */
  readonly example?: object;
  /** Other media types that it may have, each with an example; an empty one for bytes. */
  readonly text?: Readonly<Record<string, string>>;
  readonly headers?: readonly AnswerHeader[];
}

export interface OperationSpec<P = unknown, Q = unknown, H = unknown, J = unknown> {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** OpenAPI path: `/api/directory/{key}`. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tag: Tag;
  /** Who needs no credential: everybody, everybody where the catalogue is public (PUBLIC_READ), nobody. */
  readonly access: 'open' | 'catalogue' | 'key';
  /** Absent: the operation takes none of that kind, and a request that has some is refused by name. */
  readonly params?: z.ZodType<P>;
  readonly query?: z.ZodType<Q>;
  readonly headers?: z.ZodType<H>;
  readonly json?: z.ZodType<J>;
  /** A refusal that no schema can say: sees the JSON as it came, before `json` parses it. */
  readonly precheck?: (json: unknown) => Fault | undefined;
  readonly answers: Readonly<Record<number, AnswerSpec>>;
  /**
   * Faults besides those that every operation can answer, as far as a request can meet them: a deletion, for one, is never
   * reached by a row of a lesser effect, whatever its handler would say.
   */
  readonly faults: readonly ErrorCode[];
  /** The fault is answered as problem details. A Response is passed on as it is (streams, pages). */
  readonly handle: (ctx: CallContext, input: Input<P, Q, H, J>) => Promise<Result<Answer | Response>>;
}

/** The groups of operations, in the order in which the document has them. */
export const TAGS = {
  resolve: 'From a question in plain language to the key of a row.',
  invoke: 'Run rows. Every call leaves a receipt.',
  receipts: 'What ran, with which result, and how to prove it.',
  directory: 'Rows: each is the whole contract of one capability.',
  blocks: 'Prompt blocks: shared pieces of agent prompts.',
  dispatch: 'The Object Invocation Protocol: one endpoint for all verbs.',
  service: 'About this service.',
  pages: 'Pages for people.',
} as const;
export type Tag = keyof typeof TAGS;

/** What any request to any operation can be answered with: bad form, a bad credential, a service that is not set up. */
export const COMMON_FAULTS = [
  'invalid_json',
  'json_too_deep',
  'unknown_field',
  'invalid_field',
  'ambiguous_credential',
  'unauthorized',
  'token_invalid',
  'body_too_large',
  'unsupported_media_type',
  'owner_key_not_configured',
  'not_ready',
  'storage_unavailable',
  'ledger_damaged',
] as const satisfies readonly ErrorCode[];

/** An operation without its type parameters, as the list of routes holds it. */
export type Operation = OperationSpec<never, never, never, never>;

export function operation<P, Q, H, J>(spec: OperationSpec<P, Q, H, J>): Operation {
  return spec as unknown as Operation;
}
