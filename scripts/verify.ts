// `npm run verify`: everything that can be checked without running the product, in seconds.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './build.ts';
import { checkErrorDocs, checkLocks, checkMigrations, checkOpenapi, checkPaths, checkSources } from './checks.ts';

interface Check {
  readonly name: string;
  /** Resolves to what is wrong; empty where nothing is. */
  readonly run: () => Promise<string[]>;
}

const CHECKS: readonly Check[] = [
  { name: 'types', run: () => tool('typescript/bin/tsc', '--noEmit') },
  { name: 'lint', run: () => tool('oxlint/bin/oxlint', '--format=unix') },
  { name: 'format', run: () => tool('oxfmt/bin/oxfmt', '--list-different') },
  { name: 'migrations', run: checkMigrations },
  { name: 'error pages', run: checkErrorDocs },
  { name: 'OpenAPI document', run: checkOpenapi },
  { name: 'paths in documents', run: checkPaths },
  { name: 'lock files', run: checkLocks },
  { name: 'sources', run: checkSources },
];

/** Runs a tool of node_modules; a run that fails gives its output. */
async function tool(path: string, ...args: string[]): Promise<string[]> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(ROOT, 'node_modules', path), ...args], { cwd: ROOT, maxBuffer: 1 << 26 }, (error, stdout, stderr) =>
      resolve(error === null ? [] : `${stdout}${stderr}`.split('\n').filter((line) => line.trim() !== '')),
    );
  });
}

const results = await Promise.all(
  CHECKS.map(async ({ name, run }) => {
    const started = performance.now();
    const problems = await run().catch((error: unknown) => [`the check itself failed: ${String(error)}`]);
    return { name, problems, seconds: ((performance.now() - started) / 1000).toFixed(1) };
  }),
);
for (const { name, problems, seconds } of results) {
  console.log(`${problems.length === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  for (const problem of problems) console.log(`         ${problem}`);
}
const failed = results.filter(({ problems }) => problems.length > 0);
console.log(failed.length === 0 ? 'verify: all checks passed' : `verify: failed: ${failed.map(({ name }) => name).join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
