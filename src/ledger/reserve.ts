// The first of the two verbs that write the record: states, durably, that a call is about to have an effect.
import type { Database } from '../db/client.ts';
import { receiptBodies, receipts } from '../db/schema.ts';
import { commit, LAST_SEQ } from './commit.ts';
import type { Intent } from './entries.ts';

/** What went in, and what proves it: kept beside the receipt. */
export interface InputBody {
  readonly salt: string;
  readonly input: string | null;
  readonly inputArtifact: string | null;
}

/**
 * Records INTENT and the receipt as RUNNING. Once it returns, a crash leaves the receipt RUNNING: never success, and
 * never nothing. Needed before any run whose effect is not `read`.
 */
export async function reserve(db: Database, intent: Intent, body: InputBody): Promise<void> {
  await commit(
    db,
    { kind: 'INTENT', subject: intent.id, at: intent.started_at, payload: intent },
    [],
    [
      db.insert(receipts).values({ ...indexColumns(intent), seq: LAST_SEQ, status: 'RUNNING' }),
      db.insert(receiptBodies).values({ id: intent.id, salt: body.salt, input: body.input, input_artifact: body.inputArtifact }),
    ],
  );
}

/** The columns of the receipt index that an intent and the claims have in common. */
export function indexColumns(of: Pick<Intent, 'id' | 'key' | 'actor' | 'trace' | 'parent' | 'started_at'>) {
  return { id: of.id, key: of.key, actor: of.actor, trace: of.trace, parent: of.parent, started_at: of.started_at };
}
