// What holds of every generated client: docs/clients.md makes it, it compiles strictly, and it does the whole way.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runShell } from '../node/shell.ts';
import { ROOT } from '../node/startedRowcall.ts';
import type { Service } from './service.ts';

export interface Client {
  /** Folder of test/clients/programs. */
  readonly program: string;
  /** The section of docs/clients.md that makes it. */
  readonly section: string;
  /** Package whose node_modules has the generator and TypeScript 5. */
  readonly tools: string;
}

const PROGRAMS = join(ROOT, 'test/clients/programs');

const docs = await readFile(join(ROOT, 'docs/clients.md'), 'utf8');

/** What the program prints, whichever client it uses. */
const DONE = {
  found: { key: 'NOW', call: 'NOW(zone?)' },
  contract: { key: 'NOW', effect: 'read', may_invoke: true },
  reply: { ok: true, status: 'PROVEN_MATERIAL_RESULT' },
  receipt: { sameId: true, input: { zone: 'Asia/Tokyo' }, status: 'PROVEN_MATERIAL_RESULT' },
  confirmed: true,
  now: { key: 'NOW', ran: true },
  order: { total: 9.5, note: '', count: 2 },
  picked: 2,
  misfit: { code: 'invalid_argument', ran: false },
  unknown: { status: 404, code: 'unknown_key', didYouMean: ['NOW'] },
};

/** `service` is read when the tests run. */
export function clientSuite({ program, section, tools }: Client, service: () => Service): void {
  describe(`a client of ${section}`, () => {
    let folder: string;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'rowcall-client-'));
      await cp(join(PROGRAMS, program), folder, { recursive: true });
      for (const name of ['package.json', 'tsconfig.json']) await cp(join(PROGRAMS, name), join(folder, name));
      await symlink(join(ROOT, tools, 'node_modules'), join(folder, 'node_modules'), 'junction');
      for (const command of [...blocks('The documents', 'sh'), ...blocks(section, 'sh')])
        await runShell(command, { cwd: folder, env: settings(service()) });
      await Promise.all(blocks(section, 'ts').map((code, at) => writeFile(join(folder, `documented${at}.ts`), code)));
    });

    afterAll(async () => rm(folder, { recursive: true, force: true }));

    it('compiles strictly beside rows of odd names and schemas, the documented code too, and not with arguments of another type', async () => {
      const types = ['--typeRoots', join(ROOT, 'node_modules/@types')];
      expect(await run(folder, 'node_modules/typescript/bin/tsc', '-p', '.', ...types)).toBe('');
    });

    it('resolves, reads the contract, invokes, has the receipt, and calls rows with their own types', async () => {
      expect(JSON.parse(await run(folder, 'client.ts'))).toEqual(DONE);
    });

    it('does what the documentation shows', async () => {
      expect(blocks(section, 'ts')).toHaveLength(1);
      expect(await run(folder, 'documented0.ts')).toMatch(/Europe\/Paris/);
    });

    /** The output of a Node program that ends well; otherwise all that it said. */
    async function run(cwd: string, ...args: string[]): Promise<string> {
      return new Promise((resolve, reject) => {
        execFile(process.execPath, args, { cwd, env: { ...process.env, ...settings(service()) } }, (error, stdout, stderr) =>
          error === null ? resolve(stdout) : reject(new Error(`${args[0]}: ${stdout}${stderr}`)),
        );
      });
    }
  });
}

function settings({ address, key }: Service): Record<string, string> {
  return { ROWCALL_URL: address, ROWCALL_KEY: key };
}

/** The code of one language in one section of docs/clients.md. */
function blocks(section: string, language: string): string[] {
  const text = docs.split(/^## /m).find((part) => part.startsWith(`${section}\n`)) ?? '';
  return Array.from(text.matchAll(/^```(\w+)\n([\s\S]+?)^```$/gm)).flatMap(([, found, code]) => (found === language ? [String(code)] : []));
}
