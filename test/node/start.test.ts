// The started product, in child processes: what `npm start` promises its user.
import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { runShell } from './shell.ts';
import { cleanUp, end, newStateDir, ROOT, start, startRefused, type Started } from './startedRowcall.ts';

afterAll(cleanUp);

const KEY_IN_ENVIRONMENT = 'mK3-qwZpv7bYt5RnXe2LsGh8DuJf4CaV6';

async function keyOf(stateDir: string): Promise<string> {
  return (await readFile(join(stateDir, 'terminal-key'), 'utf8')).trim();
}

/** One request with the owner key. */
async function request(
  rowcall: Started,
  key: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; json: Record<string, unknown> }> {
  const answer = await fetch(`${rowcall.address}${path}`, {
    method,
    headers: { 'x-terminal-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, json: await answer.json<Record<string, unknown>>() };
}

function row(key: string): Record<string, unknown> {
  return { key, type: 'fn', target: 'now', content: `# WHAT: A row of the test, ${key}.` };
}

async function wrangler(stateDir: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(ROOT, 'node_modules/wrangler/bin/wrangler.js'), 'd1', ...args, '--local', `--persist-to=${stateDir}`],
    { cwd: ROOT, env: { ...process.env, CI: 'true', WRANGLER_SEND_METRICS: 'false', NO_COLOR: '1' } },
  );
  return stdout;
}

describe('a first start', () => {
  it('serves a migrated, seeded directory, keeps its own key, and the call it prints works as printed', async () => {
    const stateDir = await newStateDir();
    const rowcall = await start({ STATE_DIR: stateDir });
    const health = await fetch(`${rowcall.address}/health`);
    expect([health.status, (await health.json<{ ok: boolean }>()).ok]).toEqual([200, true]);

    expect(JSON.parse(await runShell(rowcall.firstCall))).toMatchObject({
      ok: true,
      ran: true,
      key: 'NOW',
      proof: { status: 'PROVEN_MATERIAL_RESULT' },
    });

    const key = await keyOf(stateDir);
    expect(key.length).toBeGreaterThanOrEqual(32);
    expect((await stat(join(stateDir, 'terminal-key'))).mode & 0o077).toBe(0);
    expect(rowcall.output).not.toContain(key);
    expect((await request(rowcall, key, 'POST', '/api/invoke', { key: 'UUID' })).json).toMatchObject({ ok: true, ran: true });
    expect(await end(rowcall, 'SIGINT')).toBe(0);
  });

  it('with SEED=none has an empty directory, and prints a call that works on it', async () => {
    const stateDir = await newStateDir();
    const rowcall = await start({ STATE_DIR: stateDir, SEED: 'none' });
    expect(JSON.parse(await runShell(rowcall.firstCall))).toMatchObject({ count: 0, items: [] });
    await end(rowcall, 'SIGTERM');
  });

  it('takes the owner key from TERMINAL_KEY, and writes it nowhere', async () => {
    const stateDir = await newStateDir();
    const rowcall = await start({ STATE_DIR: stateDir, TERMINAL_KEY: KEY_IN_ENVIRONMENT });
    expect((await request(rowcall, KEY_IN_ENVIRONMENT, 'POST', '/api/invoke', { key: 'NOW' })).status).toBe(200);
    expect((await request(rowcall, `${KEY_IN_ENVIRONMENT}x`, 'POST', '/api/invoke', { key: 'NOW' })).status).toBe(401);
    expect(rowcall.output).not.toContain(KEY_IN_ENVIRONMENT);
    await expect(stat(join(stateDir, 'terminal-key'))).rejects.toThrow('ENOENT');
    await end(rowcall, 'SIGTERM');
  });
});

describe('a further start', () => {
  it('has the same key, rows and identity, and brings back no seed row that was changed or deleted', async () => {
    const stateDir = await newStateDir();
    const first = await start({ STATE_DIR: stateDir });
    const key = await keyOf(stateDir);
    const origin = await readFile(join(stateDir, 'origin'), 'utf8');
    expect((await request(first, key, 'POST', '/api/directory', row('MINE'))).status).toBe(201);
    expect((await request(first, key, 'PATCH', '/api/directory/NOW', { planner_rank: 77 })).status).toBe(200);
    expect((await request(first, key, 'DELETE', '/api/directory/UUID')).status).toBe(200);
    await end(first, 'SIGTERM');

    const second = await start({ STATE_DIR: stateDir });
    expect(await keyOf(stateDir)).toBe(key);
    expect(await readFile(join(stateDir, 'origin'), 'utf8')).toBe(origin);
    expect((await request(second, key, 'GET', '/api/directory/MINE')).status).toBe(200);
    expect((await request(second, key, 'GET', '/api/directory/NOW')).json).toMatchObject({ planner_rank: 77 });
    expect((await request(second, key, 'GET', '/api/directory/UUID')).status).toBe(404);
    await end(second, 'SIGTERM');
  });

  it('after SIGKILL amid writes, even with the runtime left behind, has every write that was acknowledged', async () => {
    const stateDir = await newStateDir();
    const first = await start({ STATE_DIR: stateDir, SEED: 'none' });
    const port = new URL(first.address).port;
    const key = await keyOf(stateDir);
    const acknowledged: string[] = [];
    let killed = false;
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let at = 0; !killed; at++) {
        const name = `W${writer}_${at}`;
        const { status } = await request(first, key, 'POST', '/api/directory', row(name)).catch(() => ({ status: 0 }));
        if (status !== 201) return;
        acknowledged.push(name);
        if (acknowledged.length === 20) {
          first.child.kill('SIGKILL');
          killed = true;
        }
      }
    });
    await Promise.all(writers);
    expect(acknowledged.length).toBeGreaterThanOrEqual(20);

    const second = await start({ STATE_DIR: stateDir, SEED: 'none', PORT: port });
    const statuses = await Promise.all(acknowledged.map(async (name) => (await request(second, key, 'GET', `/api/directory/${name}`)).status));
    expect(new Set(statuses)).toEqual(new Set([200]));
    await end(second, 'SIGTERM');
  });

  it('while one runs on the same state is refused with a clear message, and the running one is not harmed', async () => {
    const stateDir = await newStateDir();
    const first = await start({ STATE_DIR: stateDir });
    const second = await startRefused({ STATE_DIR: stateDir });
    expect(second.code).toBe(1);
    expect(second.output).toContain(`${stateDir} is in use by another Rowcall`);
    expect((await request(first, await keyOf(stateDir), 'POST', '/api/invoke', { key: 'NOW' })).status).toBe(200);
    await end(first, 'SIGTERM');
  });
});

describe('a start that cannot be', () => {
  it.each([
    ['a short TERMINAL_KEY', { TERMINAL_KEY: 'short' }, /TERMINAL_KEY has fewer than 32 characters/],
    ['a known TERMINAL_KEY', { TERMINAL_KEY: 'changeme-changeme-changeme-changeme' }, /TERMINAL_KEY is a known default/],
    ['an unknown SEED', { SEED: 'everything' }, /SEED must be 'starter' or 'none'/],
    ['a PORT that is none', { PORT: '99999' }, /PORT must be a number/],
    ['a STATE_DIR that is a file', { STATE_DIR: join(ROOT, 'package.json') }, /cannot be used as STATE_DIR/],
  ])('%s is refused in one line, without a stack', async (_, settings, message) => {
    const refused = await startRefused({ STATE_DIR: await newStateDir(), ...settings });
    expect(refused.code).toBe(1);
    expect(refused.output).toMatch(message);
    expect(refused.output.trim().split('\n')).toHaveLength(1);
  });

  it('a port that is taken is refused in one line', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const refused = await startRefused({ STATE_DIR: await newStateDir(), PORT: String(port) });
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining(`port ${port} is taken`) });
    other.close();
  });
});

describe('migrations', () => {
  it('are recorded as wrangler records them, whichever of the two applied them', async () => {
    const stateDir = await newStateDir();
    await wrangler(stateDir, 'migrations', 'apply', 'DB');
    const rowcall = await start({ STATE_DIR: stateDir });
    expect((await fetch(`${rowcall.address}/health`)).status).toBe(200);
    await end(rowcall, 'SIGTERM');

    const other = await newStateDir();
    await end(await start({ STATE_DIR: other }), 'SIGTERM');
    expect(await wrangler(other, 'migrations', 'list', 'DB')).toContain('No migrations to apply');
  });
});
