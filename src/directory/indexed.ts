import { eq, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import type { SearchDocs } from '../db/rows.ts';
import { directoryDocs } from '../db/schema.ts';
import type { Statement } from '../ledger/commit.ts';

/** The statement that makes resolve find a row by these words, or no longer at all. What was learned of the row stays. */
export function indexed(db: Database, key: string, docs: SearchDocs | undefined): Statement {
  if (docs === undefined) return db.delete(directoryDocs).where(eq(directoryDocs.key, key));
  return db.insert(directoryDocs).values(docs).onConflictDoUpdate({ target: directoryDocs.key, set: docs });
}

/** The same for a row that is not written in the same batch: if it has been written since, the words of that write stay. */
export function indexedLate(db: Database, key: string, docs: SearchDocs): Statement {
  const isCurrent = sql`${docs.version} = (SELECT version FROM directory WHERE key = ${key})`;
  return db.insert(directoryDocs).values(docs).onConflictDoUpdate({ target: directoryDocs.key, set: docs, setWhere: isCurrent });
}
