// Installs a folder of heavy tools that only tests run, named on the command line, where its lock file changed since the
// last time: test/tools or test/clients.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './build.ts';

const folder = join(ROOT, process.argv[2] ?? 'test/tools');
const stamp = join(folder, 'node_modules/.installed');

const wanted = createHash('sha256')
  .update(await readFile(join(folder, 'package-lock.json')))
  .digest('hex');
const installed = await readFile(stamp, 'utf8').catch(() => '');
if (installed !== wanted) {
  // One string through the shell: npm is a batch file on Windows.
  const { status } = spawnSync('npm ci --no-audit --no-fund --loglevel=error', { cwd: folder, stdio: 'inherit', shell: true });
  if (status !== 0) process.exit(status ?? 1);
  await writeFile(stamp, wanted);
}
