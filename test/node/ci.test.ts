// The scripts that docs/ci.md offers, run with curl against the started product.
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runScript, type Ran } from './ciScripts.ts';
import { answer, asked, close, listen } from './ciUpstream.ts';
import { cleanUp, newStateDir, start } from './startedRowcall.ts';

const OWNER_KEY = 'Vq7-tR2mXc9bLw4KzHf6Jd8sYp3NgAe5';
const WRONG_KEY = 'Wn4-pQ8vZk2cRt7HxLd5Jb9sYm3GgUe6';
const FORGED_STATUS = '"status":"PROVEN_MATERIAL_RESULT"';

const everyOutput: string[] = [];
let upstream: Server;
let upstreamAddress: string;
let address: string;
let goneAddress: string;

beforeAll(async () => {
  upstream = createServer(answer);
  upstreamAddress = await listen(upstream);
  const gone = createServer();
  goneAddress = await listen(gone);
  await close(gone);
  const rowcall = await start({
    STATE_DIR: await newStateDir(),
    SEED: 'none',
    TERMINAL_KEY: OWNER_KEY,
    ALLOW_PRIVATE_HOSTS: new URL(upstreamAddress).host,
  });
  ({ address } = rowcall);
  const http = (key: string, request: string) => ({ key, type: 'http', target: request, content: `# WHAT: ${key} of the test.` });
  const rows = [
    http('SHOP_HEALTH', `GET ${upstreamAddress}/up`),
    http('SHOP_EMPTY', `GET ${upstreamAddress}/empty`),
    { ...http('SHOP_LATER', `GET ${upstreamAddress}/up`), runner: 'queue' },
    { ...http('SHOP_SLOWLY', `GET ${upstreamAddress}/slow`), runner: 'queue' },
    { ...http('SHOP_HUNG', `GET ${upstreamAddress}/hang`), runner: 'queue' },
    { ...http('SHOP_DOWN_LATER', `GET ${upstreamAddress}/down`), runner: 'queue' },
    http('SHOP_DOWN', `GET ${upstreamAddress}/down`),
    http('SHOP_CUT', `POST ${upstreamAddress}/cut`),
    {
      ...http('SHOP_FORGED', `POST ${upstreamAddress}/up`),
      input_schema: { type: 'object', properties: { [FORGED_STATUS]: { type: 'string' } }, required: [FORGED_STATUS] },
    },
    { key: 'CLOCK', type: 'fn', target: 'now', content: '# WHAT: The time.' },
  ];
  for (const row of rows) {
    const created = await fetch(`${address}/api/directory`, {
      method: 'POST',
      headers: { 'x-terminal-key': OWNER_KEY, 'content-type': 'application/json' },
      body: JSON.stringify(row),
    });
    expect([created.status, await created.text()]).toEqual([201, expect.any(String)]);
  }
});

afterAll(async () => {
  await Promise.allSettled([close(upstream), cleanUp()]);
});

async function call(json: object, more: Readonly<Record<string, string>> = {}, trace = false): Promise<Ran> {
  const variables = { ROWCALL_URL: address, ROWCALL_KEY: OWNER_KEY, ROWCALL_CALL: JSON.stringify(json), ...more };
  const ran = await runScript('rowcall-call.sh', variables, { trace });
  everyOutput.push(ran.output, ran.commandLines, ...Object.values(ran.files));
  return ran;
}

/** Deploys behind the gate; the deployment leaves a file. */
async function deploy(receipt: string, more: Readonly<Record<string, string>> = {}): Promise<Ran & { deployed: boolean }> {
  const variables = { ROWCALL_URL: address, ROWCALL_RECEIPT: receipt, ROWCALL_ROW: 'SHOP_HEALTH', ...more };
  const ran = await runScript('rowcall-gate.sh', variables, { command: ['sh', '-c', 'echo "$1" >deployed', 'deploy', 'to production'] });
  everyOutput.push(ran.output, ran.commandLines);
  return { ...ran, deployed: 'deployed' in ran.files };
}

/** The receipt id that a run of the first script left, or that its refusal named. */
function receiptOf({ files, output }: Ran): string {
  return (files['rowcall-receipt.txt'] ?? /"invocation_id":"(\w+)"/.exec(output)?.[1] ?? 'none').trim();
}

/** The script ended the job, left no receipt id to go on with, and said this. */
function expectFailed({ code, output, files }: Ran, ...said: string[]): void {
  expect([code, Object.keys(files).filter((name) => name !== 'rowcall-reply.json')], output).toEqual([1, []]);
  for (const text of said) expect(output).toContain(text);
}

function expectStopped({ code, output, deployed }: Ran & { deployed: boolean }, said: string): void {
  expect([code, deployed], output).toEqual([1, false]);
  expect(output).toContain(said);
}

describe('rowcall-call.sh', () => {
  it('passes a call that did well, and keeps its reply and its receipt id', async () => {
    const ran = await call({ key: 'SHOP_HEALTH' });
    expect(ran.code, ran.output).toBe(0);
    expect(Object.keys(ran.files).toSorted()).toEqual(['rowcall-receipt.txt', 'rowcall-reply.json']);
    expect(JSON.parse(String(ran.files['rowcall-reply.json']))).toMatchObject({ data: { up: true }, proof: { invocation_id: receiptOf(ran) } });
    expect(ran.output).toBe(`rowcall: done, receipt ${receiptOf(ran)}\n`);
  });

  it('takes a key that its secret ends with a line break, as editors do', async () => {
    expect((await call({ key: 'CLOCK' }, { ROWCALL_KEY: `${OWNER_KEY}\n` })).code).toBe(0);
  });

  it('takes an address that ends in a slash, and a trace of the shell does not show the key', async () => {
    const ran = await call({ key: 'CLOCK', args: { zone: 'Asia/Tokyo' } }, { ROWCALL_URL: `${address}/` }, true);
    expect(ran.code, ran.output).toBe(0);
  });

  it('fails on a key that no row has, and says that nothing ran', async () => {
    expectFailed(await call({ key: 'SHOP_HEALT' }), '"code":"unknown_key"', '"ran":false', '"how_to_fix":', 'HTTP 404');
  });

  it('fails on arguments that do not fit', async () => {
    expectFailed(await call({ key: 'CLOCK', args: { place: 'Tokyo' } }), '"code":"unknown_argument"', '"ran":false', 'HTTP 422');
  });

  it('fails on JSON that is none, and never reads a file in its place', async () => {
    const file = join(await newStateDir(), 'call.json');
    await writeFile(file, '{"key":"CLOCK"}');
    expectFailed(await call({}, { ROWCALL_CALL: `@${file}` }), '"code":"invalid_json"', 'HTTP 400');
  });

  it('fails on an upstream that fails, with what it said and the receipt of the failure', async () => {
    expectFailed(await call({ key: 'SHOP_DOWN' }), '"error":"ERR:http:500"', '"ran":true', 'out of order', '"status":"PROVEN_FAILURE"', 'HTTP 502');
  });

  it('sends a write whose outcome is unknown once, and says that it is unknown', async () => {
    asked.length = 0;
    expectFailed(await call({ key: 'SHOP_CUT' }), '"state_changed":null', '"status":"UNKNOWN_OUTCOME"', 'HTTP 502');
    expect(asked).toEqual(['/cut']);
  });

  it('fails on a wrong key, which it does not print', async () => {
    expectFailed(await call({ key: 'SHOP_HEALTH' }, { ROWCALL_KEY: WRONG_KEY }), '"status":401', '"how_to_fix":', 'HTTP 401');
  });

  it('fails where nothing listens, and says that nothing ran', async () => {
    expectFailed(await call({ key: 'SHOP_HEALTH' }, { ROWCALL_URL: goneAddress }), 'nothing ran');
  });

  it('fails where the connection is cut, asks once, and says that the call may have run', async () => {
    asked.length = 0;
    expectFailed(await call({ key: 'SHOP_HEALTH' }, { ROWCALL_URL: `${upstreamAddress}/cut` }), 'may have run');
    expect(asked).toEqual(['/cut/api/invoke']);
  });

  it('sends no key over http to another machine', async () => {
    const ran = await call({ key: 'SHOP_HEALTH' }, { ROWCALL_URL: 'http://rowcall.example' });
    expectFailed(ran, 'Protocol "http"', 'nothing ran');
  });

  it('fails on an answer without a receipt: a shape, a redirect, another service', async () => {
    expectFailed(await call({ key: 'SHOP_HEALTH', shape: true }), 'names no receipt');
    expectFailed(await call({ key: 'SHOP_HEALTH' }, { ROWCALL_URL: upstreamAddress }), 'names no receipt');
    expectFailed(await call({ key: 'SHOP_HEALTH' }, { ROWCALL_URL: `${upstreamAddress}/elsewhere` }), 'HTTP 302');
  });

  it('sends the key to no host behind an @', async () =>
    expectFailed(await call({ key: 'CLOCK' }, { ROWCALL_URL: `http://localhost:1@${new URL(upstreamAddress).host}` }), 'ROWCALL_URL must be'));

  it.each(['ROWCALL_URL', 'ROWCALL_KEY', 'ROWCALL_CALL'])('sends nothing without %s', async (name) => {
    const ran = await call({ key: 'SHOP_HEALTH' }, { [name]: '' });
    expect([ran.code === 0, ran.commandLines]).toEqual([false, '']);
    expect(ran.output).toContain(`${name}: is not set`);
  });
});

describe('rowcall-gate.sh', () => {
  it('deploys on the receipt of a good call, without a key', async () => {
    const ran = await deploy(receiptOf(await call({ key: 'SHOP_HEALTH' })));
    expect([ran.code, ran.files.deployed], ran.output).toEqual([0, 'to production\n']);
    expect(ran.commandLines).not.toMatch(/authorization|terminal-key/i);
  });

  it('succeeds as a step of its own, and passes on how the deployment ended', async () => {
    const variables = { ROWCALL_URL: `${address}/`, ROWCALL_RECEIPT: receiptOf(await call({ key: 'SHOP_HEALTH' })), ROWCALL_ROW: 'SHOP_HEALTH' };
    expect((await runScript('rowcall-gate.sh', variables)).code).toBe(0);
    expect((await runScript('rowcall-gate.sh', variables, { command: ['sh', '-c', 'exit 7'] })).code).toBe(7);
  });

  it('stops on the receipt of another row', async () => {
    const receipt = receiptOf(await call({ key: 'CLOCK' }));
    expectStopped(await deploy(receipt), 'not of SHOP_HEALTH');
    expect((await deploy(receipt, { ROWCALL_ROW: 'CLOCK' })).deployed).toBe(true);
  });

  it.each([
    ['empty', { key: 'SHOP_EMPTY' }, 'PROVEN_EMPTY_RESULT'],
    ['failed', { key: 'SHOP_DOWN' }, 'PROVEN_FAILURE'],
    ['unknown', { key: 'SHOP_CUT' }, 'UNKNOWN_OUTCOME'],
    ['refused', { key: 'SHOP_HEALTH', args: { more: 1 } }, 'REFUSED'],
  ])('stops on a call whose outcome is %s', async (_, json, status) => {
    const ran = await deploy(receiptOf(await call(json)), { ROWCALL_ROW: json.key });
    expectStopped(ran, 'did not end with PROVEN_MATERIAL_RESULT');
    expect(ran.output).toContain(`"status":"${status}"`);
  });

  it('stops on claims that quote the status it looks for', async () => {
    const ran = await deploy(receiptOf(await call({ key: 'SHOP_FORGED' })), { ROWCALL_ROW: 'SHOP_FORGED' });
    expectStopped(ran, 'did not end with PROVEN_MATERIAL_RESULT');
    expect(ran.output).toContain(JSON.stringify(FORGED_STATUS));
  });

  it('stops on an id that is made up, misspelt or no id', async () => {
    expectStopped(await deploy(`inv_${'0'.repeat(32)}`), 'does not know this receipt');
    const receipt = receiptOf(await call({ key: 'SHOP_HEALTH' }));
    expectStopped(await deploy(`${receipt}0`), 'does not know this receipt');
    for (const id of [`../receipts/${receipt}`, `${receipt}/confirmation?`, `${receipt}\n`, '{a,b}', 'none!'])
      expectStopped(await deploy(id), 'is not a receipt id');
  });

  it('stops on a row whose name only holds parts of it', async () => {
    const receipt = receiptOf(await call({ key: 'SHOP_HEALTH' }));
    for (const row of ['SHOP', 'SHOP_HEALTH\n', '\n', '*', 'shop_health']) expectStopped(await deploy(receipt, { ROWCALL_ROW: row }), 'not of');
  });

  it('stops on a receipt that is too old, and on an age that is no number', async () => {
    const receipt = receiptOf(await call({ key: 'SHOP_HEALTH' }));
    expect((await deploy(receipt, { ROWCALL_MAX_AGE: '86400' })).deployed).toBe(true);
    expectStopped(await deploy(receipt, { ROWCALL_MAX_AGE: '-600' }), 'too old');
    const { code, deployed } = await deploy(receipt, { ROWCALL_MAX_AGE: 'a day' });
    expect([code === 0, deployed]).toEqual([false, false]);
  });

  it('stops where nothing listens, after a redirect, and at another service', async () => {
    const receipt = receiptOf(await call({ key: 'SHOP_HEALTH' }));
    expectStopped(await deploy(receipt, { ROWCALL_URL: goneAddress }), 'did not answer');
    expectStopped(await deploy(receipt, { ROWCALL_URL: `${upstreamAddress}/cut` }), 'did not answer');
    expectStopped(await deploy(receipt, { ROWCALL_URL: `${upstreamAddress}/elsewhere` }), 'not 302');
    expectStopped(await deploy(receipt, { ROWCALL_URL: upstreamAddress }), 'HTTP 200 was expected');
  });

  it.each(['ROWCALL_URL', 'ROWCALL_RECEIPT', 'ROWCALL_ROW'])('stops without %s', async (name) => {
    const ran = await deploy(`inv_${'0'.repeat(32)}`, { [name]: '' });
    expect([ran.code === 0, ran.deployed, ran.commandLines]).toEqual([false, false, '']);
    expect(ran.output).toContain(`${name}: is not set`);
  });
});

describe('rowcall-wait.sh', () => {
  const wait = async (receipt: string, more: Readonly<Record<string, string>> = {}): Promise<Ran> => {
    const variables = { ROWCALL_URL: address, ROWCALL_KEY: OWNER_KEY, ROWCALL_RECEIPT: receipt, ...more };
    const ran = await runScript('rowcall-wait.sh', variables);
    everyOutput.push(ran.output, ran.commandLines);
    return ran;
  };

  it('waits until a queued call has ended, and passes where it did well', async () => {
    for (const key of ['SHOP_LATER', 'SHOP_SLOWLY']) {
      const queued = await call({ key });
      expect(queued.code, queued.output).toBe(0);
      expect(queued.output).toContain('queued, nothing ran yet');
      const ran = await wait(receiptOf(queued));
      expect([ran.code, ran.output]).toEqual([0, `rowcall: done, receipt ${receiptOf(queued)}\n`]);
    }
  });

  it('passes at once where the call had ended', async () => {
    expect((await wait(receiptOf(await call({ key: 'SHOP_HEALTH' })))).code).toBe(0);
  });

  it('fails where the call failed, and shows how', async () => {
    const ran = await wait(receiptOf(await call({ key: 'SHOP_DOWN_LATER' })));
    expect([ran.code, ran.output]).toEqual([1, expect.stringContaining('"status":"PROVEN_FAILURE"')]);
  });

  it('fails where the time is over, and says that the call may still run', async () => {
    const receipt = receiptOf(await call({ key: 'SHOP_HUNG' }));
    const ran = await wait(receipt, { ROWCALL_MAX_WAIT: '0' });
    expect([ran.code, ran.output]).toEqual([1, expect.stringContaining('has not ended in time')]);
  }, 60_000);

  it('fails on a receipt that is none, a wrong key, and where nothing listens', async () => {
    const receipt = receiptOf(await call({ key: 'SHOP_HEALTH' }));
    for (const [id, more] of [
      [`inv_${'0'.repeat(32)}`, {}],
      ['../directory', {}],
      [receipt, { ROWCALL_KEY: WRONG_KEY }],
      [receipt, { ROWCALL_URL: goneAddress }],
      [receipt, { ROWCALL_URL: upstreamAddress }],
    ] as const) {
      const { code, output } = await wait(id, more);
      expect([code, output]).toEqual([1, expect.stringContaining('rowcall: ')]);
    }
  });

  it.each(['ROWCALL_URL', 'ROWCALL_KEY', 'ROWCALL_RECEIPT'])('fails without %s', async (name) => {
    const ran = await wait(`inv_${'0'.repeat(32)}`, { [name]: '' });
    expect([ran.code === 0, ran.commandLines]).toEqual([false, '']);
  });
});

it('no key stands in any output, file or command line of all these runs', () => {
  expect(everyOutput.length).toBeGreaterThan(50);
  expect(everyOutput.filter((text) => text.includes(OWNER_KEY) || text.includes(WRONG_KEY))).toEqual([]);
});
