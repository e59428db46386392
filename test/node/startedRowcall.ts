// Starts the product as its user does, in a child process with a state folder of its own.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

export interface Started {
  readonly child: ChildProcess;
  readonly address: string;
  /** Everything printed until the first call was. */
  readonly output: string;
  /** The command line printed last. */
  readonly firstCall: string;
}

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

const running = new Set<ChildProcess>();
const folders: string[] = [];

/** An empty state folder, removed by `cleanUp`. */
export async function newStateDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rowcall-state-'));
  folders.push(folder);
  return folder;
}

/** The environment of a start: no setting of the surroundings, any free port. */
function environment(settings: Readonly<Record<string, string>>): Record<string, string> {
  return { PATH: String(process.env.PATH), HOME: String(process.env.HOME), PORT: '0', ...settings };
}

/** Starts and returns what it printed once it either serves or ended. */
async function launch(settings: Readonly<Record<string, string>>): Promise<{ child: ChildProcess; output: string; code: number | null }> {
  const child = spawn(process.execPath, ['scripts/start.ts'], { cwd: ROOT, env: environment(settings), stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let output = '';
  return new Promise((resolve) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString('utf8');
      if (/First call:\n.+\n/.test(output)) resolve({ child, output, code: null });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('close', (code) => {
      running.delete(child);
      resolve({ child, output, code });
    });
  });
}

/** Starts a Rowcall that is expected to serve. */
export async function start(settings: Readonly<Record<string, string>>): Promise<Started> {
  const { child, output } = await launch(settings);
  const [, address] = /^Rowcall is ready: (\S+)$/m.exec(output) ?? [];
  const [, firstCall] = /First call:\n\s*(.+)\n/.exec(output) ?? [];
  if (address === undefined || firstCall === undefined) throw new Error(`did not start: ${output}`);
  return { child, address, output, firstCall };
}

/** Starts a Rowcall that is expected to refuse. */
export async function startRefused(settings: Readonly<Record<string, string>>): Promise<Ended> {
  const { code, output } = await launch(settings);
  return { code, output };
}

/** Sends a signal and waits for the end of the process itself; its runtime may outlive a SIGKILL. */
export async function end({ child }: Started, signal: NodeJS.Signals): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code));
    child.kill(signal);
  });
}

/** Ends what a test left running and removes its folders. */
export async function cleanUp(): Promise<void> {
  await Promise.all(
    [...running].map(
      (child) =>
        new Promise((resolve) => {
          child.once('close', resolve);
          child.kill('SIGTERM');
        }),
    ),
  );
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true, maxRetries: 5 })));
}
