// What must hold of every answer of the fuzz, and of what is stored after it.
import { env } from 'cloudflare:workers';
import { call, type Answered } from '../support/api.ts';
import { operationIdAt } from '../support/documented.ts';
import { expectClean } from '../support/problems.ts';
import { storedState } from '../support/tables.ts';
import { mendFixtures, withoutTokens } from './fuzzFixtures.ts';
import { documented, type DocumentedOperation, type FuzzRequest } from './fuzzRequests.ts';

/** Server errors that may be an answer. */
const SERVER_ERRORS: readonly number[] = [501, 502, 503, 504];
/** Codes that would mean a defect: this service is set up and its storage answers. */
const DEFECTS: readonly unknown[] = ['internal_error', 'storage_unavailable', 'not_ready', 'owner_key_not_configured'];
/** Tables that no call changes, and the versions of the rows. */
const CONTENTS = ['directory', 'directory_history', 'prompt_blocks', 'pins', 'versions'];
/** What a refusal of a call adds where it leaves a receipt. */
const RECORDS = ['receipts', 'receipt_bodies', 'ledger', 'ledger_nodes'];

type State = Readonly<Record<string, number>>;

let state: State | undefined;

/** Sends the request and gives its status. Throws where the answer, or what is stored after it, is not as it must be. */
export async function checked(request: FuzzRequest): Promise<number> {
  const before = state ?? (await storedState());
  // Known again once this request has passed: one that throws must not be laid at the door of the next.
  state = undefined;
  const path = withoutTokens(request.path);
  const raw = request.body === undefined ? undefined : withoutTokens(request.body);
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, withoutTokens(value)]));
  const answered = await call(request.method, path, { raw, headers });
  const operation = documented.find(({ operationId }) => operationId === operationIdAt(request.method, path));
  checkAnswer(request.method, answered, operation);
  // What runs later writes later; it must not be taken for the doing of the next request.
  if (JSON.stringify(answered.body ?? '').includes('"queued":true')) await untilSettled();
  state = await storedState();
  const changed = changesBetween(before, state).filter((name) => !mayChange(name, request.method, answered, operation));
  if (changed.length > 0) throw new Error(`${answered.status} ${String(answered.body?.error)}, and yet it changed ${changed.join(', ')}`);
  if (isSuccess(answered.status) && isWrite(request.method) && operation !== undefined && !isCall(operation)) await mend(path);
  return answered.status;
}

async function untilSettled(): Promise<void> {
  const open = () => env.DB.prepare('SELECT count(*) AS open FROM receipts WHERE deadline IS NOT NULL').first<number>('open');
  while ((await open()) !== 0) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Forgets what was stored: something else has written. */
export function forgetState(): void {
  state = undefined;
}

function checkAnswer(method: string, answered: Answered, operation: DocumentedOperation | undefined): void {
  const { status, body } = answered;
  expectClean({ ...answered, body: withoutWords(body) });
  if (status >= 500 && !SERVER_ERRORS.includes(status)) throw new Error(`${status}`);
  // `call` holds the others against the document.
  if (method === 'HEAD' && operation !== undefined && !Object.hasOwn(operation.responses, String(status))) throw new Error(`HEAD: ${status}`);
  const defect = [body, ...(Array.isArray(body?.results) ? (body.results as Answered['body'][]) : [])].find((each) => DEFECTS.includes(each?.code));
  if (defect !== undefined && operation?.operationId !== 'health') throw new Error(`a defect: ${JSON.stringify(defect)}`);
}

/** Without what a failed function said: of a query the database's own words, which are for its author. */
function withoutWords(body: Answered['body']): Answered['body'] {
  if (Array.isArray(body?.results)) return { ...body, results: (body.results as Answered['body'][]).map(withoutWords) };
  return body?.code === 'fn_failed' ? { ...body, result: '' } : body;
}

function mayChange(name: string, method: string, { status, headers, body }: Answered, operation: DocumentedOperation | undefined): boolean {
  if (operation === undefined || !isWrite(method)) return false;
  if (!isCall(operation)) return isSuccess(status);
  if (isSuccess(status)) return !CONTENTS.includes(name);
  // A key stands for what ran, whatever came of it; a refused call leaves it free.
  if (name === 'idempotency_keys') return body?.ran === true;
  return RECORDS.includes(name) && headers.has('rowcall-receipt');
}

/** What runs rows says so: by its group, or by the receipt that it names. */
function isCall({ tags, responses }: DocumentedOperation): boolean {
  return tags.includes('invoke') || Object.values(responses).some(({ headers }) => headers !== undefined && 'rowcall-receipt' in headers);
}

const isSuccess = (status: number) => status >= 200 && status < 300;
const isWrite = (method: string) => !['GET', 'HEAD', 'OPTIONS'].includes(method);

function changesBetween(before: State, after: State): string[] {
  return Object.keys(after).filter((name) => before[name] !== after[name]);
}

async function mend(path: string): Promise<void> {
  const { pathname } = new URL(path, 'http://localhost');
  const names = new Set(pathname.split('/').map((segment) => segment.toUpperCase()));
  await mendFixtures((key) => names.has(key.toUpperCase()) || pathname.includes('%'));
  state = await storedState();
}
