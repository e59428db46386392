// Requests to the Worker as a client would make them.
import { env, exports } from 'cloudflare:workers';
import { brokenPromise } from './documented.ts';

export const OWNER = { 'x-terminal-key': env.TERMINAL_KEY } as const;

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  /** Of any shape: tests look into it. */
  readonly body: ReturnType<typeof JSON.parse>;
}

export interface RequestOptions {
  readonly json?: unknown;
  /** A body as it is, with its content type. */
  readonly raw?: BodyInit;
  readonly headers?: Record<string, string>;
}

/**
 * One request; the body parsed where it is JSON. Owner unless `headers` says otherwise. Throws where the answer is not as the
 * OpenAPI document promises.
 */
export async function call(method: string, path: string, { json, raw, headers = OWNER }: RequestOptions = {}): Promise<Answered> {
  const body = json === undefined ? raw : JSON.stringify(json);
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await exports.default.fetch(`http://localhost${path}`, { method, body, headers: { ...type, ...headers }, redirect: 'manual' });
  // Bytes of any kind: what is no text is read as it can be.
  const text = new TextDecoder().decode(await response.arrayBuffer());
  const answered = {
    status: response.status,
    headers: response.headers,
    body: method !== 'HEAD' && /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text,
  };
  const broken = method === 'HEAD' ? undefined : brokenPromise(method, path, answered);
  if (broken !== undefined) throw new Error(`${method} ${path.slice(0, 200)}: ${broken}\n${text.slice(0, 1000)}`);
  return answered;
}

/** Adds a row and fails loudly if it is refused. */
export async function addRow(row: Record<string, unknown>): Promise<void> {
  const { status, body } = await call('POST', '/api/directory', { json: { content: '# WHAT: A row of a test.', ...row } });
  if (status !== 201) throw new Error(`row refused: ${status} ${JSON.stringify(body)}`);
}
