// The checks of `npm run verify` that are code of ours. Each returns what is wrong, a line each.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as schema from '../src/db/schema.ts';
import { ROOT } from './build.ts';
import { staleErrorPages } from './errorDocs.ts';
import { isOpenapiFresh } from './openapi.ts';

/** Migrations and src/db/schema.ts agree, and no migration drops a table: on D1 that takes triggers and rows along. */
export async function checkMigrations(): Promise<string[]> {
  // Loaded late: it takes half a second.
  const { generateSQLiteDrizzleJson, generateSQLiteMigration } = await import('drizzle-kit/api');
  type Snapshot = Awaited<ReturnType<typeof generateSQLiteDrizzleJson>>;
  const files = (await readdir(join(ROOT, 'drizzle'))).filter((name) => name.endsWith('.sql')).toSorted();
  const journal = JSON.parse(await text('drizzle/meta/_journal.json')) as { entries: { idx: number; tag: string }[] };
  const listed = journal.entries.map(({ tag }) => `${tag}.sql`);
  const last = String(journal.entries.at(-1)?.idx ?? 0).padStart(4, '0');
  const snapshot = JSON.parse(await text(`drizzle/meta/${last}_snapshot.json`)) as Snapshot;
  const missing = await generateSQLiteMigration(snapshot, await generateSQLiteDrizzleJson(schema, snapshot.id));
  const drops = await Promise.all(
    files.map(async (name) => (/\bDROP\s+TABLE\b/i.test(await text(`drizzle/${name}`)) ? [`drizzle/${name} drops a table`] : [])),
  );
  return [
    ...(listed.join() === files.join() ? [] : [`drizzle/meta/_journal.json lists ${listed.join(', ')}, but the folder holds ${files.join(', ')}`]),
    ...missing.map((statement) => `a migration is missing (npm run db:generate): ${statement}`),
    ...drops.flat(),
  ];
}

/** docs/errors/ says what src/errors.ts says. */
export async function checkErrorDocs(): Promise<string[]> {
  return (await staleErrorPages()).map((name) => `docs/errors/${name} is stale (npm run docs:errors)`);
}

/** openapi/openapi.json says what the routes say. */
export async function checkOpenapi(): Promise<string[]> {
  return (await isOpenapiFresh()) ? [] : ['openapi/openapi.json is stale (npm run openapi)'];
}

const DOCUMENTS = ['AGENTS.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md'];

/** Every path that the documents name in backticks exists. */
export async function checkPaths(): Promise<string[]> {
  const top = new Set(await readdir(ROOT));
  const problems: string[] = [];
  for (const document of DOCUMENTS) {
    const content = await text(document).catch(() => '');
    for (const path of new Set(Array.from(content.matchAll(/`([\w@.-]+(?:\/[\w@.-]+)*\/?)`/g), ([, found]) => String(found)))) {
      const isOurs = path.includes('/') ? top.has(String(path.split('/')[0])) : /^\.?\w[\w.-]*\.(?:ts|md|jsonc?|sql)$/.test(path);
      if (isOurs && !(await exists(path))) problems.push(`${document} names ${path}, which does not exist`);
    }
  }
  if (!(await exists('AGENTS.md'))) problems.push('AGENTS.md is missing');
  return problems;
}

interface Manifest {
  readonly version?: string;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
}

/**
 * Lock files hold versions and hashes only, so that the registry is the reader's own choice, and hold every package that
 * package.json names: `npm install` drops an optional one that the registry lacks without a word, and `npm ci` then fails.
 */
export async function checkLocks(): Promise<string[]> {
  const problems: string[] = [];
  for (const folder of ['', 'test/tools/', 'test/clients/']) {
    const manifest = JSON.parse(await text(`${folder}package.json`)) as Manifest;
    const lock = await text(`${folder}package-lock.json`);
    const { packages } = JSON.parse(lock) as { packages: Record<string, Manifest> };
    if (/"resolved": *"(?!file:)/.test(lock)) problems.push(`${folder}package-lock.json names a host (npm config omit-lockfile-registry-resolved)`);
    const named = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
    for (const [name, version] of Object.entries(named)) {
      const locked = packages[`node_modules/${name}`]?.version;
      if (locked !== version) problems.push(`${folder}package-lock.json has ${name} ${locked ?? 'not at all'}, package.json ${version}`);
    }
  }
  return problems;
}

/** Nothing switches a check off, and nothing is imported where lint cannot see it. */
export async function checkSources(): Promise<string[]> {
  const problems: string[] = [];
  for (const folder of ['src', 'cli', 'scripts', 'test', 'bench']) {
    const names = await readdir(join(ROOT, folder), { recursive: true }).catch(() => []);
    const files = names.filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules')).map((name) => join(folder, name));
    for (const file of files) {
      const content = await text(file);
      if (/\/[/*]\s*(?:oxlint|eslint)-disable/.test(content)) problems.push(`${file} disables lint`);
      if (folder === 'src' && /\bimport\(/.test(content)) problems.push(`${file} imports at run time, past the rules of direction`);
    }
  }
  return problems;
}

async function text(path: string): Promise<string> {
  return readFile(join(ROOT, path), 'utf8');
}

async function exists(path: string): Promise<boolean> {
  return stat(join(ROOT, path)).then(
    () => true,
    () => false,
  );
}
