// What the seed's tests share: rows planted past the rules, bytes served as an upstream would, fingerprints checked.
import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import { call, type Answered } from '../support/api.ts';

/** Nothing listens here: a request that was sent anyway would answer ERR:http:fetch. */
export const CLOSED = 'http://127.0.0.1:1025';

/** Puts a row down by SQL, as an older build may have left it: no rule is asked. */
export async function plantRow(row: Record<string, string | number | null>): Promise<void> {
  const columns = Object.keys(row);
  const places = columns.map(() => '?').join(', ');
  await env.DB.prepare(`INSERT INTO directory (${columns.join(', ')}) VALUES (${places})`)
    .bind(...Object.values(row))
    .run();
}

/** Has these bytes answered under this content type; returns the path for a row's target. */
export async function serveBytes(bytes: string | Uint8Array, contentType: string): Promise<string> {
  const data = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
  const hash = hex(await crypto.subtle.digest('SHA-256', data));
  await env.ARTIFACTS.put(hash, data, { httpMetadata: { contentType } });
  return `/api/artifacts/${hash}`;
}

/** The forensic receipt of a reply, after both fingerprints were made again from what it holds. */
export async function checkedReceipt(id: string) {
  const { status, body } = await call('GET', `/api/receipts/${id}`);
  expect(status).toBe(200);
  expect(body.salt).toMatch(/^[0-9a-f]{32}$/);
  expect(body.fingerprints.input).toBe(body.input === null ? null : await fingerprint(body.salt, sortedJson(body.input)));
  expect(body.fingerprints.output).toBe(body.output === null ? null : await fingerprint(body.salt, body.output));
  return body;
}

/** SHA-256(salt ‖ UTF-8 bytes), by nothing but Web Crypto. */
export async function fingerprint(saltHex: string, text: string): Promise<string> {
  const salt = (saltHex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  return hex(await crypto.subtle.digest('SHA-256', Uint8Array.from([...salt, ...new TextEncoder().encode(text)])));
}

/** RFC 8785 for values whose numbers are ordinary: members sorted by UTF-16 units, no white space. */
function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${sortedJson(member)}`).join(',')}}`;
}

export function hex(buffer: ArrayBuffer): string {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export interface Failure {
  readonly status: number;
  /** The literal. */
  readonly error: string;
  readonly ran: boolean;
  /** Status of the receipt; undefined: none may exist. */
  readonly receipt?: string;
}

/** What every failure must be: problem details with the literal, and a receipt that says the same, or none. */
export async function expectFailure({ status, headers, body }: Answered, expected: Failure): Promise<void> {
  expect({ status, error: body.error, ran: body.ran }).toEqual({ status: expected.status, error: expected.error, ran: expected.ran });
  expect(headers.get('content-type')).toBe('application/problem+json');
  expect(body).toMatchObject({ ok: false, status, type: `/docs/errors/${body.code}`, how_to_fix: expect.stringMatching(/\S/) });
  if (!expected.ran) expect(body.state_changed).toBe(false);
  if (expected.receipt === undefined) {
    expect(body.proof).toBeUndefined();
    expect(headers.get('rowcall-receipt')).toBeNull();
    return;
  }
  expect(body.proof).toMatchObject({ ok: false, status: expected.receipt });
  expect(headers.get('rowcall-receipt')).toBe(body.proof.invocation_id);
  const receipt = await checkedReceipt(body.proof.invocation_id);
  expect(receipt).toMatchObject({ ok: false, ran: expected.ran, material: false, status: expected.receipt, error: { code: body.code } });
}
