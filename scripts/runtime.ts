// The workerd process under Miniflare. It outlives a killed parent and goes on holding the port and the database files,
// so a start remembers which one is its own and the next start ends a left-over one.
import { execFile, type ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Runs `start` and returns with its value the workerd process it spawned; undefined where none was seen. */
export async function watchSpawn<T>(start: () => Promise<T>): Promise<{ value: T; runtime: ChildProcess | undefined }> {
  let runtime: ChildProcess | undefined;
  const seen = (message: unknown) => {
    const child = (message as { process: ChildProcess }).process;
    child.once('spawn', () => {
      if (child.spawnargs.includes('serve')) runtime = child;
    });
  };
  subscribe('child_process', seen);
  try {
    return { value: await start(), runtime };
  } finally {
    unsubscribe('child_process', seen);
  }
}

/** Remembers a running workerd. Its command line tells it from any other process that may get the same number later. */
export async function rememberRuntime(file: string, runtime: ChildProcess): Promise<void> {
  await writeFile(file, JSON.stringify({ pid: runtime.pid, command: runtime.spawnargs.join(' ') }), { mode: 0o600 });
}

export async function forgetRuntime(file: string): Promise<void> {
  await rm(file, { force: true });
}

/** Ends the workerd that a killed start left behind; true where there was one. Its acknowledged writes are on disk. */
export async function endLeftOver(file: string): Promise<boolean> {
  const left = parse(await readFile(file, 'utf8').catch(() => ''));
  if (left === undefined || (await commandOf(left.pid)) !== left.command) return false;
  process.kill(left.pid, 'SIGKILL');
  while (!(await isGone(left.pid, left.command))) await pause(20);
  await forgetRuntime(file);
  return true;
}

function parse(text: string): { pid: number; command: string } | undefined {
  try {
    const { pid, command } = JSON.parse(text) as { pid?: unknown; command?: unknown };
    return Number.isInteger(pid) && Number(pid) > 1 && typeof command === 'string' ? { pid: Number(pid), command } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether nothing of a killed process is left. Its command line vanishes before its port and file locks do; those are
 * free once its last thread is a zombie, which it may stay where nobody collects it.
 */
async function isGone(pid: number, command: string): Promise<boolean> {
  try {
    const state = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ').at(-1)?.charAt(0);
    return state === 'X' || (state === 'Z' && (await readdir(`/proc/${pid}/task`)).length <= 1);
  } catch {
    return (await commandOf(pid)) !== command;
  }
}

/** The command line of a process; undefined where it is gone, or where this system has neither /proc nor `ps`. */
async function commandOf(pid: number): Promise<string | undefined> {
  try {
    const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').slice(0, -1);
    return words.length > 0 ? words.join(' ') : undefined;
  } catch {
    const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
    return stdout.trim() || undefined;
  }
}
