// Applies drizzle/*.sql to a D1 database, recorded as `wrangler d1 migrations apply` records them.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What of D1 is needed; the binding of Miniflare and that of Workers both have it. */
export interface MigrationDatabase {
  prepare(sql: string): { bind(...values: unknown[]): unknown; all(): Promise<{ results: Record<string, unknown>[] }>; run(): Promise<unknown> };
  batch(statements: unknown[]): Promise<unknown>;
}

const CREATE_RECORDS =
  'CREATE TABLE IF NOT EXISTS d1_migrations(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)';

/**
 * Applies what is not applied yet, in the order of the file names, and returns the names applied here. A file and its
 * record are one transaction, so a file is applied once or not at all, also when two processes do this at once.
 */
export async function applyMigrations(db: MigrationDatabase, folder: string): Promise<string[]> {
  await db.prepare(CREATE_RECORDS).run();
  const applied: string[] = [];
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  const known = await recorded(db);
  for (const name of files) {
    if (known.has(name)) continue;
    const statements = splitStatements(await readFile(join(folder, name), 'utf8'));
    try {
      // The record first: a second process fails on its UNIQUE name before it changes anything.
      await db.batch([db.prepare('INSERT INTO d1_migrations(name) VALUES (?)').bind(name), ...statements.map((sql) => db.prepare(sql))]);
    } catch (error) {
      if ((await recorded(db)).has(name)) continue;
      throw new Error(`migration ${name} failed; nothing of it was applied`, { cause: error });
    }
    applied.push(name);
  }
  return applied;
}

/** The statements of one file; the marker is Drizzle's, because triggers hold `;` inside. */
export function splitStatements(sql: string): string[] {
  return sql
    .split('--> statement-breakpoint')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

async function recorded(db: MigrationDatabase): Promise<Set<unknown>> {
  return new Set((await db.prepare('SELECT name FROM d1_migrations').all()).results.map((row) => row.name));
}
