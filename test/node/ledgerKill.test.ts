// kill -9 while many write, again and again on the same state: what was acknowledged is on record, whole and provable.
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCheckpoint, type Checkpoint } from '../../cli/verify/checkpoint.ts';
import type { Json } from '../../cli/verify/canonicalJson.ts';
import { checkGrowth, readConsistency } from '../../cli/verify/growth.ts';
import { readKeys, type Keys } from '../../cli/verify/keys.ts';
import { checkLog } from '../../cli/verify/log.ts';
import { fetchLog, fetchText } from '../../cli/verify/sources.ts';
import { close, listen } from './ciUpstream.ts';
import { cleanUp, end, newStateDir, start, type Started } from './startedRowcall.ts';

const OWNER_KEY = 'Vq7-tR2mXc9bLw4KzHf6Jd8sYp3NgAe5';
const headers = { 'x-terminal-key': OWNER_KEY, 'content-type': 'application/json' };
const FINAL = ['PROVEN_MATERIAL_RESULT', 'PROVEN_EMPTY_RESULT', 'PROVEN_FAILURE', 'REFUSED', 'UNKNOWN_OUTCOME'];
const CONNECTIONS = 16;
const ROUNDS = 3;

let upstream: Server;
let upstreamAddress: string;
let stateDir: string;
/** How often the upstream was asked for each path. */
const asked = new Map<string, number>();

const settings = () => ({
  STATE_DIR: stateDir,
  SEED: 'none',
  TERMINAL_KEY: OWNER_KEY,
  ALLOW_PRIVATE_HOSTS: new URL(upstreamAddress).host,
  ORIGIN: 'http://rowcall.test',
});

interface Reply {
  readonly status: number;
  readonly body: Record<string, unknown> & { proof?: { invocation_id: string; status: string } };
}

async function post(address: string, path: string, body: object, more: Record<string, string> = {}): Promise<Reply> {
  const response = await fetch(address + path, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) });
  return { status: response.status, body: await response.json<Reply['body']>() };
}

async function receipt(address: string, id: string, query = ''): Promise<Record<string, unknown>> {
  const response = await fetch(`${address}/api/receipts/${id}${query}`, { headers });
  return response.json<Record<string, unknown>>();
}

/** Kills the runtime itself, which keeps the data, and the process above it. */
async function kill(started: Started): Promise<void> {
  const { pid } = JSON.parse(await readFile(join(stateDir, 'runtime.json'), 'utf8')) as { pid: number };
  process.kill(pid, 'SIGKILL');
  await end(started, 'SIGKILL');
}

async function keysOf(address: string): Promise<Keys> {
  return readKeys(await fetchText(address, '.well-known/jwks.json'), 'jwks');
}

async function newest(address: string): Promise<Checkpoint> {
  return readCheckpoint(await fetchText(address, 'api/ledger/checkpoint'), await keysOf(address), 'the newest checkpoint');
}

/** Throws where the log does not go on from what was held, or has a gap, a duplicate, or another content than was logged. */
async function expectWhole(address: string, held: readonly Checkpoint[]): Promise<void> {
  const keys = await keysOf(address);
  const ask = async (from: number, to: number) =>
    readConsistency(await fetchText(address, `api/ledger/consistency?from=${from}&to=${to}`), keys, 'proof');
  const now = await newest(address);
  await checkGrowth([...held, now], [], ask);
  const { size, problems } = await checkLog(fetchLog(address, OWNER_KEY), [...held, now]);
  expect(problems).toEqual([]);
  expect(size).toBeGreaterThanOrEqual(now.size);
}

beforeAll(async () => {
  upstream = createServer((request, response) => {
    const path = String(request.url);
    asked.set(path, (asked.get(path) ?? 0) + 1);
    if (path.startsWith('/hang')) return;
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"done":true}');
  });
  upstreamAddress = await listen(upstream);
  stateDir = await newStateDir();
});

afterAll(async () => {
  await Promise.allSettled([close(upstream), cleanUp()]);
});

describe('after kill -9 under sixteen connections', () => {
  it('every acknowledged call has its receipt and entry, no place is empty or taken twice, and the log goes on from every checkpoint', async () => {
    const acknowledged: string[] = [];
    const held: Checkpoint[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const started = await start(settings());
      const { address } = started;
      if (round === 0) {
        for (const [key, target] of [
          ['CLOCK', 'now'],
          ['STORE', 'kv_put'],
          ['LATER', 'hash'],
        ] as const)
          expect(
            (
              await post(address, '/api/directory', {
                key,
                type: 'fn',
                target,
                content: '# WHAT: A row.',
                ...(key === 'LATER' ? { runner: 'queue' } : {}),
              })
            ).status,
          ).toBe(201);
      }
      await expectWhole(address, held);
      for (const id of acknowledged) expect(FINAL, id).toContain((await receipt(address, id))['status']);
      const before = acknowledged.length;
      const killed = new AbortController();
      const work = Array.from({ length: CONNECTIONS }, async (_, connection) => {
        for (let at = 0; !killed.signal.aborted; at++) {
          const call = [
            () => post(address, '/api/invoke/CLOCK', {}),
            () => post(address, '/api/invoke/STORE', { args: { key: `k${connection}`, value: String(at) } }),
            () => post(address, '/api/invoke/CLOCK', { idempotency_key: `${round}-${connection}-${at}` }),
            () => post(address, '/api/directory', { key: `R${round}_${connection}_${at}`, type: 'fn', target: 'now', content: '# WHAT: A row.' }),
          ][at % 4];
          const reply = await call?.().catch(() => undefined);
          if (reply === undefined) return;
          if (reply.body.proof !== undefined && reply.status === 200) acknowledged.push(reply.body.proof.invocation_id);
        }
      });
      while (acknowledged.length < before + 60) await new Promise((resolve) => setTimeout(resolve, 20));
      held.push(await newest(address));
      while (acknowledged.length < before + 120) await new Promise((resolve) => setTimeout(resolve, 20));
      killed.abort();
      await kill(started);
      await Promise.all(work);
    }
    const last = await start(settings());
    await expectWhole(last.address, held);
    const entries = new Set<string>();
    for await (const page of fetchLog(last.address, OWNER_KEY))
      for (const entry of page as readonly { kind: string; subject: string; [name: string]: Json }[])
        if (entry.kind === 'INVOKE') entries.add(entry.subject);
    expect(acknowledged.filter((id) => !entries.has(id))).toEqual([]);
    for (const id of acknowledged) expect(FINAL, id).toContain((await receipt(last.address, id))['status']);
    await end(last, 'SIGTERM');
  });

  it('a write that was sent and never answered reads UNKNOWN_OUTCOME once its time is over, and is not sent again under its key', async () => {
    const first = await start(settings());
    const row = { key: 'SEND', type: 'http', target: `POST ${upstreamAddress}/hang/{name}`, content: '# WHAT: Sends.', timeout_ms: 4_000 };
    expect((await post(first.address, '/api/directory', row)).status).toBe(201);
    const call = (address: string) => post(address, '/api/invoke/SEND', { args: { name: 'one' } }, { 'idempotency-key': 'send-one' });
    const lost = call(first.address).catch(() => undefined);
    while (!asked.has('/hang/one')) await new Promise((resolve) => setTimeout(resolve, 20));
    await kill(first);
    expect(await lost).toBeUndefined();

    const second = await start(settings());
    const retried = await call(second.address);
    expect([retried.status, retried.body['error']]).toEqual([409, 'idempotency_in_flight']);
    const id = String(retried.body.proof?.invocation_id);
    expect((await receipt(second.address, id))['status']).toBe('RUNNING');
    // 4 s of the row, 2 s to end, 5 s of grace.
    let settled: Record<string, unknown> = {};
    while (settled['status'] !== 'UNKNOWN_OUTCOME') {
      settled = await receipt(second.address, id);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    expect(settled).toMatchObject({ ok: false, ran: true, error: { code: 'outcome_unknown' }, signature: expect.any(String) });
    const again = await call(second.address);
    expect([again.status, again.body['error'], again.body.proof?.invocation_id]).toEqual([409, 'outcome_unknown', id]);
    expect(asked.get('/hang/one')).toBe(1);
    await end(second, 'SIGTERM');
  });

  it('a queued call that had not begun runs after the restart', async () => {
    const first = await start(settings());
    const row = { key: 'WAITS', type: 'http', target: `POST ${upstreamAddress}/queued/{name}`, content: '# WHAT: Waits.', runner: 'queue' };
    expect((await post(first.address, '/api/directory', row)).status).toBe(201);
    const ids: string[] = [];
    const work = Array.from({ length: 8 }, async (_, name) => {
      const reply = await post(first.address, '/api/invoke/WAITS', { args: { name: String(name) } });
      ids.push(String(reply.body.proof?.invocation_id));
    });
    await Promise.all(work);
    await kill(first);
    const second = await start(settings());
    for (const id of ids) {
      const { status } = await receipt(second.address, id);
      expect(['QUEUED', 'RUNNING', 'PROVEN_MATERIAL_RESULT']).toContain(status);
    }
    for (const id of ids) {
      let settled: Record<string, unknown> = {};
      while (!FINAL.includes(String(settled['status']))) settled = await receipt(second.address, id, '?wait=25');
      expect(['PROVEN_MATERIAL_RESULT', 'UNKNOWN_OUTCOME']).toContain(settled['status']);
    }
    for (let name = 0; name < 8; name++) expect(asked.get(`/queued/${name}`) ?? 0).toBeLessThanOrEqual(1);
    await end(second, 'SIGTERM');
  }, 400_000);
});
