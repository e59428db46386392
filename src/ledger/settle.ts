// The second verb: states what came of a call. The reply leaves after it.
import { eq, sql } from 'drizzle-orm';
import { assertInBatch } from '../db/assert.ts';
import type { Database } from '../db/client.ts';
import { receiptBodies, receipts } from '../db/schema.ts';
import { commit, LAST_SEQ } from './commit.ts';
import type { Claims } from './entries.ts';
import { indexColumns, type InputBody } from './reserve.ts';

export interface SettledBody extends InputBody {
  readonly output: string | null;
  readonly outputArtifact: string | null;
  readonly outputIsJson: boolean;
  readonly upstreamStatus: number | null;
  readonly warnings: readonly string[];
}

/**
 * Records INVOKE with the claims, the receipt's final status and the bodies, in one batch. A reserved call must still
 * be RUNNING: whoever settles it second fails, and nothing of theirs is recorded.
 */
export async function settle(db: Database, claims: Claims, body: SettledBody, at: string, reserved: boolean): Promise<void> {
  const index = { ...indexColumns(claims), seq: LAST_SEQ, status: claims.status };
  const bodies = {
    salt: body.salt,
    input: body.input,
    input_artifact: body.inputArtifact,
    output: body.output,
    output_artifact: body.outputArtifact,
    output_is_json: body.outputIsJson ? 1 : 0,
    upstream_status: body.upstreamStatus,
    warnings: body.warnings.length === 0 ? null : JSON.stringify(body.warnings),
  };
  const entry = { kind: 'INVOKE' as const, subject: claims.id, at, payload: claims };
  if (!reserved) {
    await commit(db, entry, [], [db.insert(receipts).values(index), db.insert(receiptBodies).values({ id: claims.id, ...bodies })]);
    return;
  }
  const isRunning = sql`EXISTS (SELECT 1 FROM receipts WHERE id = ${claims.id} AND status = 'RUNNING')`;
  await commit(
    db,
    entry,
    [assertInBatch(db, isRunning)],
    [
      db.update(receipts).set({ status: index.status, seq: index.seq }).where(eq(receipts.id, claims.id)),
      db.update(receiptBodies).set(bodies).where(eq(receiptBodies.id, claims.id)),
    ],
  );
}
