// A body that the client breaks off or garbles is the client's fault: the storage is not blamed, and nothing is stored.
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cleanUp, newStateDir, start } from './startedRowcall.ts';

let address: string;

beforeAll(async () => {
  ({ address } = await start({ STATE_DIR: await newStateDir(), SEED: 'none' }));
});

afterAll(cleanUp);

/** What is answered to these bytes, after which this side sends no more. */
function send(text: string): Promise<string> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname, () => socket.end(text));
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString('utf8')));
    socket.once('close', () => resolve(answer));
    socket.once('error', reject);
  });
}

it.each([
  ['a chunk that is none', 'POST /api/invoke', 'transfer-encoding: chunked\r\n\r\nzz\r\n'],
  ['fewer bytes than were promised', 'POST /api/invoke', 'content-length: 500\r\n\r\n{"key":"NOW"}'],
  ['fewer bytes than were promised', 'POST /api/directory', 'content-length: 500\r\n\r\n{"key":"NOW"}'],
])('%s: %s is answered 400 invalid_json', async (_, request, rest) => {
  const answer = await send(`${request} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${rest}`);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('"code":"invalid_json"');
  expect(answer).toContain('broke off');
});
