// Plants files that break a rule of direction into an empty copy of the tree and looks whether lint refuses each.
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FLOORS } from '../../oxlint.config.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Path of a planted file → the module it imports. */
type Plants = Readonly<Record<string, string>>;

const upward: Plants = Object.fromEntries(
  FLOORS.flatMap((floor, at) =>
    FLOORS.slice(0, at).flatMap((above) => [
      [`src/${floor}/reaches-${above}.ts`, `../${above}/thing.ts`],
      [`src/${floor}/deep/reaches-${above}.ts`, `../../${above}/thing.ts`],
    ]),
  ),
);

const toTheTop: Plants = Object.fromEntries(
  FLOORS.flatMap((floor) => [
    [`src/${floor}/reaches-app.ts`, '../app.ts'],
    [`src/${floor}/reaches-index.ts`, '../index.ts'],
    [`src/${floor}/leaves-src.ts`, '../../scripts/build.ts'],
  ]),
);

const downward: Plants = Object.fromEntries(
  FLOORS.filter((floor) => floor !== 'db').flatMap((floor) => {
    const at = FLOORS.indexOf(floor);
    return [
      ...FLOORS.slice(at + 1).map((below) => [`src/${floor}/uses-${below}.ts`, `../${below}/thing.ts`]),
      ...['errors', 'ids', 'env', 'context', 'log'].map((shared) => [`src/${floor}/uses-${shared}.ts`, `../${shared}.ts`]),
      // A folder of its own may bear the name of a floor.
      [`src/${floor}/own/uses-sibling.ts`, '../http/thing.ts'],
    ];
  }),
);

const behindFences: Plants = {
  ...outside('hono', ['http', 'routes']),
  ...outside('hono/jsx', ['http', 'routes']),
  ...outside('@hono/zod-openapi', ['http', 'routes']),
  ...outside('drizzle-orm', ['db', 'directory', 'ledger', 'resolve', 'auth']),
  ...outside('drizzle-orm/d1', ['db', 'directory', 'ledger', 'resolve', 'auth']),
  ...outside('drizzle-zod', []),
  ...outside('jose', []),
  ...outside('@modelcontextprotocol/server', []),
  ...outside('@modelcontextprotocol/sdk/client', []),
  'src/context.ts': 'hono',
  'src/env.ts': 'drizzle-orm',
  'src/db/schema.ts': '../errors.ts',
  'src/errors.ts': './db/thing.ts',
  'src/ids.ts': './auth/thing.ts',
  'cli/reaches-src.ts': '../src/ids.ts',
  'cli/verify/reaches-src.ts': '../../src/ledger/merkle/hash.ts',
  'cli/verify/signs.ts': 'jose',
};

const throughFences: Plants = {
  'src/app.ts': '@hono/zod-openapi',
  'src/index.ts': 'hono',
  'src/routes/pages/page.ts': 'hono/jsx',
  'src/db/rows.ts': 'drizzle-zod',
  'src/ledger/sign.ts': 'jose',
  'src/auth/token.ts': 'jose',
  'src/routes/well-known/jwks.ts': 'jose',
  'src/projections/mcp/server.ts': '@modelcontextprotocol/server',
  'src/routes/mcp/route.ts': '@modelcontextprotocol/server',
  'src/invoke/breaker.ts': 'drizzle-orm',
  'src/capability/schemas.ts': 'zod',
};

function outside(name: string, floors: readonly string[]): Plants {
  const slug = name.replaceAll(/\W/g, '-');
  return Object.fromEntries(FLOORS.filter((floor) => !floors.includes(floor)).map((floor) => [`src/${floor}/fence${slug}.ts`, name]));
}

let root: string;
let refused: Map<string, Set<string>>;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'rowcall-floors-'));
  await cp(join(ROOT, 'oxlint.config.ts'), join(root, 'oxlint.config.ts'));
  await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  // The forms of an import take turns, so that each is seen to be refused.
  const forms = [
    (path: string) => `import { thing } from '${path}';\nthing();\n`,
    (path: string) => `import type { Thing } from '${path}';\nexport const thing: Thing = 1;\n`,
    (path: string) => `export { thing } from '${path}';\n`,
    (path: string) => `export * from '${path}';\n`,
  ];
  const files: [string, string][] = Object.entries({ ...upward, ...toTheTop, ...downward, ...behindFences, ...throughFences }).map(
    ([file, path], at) => [file, String(forms[at % forms.length]?.(path))],
  );
  files.push(
    ['src/templates/one.ts', "import { two } from './two.ts';\nexport const one = () => two;\n"],
    ['src/templates/two.ts', "import { one } from './one.ts';\nexport const two = () => one;\n"],
    ['src/templates/speaks.ts', "console.log('hello');\n"],
    ['src/log.ts', "console.log('hello');\n"],
    ['src/templates/any.ts', 'export function f(x: any): unknown {\n  return x;\n}\n'],
    ['src/templates/evals.ts', "export const f = new Function('return 1');\n"],
    ['src/templates/long.ts', Array.from({ length: 301 }, (_, at) => `export const a${at} = 1;\n`).join('')],
  );
  for (const [file, text] of files) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  }
  refused = await lint();
});

afterAll(() => rm(root, { recursive: true, force: true }));

/** The rules that lint found broken, by file. */
async function lint(): Promise<Map<string, Set<string>>> {
  const output = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      [join(ROOT, 'node_modules/oxlint/bin/oxlint'), '-f', 'json', 'src', 'cli'],
      { cwd: root, maxBuffer: 1 << 26 },
      (_, stdout) => resolve(stdout),
    );
  });
  const found = new Map<string, Set<string>>();
  for (const { filename, code } of (JSON.parse(output) as { diagnostics: { filename: string; code: string }[] }).diagnostics) {
    found.set(filename, (found.get(filename) ?? new Set()).add(code));
  }
  return found;
}

const DIRECTION = 'eslint(no-restricted-imports)';
const passed = (plants: Plants) => Object.keys(plants).filter((file) => !refused.get(file)?.has(DIRECTION));

describe('floors', () => {
  it.each(FLOORS.slice(1))('%s imports no floor above it', (floor) => {
    const mine = Object.fromEntries(Object.entries(upward).filter(([file]) => file.startsWith(`src/${floor}/`)));
    expect(Object.keys(mine).length).toBeGreaterThan(0);
    expect(passed(mine)).toEqual([]);
  });

  it('no floor imports the entry, the composition root or anything outside src', () => {
    expect(passed(toTheTop)).toEqual([]);
  });

  it('every floor may import what stands below it and the shared files', () => {
    expect(passed(downward).toSorted()).toEqual(Object.keys(downward).toSorted());
  });

  it('imports make no circle', () => {
    expect(refused.get('src/templates/one.ts')).toContain('import(no-cycle)');
  });
});

describe('fences', () => {
  it('a package is not imported outside its fence, and what verifies imports nothing that signs', () => {
    expect(passed(behindFences)).toEqual([]);
  });

  it('a package may be imported inside its fence', () => {
    expect(passed(throughFences).toSorted()).toEqual(Object.keys(throughFences).toSorted());
  });
});

describe('house rules', () => {
  it('one file of the Worker speaks on the console', () => {
    expect(refused.get('src/templates/speaks.ts')).toContain('eslint(no-console)');
    expect(refused.get('src/log.ts')?.has('eslint(no-console)') ?? false).toBe(false);
  });

  it('neither any nor code made of strings nor very long files come in', () => {
    expect(refused.get('src/templates/any.ts')).toContain('typescript(no-explicit-any)');
    expect(refused.get('src/templates/evals.ts')).toContain('eslint(no-new-func)');
    expect(refused.get('src/templates/long.ts')).toContain('eslint(max-lines)');
  });
});
