// What a row MEANS, as a union by type. Everything here is data; parse.ts makes it from a row.
import type { CapabilityType, DirectoryRow, Effect } from '../db/rows.ts';
import type { Key } from '../ids.ts';
import type { HttpPayloadTemplate } from '../templates/httpPayload.ts';
import type { JsonTemplate } from '../templates/json.ts';
import type { Json, JsonSchema, Parameter } from '../templates/parameters.ts';
import type { UrlTemplate } from '../templates/url.ts';

/** The doc lines of a row, by head. */
export interface Docs {
  readonly what: string;
  readonly whenToUse: string;
  readonly args: string;
  readonly output: string;
  readonly examples: readonly string[];
  readonly aliases: readonly string[];
  readonly ask: readonly string[];
}

/** What the directory needs to know of a function; the code is in runners/functions. */
export interface FunctionDescriptor {
  readonly name: string;
  readonly summary: string;
  readonly effect: Effect;
  readonly category: string;
  /** JSON Schema of the function's input object; the order of its properties is the order of positional arguments. */
  readonly inputSchema: JsonSchema;
}

export type FunctionCatalogue = ReadonlyMap<string, FunctionDescriptor>;

/** How a credential is applied, and the NAME of the variable that holds it. */
export type AuthForm =
  | { readonly kind: 'none' }
  | { readonly kind: 'bearer' | 'basic'; readonly variable: string }
  | { readonly kind: 'headers'; readonly headers: readonly { readonly name: string; readonly template: string }[] }
  | { readonly kind: 'query'; readonly parameter: string; readonly variable: string }
  | { readonly kind: 'oauth'; readonly name: string };

interface CapabilityBase {
  readonly type: CapabilityType;
  readonly key: Key;
  readonly version: number;
  readonly row: DirectoryRow;
  readonly docs: Docs;
  /** What follows the doc lines of `content`. */
  readonly payload: string;
  readonly signature: readonly Parameter[];
  /** The schema arguments are checked by: the row's own, or its function's. */
  readonly inputSchema?: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly examples: readonly Json[];
  /** The row's `effect`, or the one derived from its type and target. */
  readonly effect: Effect;
  readonly timeoutMs: number;
  readonly auth: AuthForm;
}

export interface FnCapability extends CapabilityBase {
  readonly type: 'fn';
  readonly fn: FunctionDescriptor;
  /** The array template; undefined: the mapped arguments go in by name. */
  readonly template?: JsonTemplate;
}

export interface HttpCapability extends CapabilityBase {
  readonly type: 'http';
  readonly method: string;
  readonly url: UrlTemplate;
  readonly request: HttpPayloadTemplate;
}

/** A row `MCP url#tool`: stored and read; its runner comes with the MCP issue. */
export interface McpCapability extends CapabilityBase {
  readonly type: 'http';
  readonly method: 'MCP';
  readonly server: string;
  readonly tool: string;
}

export interface AgentCapability extends CapabilityBase {
  readonly type: 'agent';
  readonly model: string;
  readonly includes: readonly string[];
}

export interface FlowCapability extends CapabilityBase {
  readonly type: 'flow';
}

export type Capability = FnCapability | HttpCapability | McpCapability | AgentCapability | FlowCapability;

export const DEFAULT_TIMEOUT_MS = 30_000;
