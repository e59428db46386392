// Lint rules. The floors of src/ and the fences around packages are lists here; test/node/floors.test.ts proves they hold.
import { defineConfig, type OxlintConfig } from 'oxlint';

/** The folders of src/, top to bottom. Each may import those below it, never those above. */
export const FLOORS = [
  'routes',
  'http',
  'projections',
  'invoke',
  'runners',
  'agents',
  'outbound',
  'auth',
  'resolve',
  'contract',
  'directory',
  'ledger',
  'capability',
  'templates',
  'db',
] as const;

type Floor = (typeof FLOORS)[number];

interface Fence {
  readonly packages: string;
  readonly floors: readonly Floor[];
  /** Single files, besides the floors. */
  readonly files: readonly string[];
}

/** Where a package may be imported; any package that is not named here may be imported anywhere. */
export const FENCES: readonly Fence[] = [
  { packages: '^(?:hono|@hono/[^/]+)(?:/|$)', floors: ['http', 'routes'], files: ['src/index.ts', 'src/app.ts'] },
  { packages: '^drizzle-orm(?:/|$)', floors: ['db', 'directory', 'ledger', 'resolve', 'auth'], files: ['src/invoke/breaker.ts'] },
  { packages: '^drizzle-zod(?:/|$)', floors: [], files: ['src/db/rows.ts'] },
  {
    packages: '^jose(?:/|$)',
    floors: [],
    files: ['src/auth/token.ts', 'src/auth/token/*.ts', 'src/ledger/sign.ts', 'src/routes/well-known/*.ts'],
  },
  { packages: '^@modelcontextprotocol/', floors: [], files: ['src/projections/mcp/*.ts', 'src/routes/mcp/*.ts', 'src/runners/functions/mcpCall.ts'] },
];

/** Files at the root of src/ that every floor but db may import, and the floors whose types they may import themselves. */
const SHARED: Readonly<Record<string, readonly Floor[]>> = { errors: [], ids: [], env: [], context: ['db', 'capability', 'ledger'], log: [] };

interface Restriction {
  readonly regex: string;
  readonly message: string;
}

const OUTSIDE = 'src/ imports nothing outside src/.';

/** Nothing of ours that stands above `floor`, seen from a file `depth` folders below src/. */
function upward(floor: Floor, depth: number): Restriction[] {
  const up = `^(?:\\./)?(?:\\.\\./){${depth}}`;
  const above = FLOORS.slice(0, FLOORS.indexOf(floor));
  const restrictions = [
    { regex: `${up}(?:index|app)(?:\\.|$)`, message: 'index.ts and app.ts stand above every floor.' },
    { regex: `${up}\\.\\./`, message: OUTSIDE },
  ];
  if (above.length > 0) restrictions.push({ regex: `${up}(?:${above.join('|')})/`, message: `src/${floor} may not import a floor above it.` });
  if (floor === 'db') restrictions.push({ regex: up, message: 'src/db imports nothing of ours.' });
  return restrictions;
}

function fencesAt(allowed: (fence: Fence) => boolean): Restriction[] {
  return FENCES.filter((fence) => !allowed(fence)).map(({ packages }) => ({
    regex: packages,
    message: 'This package stays behind its fence: see oxlint.config.ts.',
  }));
}

type Override = NonNullable<OxlintConfig['overrides']>[number];

function restrict(files: string[], patterns: Restriction[]): Override {
  return { files, rules: { 'no-restricted-imports': ['error', { patterns }] } };
}

const DEPTHS = [1, 2, 3];

function floorOverrides(floor: Floor): Override[] {
  return DEPTHS.map((depth) =>
    restrict([`src/${floor}/${'*/'.repeat(depth - 1)}*.{ts,tsx}`], [...upward(floor, depth), ...fencesAt((fence) => fence.floors.includes(floor))]),
  );
}

/** A later override replaces an earlier one, so a file behind a fence repeats the rules of its floor. */
function fenceFileOverride(file: string): Override {
  const [, floor] = file.split('/');
  const opened = (fence: Fence) => fence.files.includes(file) || fence.floors.some((name) => name === floor);
  const depth = file.split('/').length - 2;
  const patterns = depth === 0 ? [] : upward(floor as Floor, depth);
  return restrict([file], [...patterns, ...fencesAt(opened)]);
}

function sharedOverride([name, below]: [string, readonly Floor[]]): Override {
  const above = FLOORS.filter((floor) => !below.includes(floor));
  return restrict(
    [`src/${name}.ts`],
    [
      { regex: `^\\./(?:${above.join('|')}|index\\.|app\\.)`, message: `src/${name}.ts is used by every floor and imports none of them.` },
      ...fencesAt(() => false),
    ],
  );
}

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'promise'],
  options: { typeAware: true },
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['dist', 'test/tools', 'test/clients/node_modules', 'drizzle', 'openapi'],
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'typescript/no-explicit-any': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'typescript/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    'typescript/no-non-null-assertion': 'error',
    'no-eval': 'error',
    'no-new-func': 'error',
    'no-console': 'error',
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'no-var': 'error',
    'prefer-const': 'error',
    'max-lines': ['error', { max: 300 }],
    // Branded ids and parsed JSON are asserted where they are made; the compiler already asks for every return.
    'typescript/no-unsafe-type-assertion': 'off',
    'consistent-return': 'off',
    // What guards text names the characters it guards against.
    'no-control-regex': 'off',
    // A small helper stands best beside its one use.
    'unicorn/consistent-function-scoping': 'off',
    // Code points are what the spread of a string is used for here.
    'typescript/no-misused-spread': 'off',
    // Some constructors are called for their check alone: new RegExp, new Intl.DateTimeFormat.
    'no-new': 'off',
    'no-underscore-dangle': 'off',
    // JSON Schema has a keyword `then`.
    'unicorn/no-thenable': 'off',
    // `fc.array` is how fast-check is written.
    'import/no-named-as-default-member': 'off',
  },
  overrides: [
    ...FLOORS.flatMap(floorOverrides),
    ...FENCES.flatMap((fence) => fence.files).map(fenceFileOverride),
    ...Object.entries(SHARED).map(sharedOverride),
    // Serves the committed document as it is.
    restrict(
      ['src/routes/openapi.ts'],
      [...upward('routes', 1).filter(({ message }) => message !== OUTSIDE), ...fencesAt((fence) => fence.floors.includes('routes'))],
    ),
    // What checks a signature must not have made it.
    restrict(['cli/**'], [{ regex: '(?:^|/)src/|^(?:jose|canonicalize)(?:/|$)', message: 'cli/ shares no code with the service.' }]),
    // The command line speaks on the console; in the Worker one file does.
    { files: ['src/log.ts', 'scripts/**', 'test/**', 'bench/**', 'cli/**'], rules: { 'no-console': 'off' } },
    // Tests send numbers that lose precision, to see them refused.
    { files: ['test/**'], rules: { 'no-loss-of-precision': 'off' } },
  ],
});
