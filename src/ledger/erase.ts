// Erases what went in and came out of calls. Claims, signatures and proofs stay, and stay verifiable.
import { and, eq, gte, isNull, lt, sql, type SQL } from 'drizzle-orm';
import { assertInBatch } from '../db/assert.ts';
import type { Database } from '../db/client.ts';
import { receiptBodies, receipts } from '../db/schema.ts';
import type { InvocationId } from '../ids.ts';
import { commit } from './commit.ts';
import type { Ledger } from './ledger.ts';

export interface Erasing {
  readonly db: Database;
  readonly ledger: Pick<Ledger, 'append'>;
  readonly actor: string;
  readonly now: Date;
}

/**
 * Erases input, output and salt of one settled call and puts that on record. Returns the hashes of the artifacts that
 * no other receipt names any more. The batch fails (db/assert.ts) where nothing is kept or the call is open.
 */
export async function eraseBodies({ db, ledger, actor, now }: Erasing, id: InvocationId): Promise<string[]> {
  const one = eq(receipts.id, id);
  const artifacts = await artifactsOf(db, one);
  const isKept = sql`EXISTS (SELECT 1 FROM ${receiptBodies} JOIN ${receipts} USING (id) WHERE ${receipts.id} = ${id} AND ${receipts.deadline} IS NULL)`;
  const payload = { why: 'request' as const, count: 1, before: null, actor };
  await commit(ledger, { kind: 'ERASED', subject: id, at: now.toISOString(), payload }, [
    assertInBatch(db, isKept),
    db.delete(receiptBodies).where(eq(receiptBodies.id, id)),
  ]);
  return unnamed(db, artifacts);
}

/** The same for all settled calls that started from `since` on and before `before`; nothing is put on record where there is none. */
export async function eraseOlder({ db, ledger, actor, now }: Erasing, since: string, before: string): Promise<string[]> {
  const old = and(gte(receipts.started_at, since), lt(receipts.started_at, before), isNull(receipts.deadline)) as SQL;
  const counted = await db
    .select({ count: sql<number>`count(*)` })
    .from(receiptBodies)
    .innerJoin(receipts, eq(receipts.id, receiptBodies.id))
    .where(old)
    .get();
  if (counted === undefined || counted.count === 0) return [];
  const artifacts = await artifactsOf(db, old);
  const payload = { why: 'retention' as const, count: counted.count, before, actor };
  const these = sql`${receiptBodies.id} IN (SELECT ${receipts.id} FROM ${receipts} WHERE ${old})`;
  await commit(ledger, { kind: 'ERASED', subject: 'bodies', at: now.toISOString(), payload }, [db.delete(receiptBodies).where(these)]);
  return unnamed(db, artifacts);
}

async function artifactsOf(db: Database, which: SQL): Promise<string[]> {
  const found = await db
    .select({ input: receiptBodies.input_artifact, output: receiptBodies.output_artifact })
    .from(receiptBodies)
    .innerJoin(receipts, eq(receipts.id, receiptBodies.id))
    .where(and(which, sql`(${receiptBodies.input_artifact} IS NOT NULL OR ${receiptBodies.output_artifact} IS NOT NULL)`));
  return [...new Set(found.flatMap(({ input, output }) => [input, output].filter((hash) => hash !== null)))];
}

async function unnamed(db: Database, hashes: readonly string[]): Promise<string[]> {
  if (hashes.length === 0) return [];
  const wanted = sql`SELECT value FROM json_each(${JSON.stringify(hashes)})`;
  const left = await db.all<{ hash: string }>(
    sql`SELECT value AS hash FROM (${wanted}) WHERE value NOT IN (SELECT input_artifact FROM receipt_bodies WHERE input_artifact IS NOT NULL)
        AND value NOT IN (SELECT output_artifact FROM receipt_bodies WHERE output_artifact IS NOT NULL)`,
  );
  return left.map(({ hash }) => hash);
}
