// S10: a secret that the upstream echoes in every way it can is found nowhere: not in an answer, not in a table, not in
// a stored object, not in a page, not in the log.
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call, OWNER, type Answered } from '../support/api.ts';
import { dumpEverything } from '../support/tables.ts';
import { workerWith } from '../support/worker.ts';
import { A, AUTH_FORMS, B, httpRow, invoke, MARK, SECRET } from './upstream.ts';

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
const bytesOf = (text: string) => new TextEncoder().encode(text);

/** What of the secret's base64 does not depend on what stands around it, for each of its three places in three bytes. */
function base64Cores(secret: string): string[] {
  return [0, 1, 2].map((shift) =>
    btoa(`${'\0'.repeat(shift)}${secret}`).slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + secret.length) * 8) / 6)),
  );
}

function spellingsOf(secret: string): string[] {
  const cores = base64Cores(secret);
  return [
    secret,
    secret.toUpperCase(),
    encodeURIComponent(secret),
    Array.from(bytesOf(secret), (byte) => `%${hex(byte, 2)}`).join(''),
    Array.from(secret, (char) => `\\u${hex(char.charCodeAt(0), 4)}`).join(''),
    Array.from(secret, (char) => `\\\\u${hex(char.charCodeAt(0), 4)}`).join(''),
    Array.from(secret, (char) => `&#x${hex(char.charCodeAt(0), 2)};`).join(''),
    ...cores,
    ...cores.map((core) => core.replaceAll('+', '-').replaceAll('/', '_')),
  ];
}

const SPELLINGS = [SECRET, env.TERMINAL_KEY].flatMap(spellingsOf).map((spelling) => spelling.toLowerCase());

/** Which of the secrets' spellings stand in a text. */
function found(text: string): string[] {
  const lower = text.toLowerCase();
  return SPELLINGS.filter((spelling) => lower.includes(spelling));
}

const textOf = ({ headers, body }: Answered) => JSON.stringify([...(headers as unknown as Iterable<[string, string]>), body]);
const logged: unknown[][] = [];

beforeEach(() => {
  for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const)
    vi.spyOn(console, level).mockImplementation((...said) => void logged.push(said));
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Everything that there is to read about a call. */
async function readAll(answered: Answered): Promise<string[]> {
  const id = answered.body.proof?.invocation_id as string | undefined;
  const artifact = answered.body.data?.artifact as string | undefined;
  const paths = id === undefined ? [] : [`/api/receipts/${id}`, `/api/receipts/${id}/result`, `/receipt/${id}`, `/api/dispatch?receipt=${id}`];
  const answers = await Promise.all([...paths, ...(artifact === undefined ? [] : [artifact])].map((path) => call('GET', path)));
  return [answered, ...answers].map(textOf);
}

async function expectNowhere(...answers: Answered[]): Promise<void> {
  for (const text of (await Promise.all(answers.map(readAll))).flat()) expect(found(text)).toEqual([]);
  expect(found(await dumpEverything())).toEqual([]);
  expect(found(JSON.stringify(logged))).toEqual([]);
}

it('the search finds a secret in each spelling', () => {
  const around = `a${SECRET}b`;
  for (const text of [
    around,
    btoa(around),
    btoa(`x${around}`),
    btoa(`xx${around}`),
    Array.from(bytesOf(around), (byte) => `%${hex(byte, 2)}`).join(''),
  ])
    expect(found(text)).not.toEqual([]);
});

const PATHS = [
  '/echo',
  '/split',
  '/gzip',
  '/status/200',
  '/status/401',
  '/status/500',
  '/spelled/plain',
  '/spelled/percent',
  '/spelled/json',
  '/spelled/html',
  '/spelled/base64',
  '/spelled/base64url',
  '/typed',
  '/header/x-echo',
  '/header/link',
  '/header/location',
  '/redirect/302',
  `/redirect/302?to=${encodeURIComponent(`${A}/echo`)}`,
  `/redirect/307?to=${encodeURIComponent(`${B}/echo`)}`,
  '/chain/2',
  '/cut',
] as const;

describe.each([...AUTH_FORMS, 'query:to=UPSTREAM_KEY', 'query:value=UPSTREAM_KEY'])('S10 the credential of %s is nowhere', (auth) => {
  it('whatever the upstream does with it', async () => {
    const keys = await Promise.all(PATHS.map((path) => httpRow(`GET ${A}${path}`, { auth })));
    const post = await httpRow(`POST ${A}/echo`, { auth, payload: '{"a": "$1"}' });
    const answers = await Promise.all([
      ...keys.map((key, at) => (at % 2 === 0 ? invoke(key) : call('POST', '/api/dispatch', { json: { key } }))),
      invoke(keys[0] ?? '', { select: 'headers', max_bytes: 50 }),
      invoke(post, { body: 'x' }),
      invoke(post, { body: 'x', shape: true }),
      call('POST', '/api/batch', { json: { calls: keys.map((key) => ({ key })) } }),
    ]);
    await expectNowhere(...answers);
    expect(answers.filter((answered) => textOf(answered).includes(MARK)).length).toBeGreaterThan(5);
  }, 20_000);
});

describe('S10 the credential is not stored', () => {
  it('in a large answer, which goes to the artifact store', async () => {
    const key = await httpRow(`POST ${A}/echo`, { auth: 'bearer:UPSTREAM_KEY', payload: '{"a": "$1"}' });
    const answered = await invoke(key, { body: 'x'.repeat(300_000) });
    expect(answered.body.data.artifact).toMatch(/^\/api\/artifacts\//);
    expect(JSON.stringify((await call('GET', answered.body.data.artifact as string)).body)).toContain(MARK);
    await expectNowhere(answered);
  });

  it('when a caller passes it, wherever the caller puts it', async () => {
    const key = await httpRow(`POST ${A}/echo`, { payload: '{"a": "$1"}' });
    const answers: Answered[] = [];
    for (const text of [SECRET, `a ${SECRET} b`, btoa(`x${SECRET}`), encodeURIComponent(SECRET).replaceAll('-', '%2d'), env.TERMINAL_KEY]) {
      answers.push(
        await invoke(key, { body: text }),
        await invoke(key, { args: { 1: text } }),
        await invoke(key, { args: { [text]: 'x' } }),
        await invoke(key, { body: 'x', [text]: 1 }),
        await invoke(key, { body: 'x', select: `"${text}"` }),
      );
      answers.push(
        await call('POST', '/api/dispatch', { json: { key: text } }),
        await call('POST', `/api/invoke/${encodeURIComponent(text)}`, { json: {} }),
      );
      answers.push(
        await call('GET', `/api/directory/${encodeURIComponent(text)}`),
        await call('GET', `/api/directory?q=${encodeURIComponent(text)}&${encodeURIComponent(text)}=1`),
        await call('GET', `/${encodeURIComponent(text)}`),
      );
      answers.push(
        await call('GET', `/api/receipts/${encodeURIComponent(text)}`),
        await call('GET', `/receipt/${encodeURIComponent(text)}`),
        await call('GET', `/docs/errors/${encodeURIComponent(text)}`),
      );
      answers.push(
        await call('POST', '/api/directory', { json: { key: 'HOLDS', type: 'fn', target: text, content: `# WHAT: ${text}` } }),
        await call('PUT', '/api/blocks/HOLDS', { json: { content: text } }),
      );
      answers.push(
        await call('PATCH', `/api/directory/${key}`, { json: { category: text.slice(0, 64) }, headers: { ...OWNER, 'if-match': `"${text}"` } }),
      );
      answers.push(await call('GET', '/api/directory', { headers: { authorization: `Bearer ${text}x` } }));
    }
    for (const answered of answers.filter(({ body }) => typeof body !== 'string'))
      expect(answered.body.ok ?? Array.isArray(answered.body.items)).not.toBe(answered.status >= 400);
    await expectNowhere(...answers);
  }, 20_000);

  it('when a call of this service by itself echoes it', async () => {
    const inner = await httpRow(`GET ${A}/echo`, { auth: 'bearer:UPSTREAM_KEY' });
    const outer = await httpRow(`POST /api/invoke/${inner}`, { payload: '{}' });
    const answered = await invoke(outer);
    expect(textOf(answered)).toContain(MARK);
    await expectNowhere(answered);
  });

  it('when it breaks something, and the error holds it', async () => {
    const DB = {
      prepare: () => {
        throw new Error(`D1_ERROR: near "${SECRET}": ${btoa(SECRET)}`);
      },
    };
    const worker = workerWith({ DB });
    const answers = [await worker('GET', '/api/directory'), await worker('POST', '/api/invoke/X', { json: {} }), await worker('GET', '/health')];
    for (const { status } of answers) expect(status).toBe(503);
    expect(logged.length).toBeGreaterThan(0);
    expect(JSON.stringify(logged)).toContain(MARK);
    for (const answered of answers) expect(found(textOf(answered))).toEqual([]);
    expect(found(JSON.stringify(logged))).toEqual([]);
  });
});

describe('S10 the owner key', () => {
  it('is nowhere either, though every call presents it', async () => {
    const key = await httpRow(`GET ${A}/echo`);
    await expectNowhere(
      await invoke(key),
      await call('POST', `/api/invoke/${key}`, { json: {}, headers: { authorization: `Bearer ${env.TERMINAL_KEY}` } }),
    );
  });
});
