import { sql } from 'drizzle-orm';
import type { Database } from './client.ts';

/** Tables and triggers that the newest migrations make: where one is missing, a migration is. */
const NEEDED = [
  'directory',
  'directory_history',
  'prompt_blocks',
  'receipts',
  'receipt_bodies',
  'batch_assertions',
  'ledger',
  'ledger_no_update',
  'ledger_no_delete',
  'ledger_next_seq',
  'ledger_nodes_next',
];

/** What keeps the database from being used, in sentences; empty where nothing does. */
export async function checkReadiness(db: Database): Promise<string[]> {
  try {
    const found = await db.all<{ name: string }>(
      sql`SELECT name FROM sqlite_master WHERE name IN (${sql.join(
        NEEDED.map((name) => sql`${name}`),
        sql`, `,
      )})`,
    );
    const missing = NEEDED.filter((name) => !found.some((row) => row.name === name));
    return missing.length === 0 ? [] : [`the migrations are not applied (missing: ${missing.join(', ')})`];
  } catch {
    return ['the database does not answer'];
  }
}
