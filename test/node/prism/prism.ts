// Prism, a mock server made from an OpenAPI document, in child processes.
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../startedRowcall.ts';

const CLI = join(ROOT, 'test/tools/node_modules/@stoplight/prism-cli/dist/index.js');

const running = new Set<ChildProcess>();

// It keeps nothing, so it is ended at once; an end of this process takes it along.
const endAll = () => running.forEach((child) => child.kill('SIGKILL'));
process.once('exit', endAll);

/**
 * Serves a document on a free loopback port until `stopPrism`; resolves to its address. With `--errors` what does not
 * fit the document is answered 4xx, and an answer that does not fit it 500.
 */
export async function startPrism(document: string): Promise<string> {
  const child = spawn(process.execPath, [CLI, 'mock', '--errors', '--host', '127.0.0.1', '--port', '0', document], {
    env: { PATH: String(process.env.PATH), HOME: String(process.env.HOME), NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  return new Promise((resolve, reject) => {
    let output = '';
    let serves = false;
    const read = (chunk: Buffer) => {
      // What it logs of requests later is read, so that its pipe never fills, and not kept.
      if (serves) return;
      output += chunk.toString('utf8');
      const [, address] = /listening on (http:\/\/127\.0\.0\.1:\d+)\s/.exec(output) ?? [];
      if (address === undefined) return;
      serves = true;
      resolve(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('close', (code) => {
      running.delete(child);
      reject(new Error(`Prism ended with ${code} (node scripts/testTools.ts installs it): ${output}`));
    });
  });
}

/** Ends every Prism that was started here; returns when they are gone. */
export async function stopPrism(): Promise<void> {
  const ends = [...running].map((child) => new Promise((resolve) => child.once('close', resolve)));
  endAll();
  await Promise.all(ends);
}
