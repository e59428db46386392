// Rows on the real upstream, and what it says that it got.
import { env } from 'cloudflare:workers';
import { addRow, call, type Answered } from '../support/api.ts';

/** The upstream's own origin, and a second origin at which the same server answers. */
export const A = env.TEST_UPSTREAM;
export const B = A.replace('127.0.0.1', 'localhost');
export const SECRET = String(env.UPSTREAM_KEY);
/** What stands in an answer where the secret stood. */
export const MARK = '[redacted]';

export interface Echo {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

let rows = 0;

/** Adds an http row and gives its key. */
export async function httpRow(target: string, more: { payload?: string; [column: string]: unknown } = {}): Promise<string> {
  const { payload = '', ...columns } = more;
  const key = `ROW_${(rows += 1)}`;
  await addRow({ key, type: 'http', target, content: `# WHAT: A row of a test.\n${payload}`, ...columns });
  return key;
}

export const invoke = (key: string, json: object = {}): Promise<Answered> => call('POST', `/api/invoke/${key}`, { json });

/** The echo of a call that must succeed. */
export async function echoOf(key: string, json: object = {}): Promise<Echo> {
  const { status, body } = await invoke(key, json);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.data as Echo;
}

/** The auth column in each form that sends a credential. */
export const AUTH_FORMS = [
  'bearer:UPSTREAM_KEY',
  'basic:UPSTREAM_KEY',
  'headers:{"x-api-key":"$UPSTREAM_KEY","x-other":"a $UPSTREAM_KEY b"}',
  'query:key=UPSTREAM_KEY',
] as const;
