// Runs what the documents tell the reader to paste into a shell.
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** The standard output of a POSIX shell command. A machine without curl gets a small one. */
export async function runShell(command: string): Promise<string> {
  const path = [dirname(process.execPath), process.env.PATH, join(import.meta.dirname, 'bin')].join(':');
  return (await promisify(execFile)('sh', ['-c', command], { env: { ...process.env, PATH: path } })).stdout;
}
