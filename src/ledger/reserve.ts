// The first of the two verbs that write the record: states, durably, that a call is about to happen.
import type { Database } from '../db/client.ts';
import { receiptBodies, receipts } from '../db/schema.ts';
import { commitUnder, LAST_SEQ } from './commit.ts';
import type { Intent } from './entries.ts';
import type { KeyClaim, Ledger, Taken } from './ledger.ts';
import { after } from './lifecycle.ts';

/** What went in, and what proves it: kept beside the receipt. */
export interface InputBody {
  readonly salt: string;
  readonly input: string | null;
  readonly inputArtifact: string | null;
}

export interface Reserve {
  readonly intent: Intent;
  readonly body: InputBody;
  /** RUNNING begins now; QUEUED later, by whoever claims it. */
  readonly event: 'reserve' | 'enqueue';
  /** When the sweep looks after it. */
  readonly deadline: Date;
  readonly claim?: KeyClaim;
}

/**
 * Records INTENT and the receipt as RUNNING or QUEUED. Once it returns, a crash leaves the receipt so, and the sweep
 * settles it: never success, and never nothing. Needed before any run whose effect is not `read`. Where the
 * idempotency key is taken nothing is recorded, and what took it is returned.
 */
export async function reserve(
  db: Database,
  ledger: Pick<Ledger, 'append'>,
  { intent, body, event, deadline, claim }: Reserve,
): Promise<Taken | undefined> {
  return commitUnder(
    ledger,
    claim,
    { kind: 'INTENT', subject: intent.id, at: intent.started_at, payload: intent },
    [],
    [
      db.insert(receipts).values({
        ...indexColumns(intent),
        seq: LAST_SEQ,
        status: after('NEW', event) ?? 'RUNNING',
        deadline: deadline.toISOString(),
        idempotency_key: claim?.key,
      }),
      db.insert(receiptBodies).values({ id: intent.id, salt: body.salt, input: body.input, input_artifact: body.inputArtifact }),
    ],
  );
}

/** The columns of the receipt index that an intent and the claims have in common. */
export function indexColumns(of: Pick<Intent, 'id' | 'key' | 'actor' | 'trace' | 'parent' | 'started_at' | 'repairs' | 'replays'>) {
  return {
    id: of.id,
    key: of.key,
    actor: of.actor,
    trace: of.trace,
    parent: of.parent,
    started_at: of.started_at,
    repairs: of.repairs,
    replays: of.replays,
  };
}
