// Keys that change: what the former ones signed stays verifiable, and the log itself says which key vouches for it.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { newSigningKey } from '../../scripts/signingKeys.ts';
import { cleanUp, end, newStateDir, ROOT, start } from './startedRowcall.ts';

const OWNER_KEY = 'Vq7-tR2mXc9bLw4KzHf6Jd8sYp3NgAe5';
const headers = { 'x-terminal-key': OWNER_KEY, 'content-type': 'application/json' };

afterAll(cleanUp);

const publicHalf = (key: string, purpose: string) => {
  const { kty, crv, x } = JSON.parse(key) as Record<string, string>;
  return { kty, crv, x, purpose };
};

function verify(...args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(ROOT, 'cli/rowcall.ts'), 'verify', ...args], (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    );
  });
}

it('after both keys were changed, old receipts and checkpoints are proven, by keys that were pinned before or after', async () => {
  const stateDir = await newStateDir();
  const folder = await newStateDir();
  const file = (name: string) => join(folder, name);
  const text = async (address: string, path: string) => (await fetch(address + path, { headers })).text();
  const [oldReceipts, oldCheckpoints] = [newSigningKey(), newSigningKey()];
  const settings = { STATE_DIR: stateDir, SEED: 'none', TERMINAL_KEY: OWNER_KEY, ORIGIN: 'http://rowcall.test' };

  const first = await start({ ...settings, RECEIPT_SIGNING_KEY: oldReceipts, CHECKPOINT_SIGNING_KEY: oldCheckpoints });
  const row = { key: 'CLOCK', type: 'fn', target: 'now', content: '# WHAT: The time.' };
  await fetch(`${first.address}/api/directory`, { method: 'POST', headers, body: JSON.stringify(row) });
  const invoked = await fetch(`${first.address}/api/invoke/CLOCK`, { method: 'POST', headers, body: '{}' });
  const id = String(invoked.headers.get('rowcall-receipt'));
  await writeFile(file('old-proof'), await text(first.address, `/api/receipts/${id}/proof`));
  await writeFile(file('old-checkpoint'), await text(first.address, '/api/ledger/checkpoint'));
  await writeFile(file('old-keys'), await text(first.address, '/.well-known/jwks.json'));
  await end(first, 'SIGTERM');

  const retired = [publicHalf(oldReceipts, 'receipts'), publicHalf(oldCheckpoints, 'checkpoints')];
  const fresh = { RECEIPT_SIGNING_KEY: newSigningKey(), CHECKPOINT_SIGNING_KEY: newSigningKey(), RETIRED_SIGNING_KEYS: JSON.stringify(retired) };
  const second = await start({ ...settings, ...fresh });
  await writeFile(file('new-keys'), await text(second.address, '/.well-known/jwks.json'));
  await writeFile(file('new-vkey'), await text(second.address, '/api/ledger/key'));
  await writeFile(file('receipt'), await text(second.address, `/api/receipts/${id}/confirmation`));
  await writeFile(file('new-checkpoint'), await text(second.address, '/api/ledger/checkpoint'));

  const proven = async (...args: string[]) => {
    const { code, output } = await verify(...args);
    expect([code, output]).toEqual([0, expect.stringMatching(/^PROVEN: /)]);
  };
  await proven(file('receipt'), '--proof', file('old-proof'), '--keys', file('old-keys'));
  await proven(file('receipt'), '--proof', file('old-proof'), '--keys', file('new-keys'));
  await proven('--checkpoint', file('new-checkpoint'), '--keys', file('new-vkey'));
  await proven(id, '--url', second.address, '--checkpoint', file('old-checkpoint'), '--keys', file('new-keys'));
  expect((await verify('--checkpoint', file('new-checkpoint'), '--keys', file('old-keys'))).code).toBe(1);

  const { items } = JSON.parse(await text(second.address, '/api/ledger?kind=CHECKPOINT_KEY')) as { items: { payload: { x: string } }[] };
  expect(items.map(({ payload }) => payload.x)).toEqual([publicHalf(oldCheckpoints, '').x, publicHalf(fresh.CHECKPOINT_SIGNING_KEY, '').x]);
  await end(second, 'SIGTERM');
});
