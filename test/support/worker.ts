// The Worker with other settings than those of the tests.
import { env } from 'cloudflare:workers';
import { handle } from '../../src/app.ts';
import type { Bindings } from '../../src/env.ts';
import { OWNER, type Answered, type RequestOptions } from './api.ts';

/** Answers requests as the Worker does under these settings; a setting that is undefined is not there. */
export function workerWith(settings: Readonly<Record<string, unknown>>) {
  const bindings = Object.fromEntries(Object.entries({ ...env, ...settings }).filter(([, value]) => value !== undefined)) as unknown as Bindings;
  return async (method: string, path: string, { json, raw, headers = OWNER }: RequestOptions = {}): Promise<Answered> => {
    const body = json === undefined ? raw : JSON.stringify(json);
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await handle(new Request(`http://localhost${path}`, { method, body, headers: { ...type, ...headers } }), bindings);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text,
    };
  };
}
