// What the row files of this folder are made of.

export type Api = 'notion' | 'github' | 'slack';

/** Arguments as a caller gives them. */
export type Given = { readonly body: string } | { readonly args: Readonly<Record<string, unknown>> | readonly unknown[] };

/** A row for one operation of an API's document. */
export interface ApiRow {
  readonly key: string;
  readonly api: Api;
  /** `METHOD /path`; the test puts the address of the API's mock between the two. */
  readonly request: string;
  readonly content: string;
  readonly auth?: string;
  readonly input_schema?: object;
  readonly effect?: string;
}

/** A call that fits the document, what goes out for it, and the status that the document gives it. */
export interface FittingCall {
  readonly row: ApiRow;
  readonly given: Given;
  /** `METHOD /path` as sent. */
  readonly sends: string;
  /** JSON parsed, other bodies as text; absent: no body. */
  readonly body?: unknown;
  readonly status: 200 | 201;
}

/** A call that does not fit, and how the mock refuses it. */
export interface MisfittingCall {
  readonly why: string;
  readonly row: ApiRow;
  readonly given: Given;
  readonly status: number;
  /**
   * Part of the mock's explanation. Absent where the document has an error response of its own: then the mock answers
   * with that one's example.
   */
  readonly says?: string;
}

/** An object schema with these properties. */
export function objectOf(properties: Readonly<Record<string, object>>, required: readonly string[]): object {
  return { type: 'object', properties, required };
}
