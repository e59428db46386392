// What a call is made with: a plain object, no Hono type. Every floor may use it.
import type { FunctionCatalogue } from './capability/model.ts';
import type { Effect } from './db/rows.ts';
import type { Database } from './db/client.ts';
import type { AppConfig, Bindings } from './env.ts';
import type { InvocationId, TraceId } from './ids.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { Signing, Unsigned } from './ledger/sign.ts';

/** Who is asking, proven. Tokens join the union with their issue. */
export type Actor = { readonly kind: 'anonymous' } | { readonly kind: 'owner' };

/** Where a call stands under the one that caused it. */
export interface Nesting {
  readonly depth: number;
  readonly parent?: InvocationId;
  /** The least effect of the calls above: nothing under them may exceed it. */
  readonly effectCeiling: Effect;
  /** Shared by all that one request causes; depth alone would let a batch that calls itself grow as a tree. */
  readonly budget: { invocationsLeft: number };
}

/** Replaces every spelling of every configured secret; what it returns may leave the service or be stored. */
export interface Redactor {
  readonly text: (text: string) => string;
  readonly bytes: (bytes: Uint8Array) => Uint8Array;
}

export interface CallContext {
  readonly actor: Actor;
  readonly requestId: string;
  readonly trace: TraceId;
  readonly now: () => Date;
  readonly db: Database;
  readonly ledger: Ledger;
  /** The signing keys, opened once; without them nothing is invoked. */
  readonly signing: () => Promise<Signing | Unsigned>;
  readonly bindings: Bindings;
  readonly config: AppConfig;
  /** The functions that fn rows can name. */
  readonly functions: FunctionCatalogue;
  readonly redactor: Redactor;
  /** The origin for links in answers: the request's own where its host is allowed, else the configured one. */
  readonly origin: string;
  readonly nesting: Nesting;
  /** Aborts when the time of the call above ends; undefined where no call is above. */
  readonly signal?: AbortSignal;
  /** Answers a request to this Worker itself, in process, as the given caller; no network. */
  readonly callSelf: (request: Request, as: CallContext) => Promise<Response>;
  /** Does something after the answer has left; its failure is logged and changes nothing. */
  readonly later: (work: () => Promise<unknown>) => void;
}

export const NESTING_MAX = 8;
/** Invocations that one request may cause in all: a whole batch, and as many again under its calls. */
export const INVOCATIONS_MAX = 512;

/** Where a request from outside stands. */
export function rootNesting(): Nesting {
  return { depth: 0, effectCeiling: 'destructive', budget: { invocationsLeft: INVOCATIONS_MAX } };
}

/** The actor as it stands in claims, history and ledger entries. */
export function actorName(actor: Actor): string {
  return actor.kind;
}
