// The scripts of docs/ci.md as they stand there, run in folders of their own with the machine's curl.
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { ROOT } from './startedRowcall.ts';

/** What a run printed and left behind. */
export interface Ran {
  readonly code: number;
  readonly output: string;
  /** The arguments of every curl, one a line. */
  readonly commandLines: string;
  /** The files in the folder of the job, by name. */
  readonly files: Readonly<Record<string, string>>;
}

const document = await readFile(join(ROOT, 'docs/ci.md'), 'utf8');

/** The ```sh block that calls itself by this name in its second line. */
function scriptOf(name: string): string {
  const block = Array.from(document.matchAll(/```sh\n([\s\S]+?)```/g), ([, script]) => String(script)).find((script) =>
    script.startsWith(`#!/bin/sh\n# ${name}`),
  );
  if (block === undefined) throw new Error(`docs/ci.md has no script ${name}`);
  return block;
}

/** Notes the arguments, which every process of the machine could read, and is the real curl. */
const NOTING_CURL = '#!/bin/sh\nprintf \'%s\\n\' "$@" >>"$(dirname "$0")/command-lines"\nPATH=$REAL_PATH exec curl "$@"\n';

/** Runs one script in an empty folder; no variable of the surroundings is set but PATH. `trace`: as `sh -x` does. */
export async function runScript(
  name: string,
  variables: Readonly<Record<string, string>>,
  { command = [], trace = false }: { command?: readonly string[]; trace?: boolean } = {},
): Promise<Ran> {
  const folder = await mkdtemp(join(tmpdir(), 'rowcall-ci-'));
  const job = await mkdtemp(join(folder, 'job-'));
  try {
    await Promise.all([
      writeFile(join(folder, name), scriptOf(name)),
      writeFile(join(folder, 'command-lines'), ''),
      writeFile(join(folder, 'curl'), NOTING_CURL).then(() => chmod(join(folder, 'curl'), 0o755)),
    ]);
    const path = String(process.env.PATH);
    const ended = await new Promise<{ code: number; output: string }>((resolve) => {
      execFile(
        'sh',
        [...(trace ? ['-x'] : []), join(folder, name), ...command],
        { cwd: job, env: { ...variables, REAL_PATH: path, PATH: `${folder}${delimiter}${path}` } },
        (error, stdout, stderr) => resolve({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : -1, output: stdout + stderr }),
      );
    });
    const files = await Promise.all((await readdir(job)).map(async (file) => [file, await readFile(join(job, file), 'utf8')] as const));
    return { ...ended, commandLines: await readFile(join(folder, 'command-lines'), 'utf8'), files: Object.fromEntries(files) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
