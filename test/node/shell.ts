// Runs what the documents tell the reader to paste into a shell.
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

export interface ShellOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The standard output of a POSIX shell command. A machine without curl gets a small one. */
export async function runShell(command: string, { cwd, env }: ShellOptions = {}): Promise<string> {
  const path = [dirname(process.execPath), process.env.PATH, join(import.meta.dirname, 'bin')].join(':');
  return (await promisify(execFile)('sh', ['-ec', command], { cwd, env: { ...process.env, ...env, PATH: path } })).stdout;
}
