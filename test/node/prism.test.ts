// Rows written by hand against three real public APIs, mocked by Prism from their OpenAPI documents: what goes out for
// a call is a request that the API's own document accepts.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Api, ApiRow, FittingCall, Given, MisfittingCall } from './prism/apiRow.ts';
import { GITHUB_CALLS } from './prism/githubCalls.ts';
import { MISFITTING_ARGUMENTS, MISFITTING_ROWS } from './prism/misfits.ts';
import { NOTION_CALLS } from './prism/notionCalls.ts';
import { startPrism, stopPrism } from './prism/prism.ts';
import { SLACK_CALLS } from './prism/slackCalls.ts';
import { cleanUp, newStateDir, ROOT, start } from './startedRowcall.ts';

const OWNER_KEY = 'Vq7-tR2mXc9bLw4KzHf6Jd8sYp3NgAe5';
const NOTION_TOKEN = 'notion-canary-4f0d9b27c6e8';
const SLACK_TOKEN = 'slack-canary-81c5a3e97d20';

const DOCUMENTS: Readonly<Record<Api, string>> = { notion: 'notion.json', github: 'github-excerpt.json', slack: 'slack-excerpt.json' };

interface Answered {
  readonly status: number;
  readonly text: string;
  readonly json: Record<string, unknown>;
}

let address: string;
let mocks: Map<string, string>;

beforeAll(async () => {
  mocks = new Map(
    await Promise.all(
      Object.entries(DOCUMENTS).map(async ([api, file]) => [api, await startPrism(join(ROOT, 'test/vectors/openapi', file))] as const),
    ),
  );
  const rowcall = await start({
    STATE_DIR: await newStateDir(),
    SEED: 'none',
    TERMINAL_KEY: OWNER_KEY,
    ALLOW_PRIVATE_HOSTS: [...mocks.values()].map((mock) => new URL(mock).host).join(','),
    NOTION_TOKEN,
    SLACK_TOKEN,
  });
  ({ address } = rowcall);
}, 120_000);

afterAll(async () => {
  await Promise.allSettled([stopPrism(), cleanUp()]);
});

async function request(method: string, path: string, json?: unknown): Promise<Answered> {
  const answer = await fetch(`${address}${path}`, {
    method,
    headers: { 'x-terminal-key': OWNER_KEY, 'content-type': 'application/json' },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await answer.text();
  return { status: answer.status, text, json: JSON.parse(text) as Record<string, unknown> };
}

const created = new Map<string, Promise<void>>();

/** The row as POST stores it, once. */
async function create(row: ApiRow): Promise<void> {
  const before = created.get(row.key);
  if (before !== undefined) return before;
  const { api, request: line, ...columns } = row;
  const [method, path] = split(line);
  const posting = request('POST', '/api/directory', { ...columns, type: 'http', category: api, target: `${method} ${mocks.get(api)}${path}` }).then(
    ({ status, text }) => expect([status, text]).toEqual([201, expect.any(String)]),
  );
  created.set(row.key, posting);
  return posting;
}

async function invoke(row: ApiRow, given: Given, more: object = {}): Promise<Answered> {
  await create(row);
  return request('POST', '/api/invoke', { key: row.key, ...given, ...more });
}

/** The receipt of a call as its owner reads it. */
async function receiptOf({ json }: Answered): Promise<Record<string, unknown>> {
  const { invocation_id: id } = json.proof as { invocation_id: string };
  return (await request('GET', `/api/receipts/${id}`)).json;
}

function split(line: string): [method: string, path: string] {
  const at = line.indexOf(' ');
  return [line.slice(0, at), line.slice(at + 1)];
}

/** `KEY by body`, `KEY by name` or `KEY by place`, and what is given. */
function titled<C extends { row: ApiRow; given: Given }>(calls: readonly C[]): (C & { title: string })[] {
  return calls.map((call) => {
    const how = 'body' in call.given ? 'body' : Array.isArray(call.given.args) ? 'place' : 'name';
    return { ...call, title: `${call.row.key} by ${how}: ${JSON.stringify(Object.values(call.given)[0])}` };
  });
}

async function accepted({ row, given, sends, body, status }: FittingCall): Promise<void> {
  const [method, path] = split(sends);
  const shaped = await invoke(row, given, { shape: true });
  expect(shaped.json.shape).toMatchObject({ method, url: `${mocks.get(row.api)}${path}`, body: body ?? null });

  const answer = await invoke(row, given);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  expect(answer.json).toMatchObject({ ok: true, ran: true, key: row.key });
  const receipt = await receiptOf(answer);
  expect(receipt).toMatchObject({ ok: true, ran: true, upstream_status: status });
  expect(receipt.status).toMatch(/^PROVEN_(?:MATERIAL|EMPTY)_RESULT$/);
}

async function refused({ row, given, status, says = '' }: MisfittingCall): Promise<void> {
  const answer = await invoke(row, given);
  expect(answer.status).toBe(502);
  expect(answer.json).toMatchObject({ ok: false, ran: true, code: 'http_status', error: `ERR:http:${status}`, proof: { status: 'PROVEN_FAILURE' } });
  expect(JSON.stringify(answer.json.data ?? answer.json.result)).toContain(says);
  expect(await receiptOf(answer)).toMatchObject({ status: 'PROVEN_FAILURE', ok: false, ran: true, upstream_status: status });
}

describe('a call of a row is a request that the document of its API accepts', () => {
  it.each(titled(NOTION_CALLS))('$title', accepted);
  it.each(titled(GITHUB_CALLS))('$title', accepted);
  it.each(titled(SLACK_CALLS))('$title', accepted);
});

describe('what does not fit the document fails with what the API says, and the receipt says so', () => {
  it.each(MISFITTING_ARGUMENTS)('argument: $why', refused);
  it.each(MISFITTING_ROWS)('row: $why', refused);

  it('dispatch gives the explanation in `result`, behind the literal', async () => {
    const call = MISFITTING_ARGUMENTS[0] as MisfittingCall;
    await create(call.row);
    const { status, json } = await request('POST', '/api/dispatch', { key: call.row.key, ...call.given });
    expect([status, json.error]).toEqual([502, 'ERR:http:422']);
    expect(json.result).toMatch(/^ERR:http:422:\{/);
    expect(json.result).toContain(call.says);
  });
});
