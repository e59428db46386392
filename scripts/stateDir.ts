// The folder that holds everything a local Rowcall keeps. One process at a time owns it.
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { checked, refused, type Checked } from './checked.ts';

export interface StateDir {
  /** Where D1, KV, R2 and Durable Objects live; `wrangler --persist-to <STATE_DIR>` means the same folder. */
  readonly storage: string;
  readonly keyFile: string;
  readonly runtimeFile: string;
  /** The text kept under this name, made and stored (mode 0600, durable before it returns) the first time. */
  readonly keep: (name: string, make: () => string) => Promise<string>;
}

/**
 * Opens the folder, made where it is missing (mode 0700), and holds it until this process ends in whatever way: the
 * lock is the operating system's on an open file, so a killed process leaves none behind.
 */
export async function openStateDir(path: string): Promise<Checked<StateDir>> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    if (!tryLock(join(path, 'lock'))) {
      return refused(`${path} is in use by another Rowcall. Stop that one, or give this one its own folder with STATE_DIR.`);
    }
  } catch (error) {
    return refused(`${path} cannot be used as STATE_DIR: ${(error as Error).message}`);
  }
  return checked({
    storage: join(path, 'v3'),
    keyFile: join(path, KEY_FILE),
    runtimeFile: join(path, 'runtime.json'),
    keep: (name, make) => keepFile(join(path, name), make),
  });
}

export const KEY_FILE = 'terminal-key';

/** Held open for the life of the process. */
const locks: DatabaseSync[] = [];

/** SQLite is the portable way to an exclusive file lock that the operating system drops with the process. */
function tryLock(file: string): boolean {
  const lock = new DatabaseSync(file);
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    const SQLITE_BUSY = 5;
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false;
    throw error;
  }
  locks.push(lock);
  return true;
}

async function keepFile(path: string, make: () => string): Promise<string> {
  const kept = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  if (kept.trim() !== '') return kept.trim();
  const text = make();
  const temporary = `${path}.new`;
  const file = await open(temporary, 'w', 0o600);
  await file.writeFile(`${text}\n`);
  await file.sync();
  await file.close();
  // What is replaced is absent, or empty as a crash of the machine can leave it: nothing is lost.
  await rename(temporary, path);
  return text;
}
