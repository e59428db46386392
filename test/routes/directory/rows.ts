// What the tests of the directory have in common.
import { env } from 'cloudflare:workers';
import { call, type Answered } from '../../support/api.ts';

/** A row that every rule lets pass. */
export const GOOD = { key: 'GOOD', type: 'fn', target: 'now', content: '# WHAT: The time.' } as const;

export const getRow = (key: string, headers?: Record<string, string>) =>
  call('GET', `/api/directory/${key}`, headers === undefined ? {} : { headers });
export const createRow = (row: object) => call('POST', '/api/directory', { json: row });
export const replaceRow = (key: string, row: object, headers?: Record<string, string>) =>
  call('PUT', `/api/directory/${key}`, { json: row, ...(headers && { headers }) });
export const patchRow = (key: string, row: object, headers?: Record<string, string>) =>
  call('PATCH', `/api/directory/${key}`, { json: row, ...(headers && { headers }) });

export interface HistoryItem {
  readonly version: number;
  readonly row: Readonly<Record<string, unknown>>;
  readonly changes: readonly { readonly field: string; readonly from: unknown; readonly to: unknown }[];
}

export async function historyOf(key: string, query = ''): Promise<HistoryItem[]> {
  return (await call('GET', `/api/directory/${key}/history${query}`)).body.items as HistoryItem[];
}

/** The ledger's entries about a row or block, in order. */
export async function entriesOf(subject: string): Promise<{ kind: string; action: string; version: number; contract_hash: string }[]> {
  const { results } = await env.DB.prepare('SELECT kind, payload FROM ledger WHERE subject = ? ORDER BY seq')
    .bind(subject)
    .all<{ kind: string; payload: string }>();
  return results.map(({ kind, payload }) => ({ kind, ...(JSON.parse(payload) as { action: string; version: number; contract_hash: string }) }));
}

/** The rules that a refusal names, in order. */
export function rulesOf({ body }: Answered): string[] {
  return (body.violations as { rule: string }[]).map(({ rule }) => rule);
}
