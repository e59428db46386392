// The second verb: states, signed, what came of a call. The reply leaves after it.
import { and, eq, inArray, sql } from 'drizzle-orm';
import { canonicalJson } from '../capability/canonicalJson.ts';
import { assertInBatch } from '../db/assert.ts';
import type { Database } from '../db/client.ts';
import { idempotencyKeys, receiptBodies, receipts } from '../db/schema.ts';
import { commit, LAST_SEQ } from './commit.ts';
import type { Claims } from './entries.ts';
import type { Ledger } from './ledger.ts';
import { eventOf, statesBefore } from './lifecycle.ts';
import { indexColumns, type InputBody } from './reserve.ts';
import type { Signing } from './sign.ts';

export interface SettledBody extends InputBody {
  readonly output: string | null;
  readonly outputArtifact: string | null;
  readonly outputIsJson: boolean;
  readonly upstreamStatus: number | null;
  readonly warnings: readonly string[];
}

export interface Settling {
  readonly db: Database;
  readonly ledger: Pick<Ledger, 'append'>;
  readonly signing: Pick<Signing, 'signClaims'>;
}

/**
 * Records INVOKE with the claims, their signature, the receipt's final status and the bodies, in one batch. A reserved
 * call must still be open: whoever settles it second fails, and nothing of theirs is recorded. Without `body` the kept
 * one stays. A refusal frees its idempotency key: nothing ran that could run twice.
 */
export async function settle(
  { db, ledger, signing }: Settling,
  claims: Claims,
  body: SettledBody | undefined,
  at: string,
  reserved: boolean,
): Promise<void> {
  const signature = await signing.signClaims(canonicalJson(claims));
  const index = { ...indexColumns(claims), seq: LAST_SEQ, status: claims.status, signature };
  const bodies = body && bodyColumns(body);
  const entry = { kind: 'INVOKE' as const, subject: claims.id, at, payload: claims };
  if (!reserved) {
    const kept = bodies === undefined ? [] : [db.insert(receiptBodies).values({ id: claims.id, ...bodies })];
    return commit(ledger, entry, [], [db.insert(receipts).values(index), ...kept]);
  }
  const open = statesBefore(eventOf(claims.status));
  const isOpen = sql`EXISTS (SELECT 1 FROM ${receipts} WHERE ${and(eq(receipts.id, claims.id), inArray(receipts.status, open))})`;
  return commit(
    ledger,
    entry,
    [assertInBatch(db, isOpen)],
    [
      db.update(receipts).set({ status: index.status, seq: index.seq, signature, deadline: null }).where(eq(receipts.id, claims.id)),
      ...(bodies === undefined ? [] : [db.update(receiptBodies).set(bodies).where(eq(receiptBodies.id, claims.id))]),
      ...(claims.status === 'REFUSED' ? [freedKey(db, claims.id)] : []),
    ],
  );
}

/** By the key that the receipt names: there is no index by invocation. */
function freedKey(db: Database, id: string) {
  const named = sql`SELECT actor, idempotency_key FROM ${receipts} WHERE ${receipts.id} = ${id}`;
  return db.delete(idempotencyKeys).where(sql`(actor, key) IN (${named})`);
}

function bodyColumns(body: SettledBody) {
  return {
    salt: body.salt,
    input: body.input,
    input_artifact: body.inputArtifact,
    output: body.output,
    output_artifact: body.outputArtifact,
    output_is_json: body.outputIsJson ? 1 : 0,
    upstream_status: body.upstreamStatus,
    warnings: body.warnings.length === 0 ? null : JSON.stringify(body.warnings),
  };
}
