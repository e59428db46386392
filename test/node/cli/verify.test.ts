// `rowcall verify` as an auditor runs it: a process of its own, the started product, and files that were tampered with.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { close, listen } from '../ciUpstream.ts';
import { cleanUp, newStateDir, ROOT, start } from '../startedRowcall.ts';

const OWNER_KEY = 'Vq7-tR2mXc9bLw4KzHf6Jd8sYp3NgAe5';
const headers = { 'x-terminal-key': OWNER_KEY, 'content-type': 'application/json' };

interface Ran {
  readonly code: number;
  readonly output: string;
}

let address: string;
let foreign: string;
let folder: string;
let id: string;
let other: string;

const file = (name: string) => join(folder, name);

function run(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(ROOT, 'cli/rowcall.ts'), ...args],
      { env: { PATH: String(process.env.PATH), ...environment } },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : -1, output: stdout + stderr }),
    );
  });
}

const verify = (...args: string[]) => run(['verify', ...args]);

async function fetched(path: string, base = address): Promise<string> {
  const response = await fetch(base + path, { headers });
  expect(response.status, path).toBe(200);
  return response.text();
}

async function save(name: string, path: string, base = address): Promise<string> {
  await writeFile(file(name), await fetched(path, base));
  return file(name);
}

async function invoke(base = address): Promise<string> {
  const response = await fetch(`${base}/api/invoke`, { method: 'POST', headers, body: JSON.stringify({ key: 'NOW', args: { zone: 'UTC' } }) });
  return String(response.headers.get('rowcall-receipt'));
}

async function addRow(base: string, key: string, target: string): Promise<void> {
  const row = { key, type: 'fn', target, content: '# WHAT: A row of the test.' };
  expect((await fetch(`${base}/api/directory`, { method: 'POST', headers, body: JSON.stringify(row) })).status).toBe(201);
}

/** The saved JSON, changed by hand. */
async function changed(name: string, change: (value: Record<string, unknown>) => void): Promise<string> {
  const value = JSON.parse(await readFile(file(name), 'utf8')) as Record<string, unknown>;
  change(value);
  await writeFile(file('changed'), JSON.stringify(value));
  return file('changed');
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rowcall-verify-'));
  const settings = { SEED: 'none', TERMINAL_KEY: OWNER_KEY };
  ({ address } = await start({ ...settings, STATE_DIR: await newStateDir() }));
  ({ address: foreign } = await start({ ...settings, STATE_DIR: await newStateDir() }));
  for (const base of [address, foreign]) await addRow(base, 'NOW', 'now');
  id = await invoke();
  await save('early', '/api/ledger/checkpoint');
  for (let count = 0; count < 9; count++) other = await invoke();
  await save('receipt', `/api/receipts/${id}/confirmation`);
  await save('forensic', `/api/receipts/${id}`);
  await save('other', `/api/receipts/${other}/confirmation`);
  await save('proof', `/api/receipts/${id}/proof`);
  await save('other-proof', `/api/receipts/${other}/proof`);
  await save('jwks', '/.well-known/jwks.json');
  await save('vkey', '/api/ledger/key');
  await save('log', '/api/ledger?limit=500');
  await save('late', '/api/ledger/checkpoint');
  const size = (name: string) => readFile(file(name), 'utf8').then((note) => Number(note.split('\n')[1]));
  await save('consistency', `/api/ledger/consistency?from=${await size('early')}&to=${await size('late')}`);
  const foreignId = await invoke(foreign);
  await save('foreign-receipt', `/api/receipts/${foreignId}/confirmation`, foreign);
  await save('foreign-jwks', '/.well-known/jwks.json', foreign);
  await save('foreign-checkpoint', '/api/ledger/checkpoint', foreign);
});

afterAll(async () => {
  await cleanUp();
  await rm(folder, { recursive: true, force: true });
});

describe('offline, with pinned keys', () => {
  it('proves a receipt by its signature alone, and says no more than that', async () => {
    const { code, output } = await verify(file('receipt'), '--keys', file('jwks'));
    expect([code, output]).toEqual([0, expect.stringContaining(`this service signed the claims of ${id}`)]);
    expect(output).not.toContain('place');
    expect(output).toContain('Not that what an upstream answered is true.');
  });

  it('proves the place in the log, and input and output where they are kept', async () => {
    const { code, output } = await verify(file('forensic'), '--proof', file('proof'), '--keys', file('jwks'));
    expect(code, output).toBe(0);
    for (const said of ['stand at place', 'the input is that of the call', 'the output is that of the call', 'keep a checkpoint'])
      expect(output).toContain(said);
    expect(output.trimEnd().split('\n')).toHaveLength(1);
  });

  it('proves that the log only grew since the checkpoint that was kept', async () => {
    const given = ['--checkpoint', file('early'), '--checkpoint', file('late'), '--consistency', file('consistency')];
    const { code, output } = await verify(...given, '--keys', file('vkey'), '--save-checkpoint', file('kept'));
    expect([code, output]).toEqual([0, expect.stringContaining('begins with the checkpoints that you hold')]);
    expect(await readFile(file('kept'), 'utf8')).toBe(await readFile(file('late'), 'utf8'));
  });

  it('proves a whole log from a file against checkpoints', async () => {
    const { code, output } = await verify('--log', file('log'), '--checkpoint', file('early'), '--keys', file('vkey'));
    expect([code, output]).toEqual([0, expect.stringContaining('is the one of every checkpoint given')]);
  });
});

describe('with a service', () => {
  it('fetches what is missing, goes on from a kept checkpoint, and says whose keys it used', async () => {
    const first = await verify(id, '--url', address, '--save-checkpoint', file('mine'));
    expect([first.code, first.output]).toEqual([0, expect.stringContaining('the keys came from itself')]);
    await invoke();
    const later = await verify(id, '--url', address, '--checkpoint', file('mine'), '--keys', file('jwks'), '--save-checkpoint', file('mine'));
    expect([later.code, later.output]).toEqual([0, expect.stringContaining('begins with the checkpoint that you hold')]);
    expect(later.output).not.toContain('came from itself');
    expect((await verify('--url', address, '--checkpoint', file('mine'))).code).toBe(0);
  });

  it('reads a whole log with the key of the environment', async () => {
    expect((await run(['verify', '--log', address, '--keys', file('jwks')], { ROWCALL_KEY: OWNER_KEY })).code).toBe(0);
    const without = await run(['verify', '--log', address, '--keys', file('jwks')]);
    expect([without.code, without.output]).toEqual([3, expect.stringContaining('401')]);
  });

  it('is called rowcall where the clone is installed', async () => {
    const npx = await new Promise<string>((resolve) => {
      const path = String(process.env.PATH)
        .split(delimiter)
        .filter((part) => !part.includes('node_modules'))
        .join(delimiter);
      execFile('npx', ['--no', 'rowcall', 'verify', '--help'], { cwd: ROOT, env: { ...process.env, PATH: path } }, (_, stdout, stderr) =>
        resolve(stdout + stderr),
      );
    });
    expect(npx).toContain('rowcall verify [RECEIPT] [options]');
  });
});

describe('what was tampered with is not proven (exit 1)', () => {
  const refused = async (said: string, ...args: string[]) => {
    const { code, output } = await verify(...args);
    expect([code, output]).toEqual([1, expect.stringContaining(said)]);
    expect(output).toMatch(/^NOT PROVEN: /);
  };
  const withKeys = ['--keys'] as const;

  it('S29 claims that were changed, and a signature that was', async () => {
    const claims = await changed('receipt', (value) => Object.assign(value['claims'] as object, { ok: false }));
    await refused('not over these claims', claims, ...withKeys, file('jwks'));
    const signature = await changed('receipt', (value) =>
      Object.assign(value, { signature: String(value['signature']).replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')) }),
    );
    await refused('signature', signature, ...withKeys, file('jwks'));
    const taken = await changed('receipt', (value) => Object.assign(value, { signature: 'eyJhbGciOiJub25lIn0..' }));
    await refused('none of this service', taken, ...withKeys, file('jwks'));
  });

  it('input and output that were changed', async () => {
    for (const more of [{ input: { zone: 'Asia/Tokyo' } }, { output: 'another' }, { salt: '0'.repeat(32) }])
      await refused('fingerprint differs', await changed('forensic', (value) => Object.assign(value, more)), ...withKeys, file('jwks'));
  });

  it('S29 the proof of another receipt, and one with any part changed', async () => {
    await refused('The proof is of', file('receipt'), '--proof', file('other-proof'), ...withKeys, file('jwks'));
    const swapped = (change: (value: Record<string, unknown>) => void) => changed('proof', change);
    const check = async (said: string, path: string) => refused(said, file('receipt'), '--proof', path, ...withKeys, file('jwks'));
    await check('no proof', await swapped((value) => Object.assign(value, { leaf_index: 99 })));
    await check('leaf hash', await swapped((value) => Object.assign(value, { leaf_hash: 'a'.repeat(64) })));
    await check('another size', await swapped((value) => Object.assign(value, { tree_size: 5 })));
    await check('does not hold', await swapped((value) => Object.assign(value, { path: (value['path'] as string[]).slice(1) })));
    await check('path is damaged', await swapped((value) => Object.assign(value, { path: ['zz'] })));
    await check('other claims', await swapped((value) => Object.assign((value['entry'] as { payload: object }).payload, { ok: false })));
    await check(
      'was changed',
      await swapped((value) => Object.assign(value, { checkpoint: String(value['checkpoint']).replace(/\n(\d+)\n/, '\n1$1\n') })),
    );
    await check('leaf hash', await swapped((value) => Object.assign(value['entry'] as object, { at: '2020-01-01T00:00:00.000Z' })));
  });

  it('S29 another service: its receipts, its keys, its checkpoints', async () => {
    await refused('not among the trusted', file('foreign-receipt'), ...withKeys, file('jwks'));
    await refused('not among the trusted', file('receipt'), ...withKeys, file('foreign-jwks'));
    await refused('do not vouch for', '--checkpoint', file('foreign-checkpoint'), ...withKeys, file('vkey'));
    await refused('not signed by a trusted key', '--checkpoint', file('foreign-checkpoint'), ...withKeys, file('jwks'));
    await refused(
      'is of the log',
      '--checkpoint',
      file('foreign-checkpoint'),
      '--checkpoint',
      file('early'),
      ...withKeys,
      file('jwks'),
      ...withKeys,
      file('foreign-jwks'),
    );
  });

  it('a checkpoint that was cut off or changed', async () => {
    const note = await readFile(file('early'), 'utf8');
    for (const text of [note.slice(0, -30), note.split('\n\n')[0] ?? '', note.replace(/\n\d+\n/, '\n1\n'), '', 'x'.repeat(100)]) {
      await writeFile(file('changed'), text);
      await refused('', '--checkpoint', file('changed'), ...withKeys, file('jwks'));
    }
  });

  it('a log in which an entry was changed, removed, moved or put in, or a node swapped: the place is named', async () => {
    interface Entry {
      seq: number;
      at: string;
      payload: Record<string, unknown>;
      hashes: string[];
    }
    const check = async (said: string, change: (items: Entry[]) => void) => {
      const path = await changed('log', (value) => change(value['items'] as Entry[]));
      await refused(
        said,
        '--log',
        path,
        '--checkpoint',
        file('early'),
        '--checkpoint',
        file('late'),
        '--consistency',
        file('consistency'),
        ...withKeys,
        file('jwks'),
      );
    };
    await check('entry 3 was changed', (items) => Object.assign((items[2] as Entry).payload, { ok: false }));
    await check('entry 4 is missing: entry 5 follows 3', (items) => items.splice(3, 1));
    await check('entry 2 is missing: entry 3 follows 1', (items) => items.splice(1, 2, items[2] as Entry, items[1] as Entry));
    await check('entry 2 stands in the place of entry 3', (items) => items.splice(2, 0, items[1] as Entry));
    await check('the log ends after', (items) => items.splice(-2));
    await check('the node of level 2 that entry 4 completes', (items) => ((items[3] as Entry).hashes[2] = 'a'.repeat(64)));
    await check('the first', (items) => items.forEach((item) => Object.assign(item, { hashes: [], at: '2020-01-01T00:00:00.000Z' })));
  });
});

describe('what cannot be told (exit 3)', () => {
  it('files that are missing or no JSON, no keys, a service that is away, an id that is none', async () => {
    const server = createServer();
    const gone = await listen(server);
    await close(server);
    await writeFile(file('cut'), (await readFile(file('receipt'), 'utf8')).slice(0, 100));
    for (const args of [
      [file('nothing'), '--keys', file('jwks')],
      [file('cut'), '--keys', file('jwks')],
      [file('receipt')],
      [file('receipt'), '--keys', file('vkey')],
      [file('receipt'), '--keys', file('receipt')],
      [id, '--url', gone],
      [`inv_${'0'.repeat(32)}`, '--url', address],
      ['--checkpoint', file('early'), '--checkpoint', file('late'), '--keys', file('jwks')],
    ]) {
      const { code, output } = await verify(...args);
      expect([code, output], args.join(' ')).toEqual([3, expect.stringMatching(/^UNDECIDED: .+\n$/)]);
    }
  });
});

describe('wrong usage (exit 2)', () => {
  it.each([[['verify']], [['verify', '--later']], [['verify', 'a', 'b']], [['verify', 'a', '--url', 'ftp://x']], [['later']], [[]]])(
    '%j',
    async (args) => {
      const { code, output } = await run(args);
      expect([code, output]).toEqual([2, expect.stringContaining('rowcall')]);
      expect(output).not.toMatch(/\n\s+at /);
    },
  );
});
