// Hands the sequencer an entry and the statements that stand or fall with it. Nothing else writes the ledger.
import { is, Placeholder, sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import { canonicalJson } from '../capability/canonicalJson.ts';
import { PAYLOADS, type Entry } from './entries.ts';
import { ENTRY_SEQ, type KeyClaim, type Ledger, type PlainStatement, type Taken } from './ledger.ts';
import { DamagedLog } from './nodes.ts';

export type Statement = BatchItem<'sqlite'>;

const SEQ = 'entry_seq';
/** The seq of the entry; for statements that stand after it. */
export const LAST_SEQ = sql`${sql.placeholder(SEQ)}`;

/**
 * Appends one entry and runs the statements in one transaction. Once it returns, all are durable; if any statement
 * fails, none of it happened and the error is thrown for the caller to read (db/assert.ts). Entries have a total order.
 */
export async function commit(
  ledger: Pick<Ledger, 'append'>,
  entry: Entry,
  before: readonly Statement[],
  after: readonly Statement[] = [],
): Promise<void> {
  await commitUnder(ledger, undefined, entry, before, after);
}

/** The same under an idempotency key: nothing happens where that is taken, and what took it is returned. */
export async function commitUnder(
  ledger: Pick<Ledger, 'append'>,
  claim: KeyClaim | undefined,
  entry: Entry,
  before: readonly Statement[],
  after: readonly Statement[],
): Promise<Taken | undefined> {
  // A payload of another shape is a defect here, not bad input: parse throws.
  const payload = canonicalJson(PAYLOADS[entry.kind].parse(entry.payload));
  const { kind, subject, at } = entry;
  const appended = await ledger.append({ kind, subject, at, payload, before: before.map(plain), after: after.map(plain) }, claim);
  if (appended.ok) return undefined;
  if (appended.why === 'taken') return appended;
  if (appended.why === 'damaged') throw new DamagedLog(appended.message);
  throw new Error(appended.why === 'rejected' ? appended.message : `storage: ${appended.message}`);
}

/** What drizzle would send; every statement that can stand in a batch can be prepared. */
function plain(statement: Statement): PlainStatement {
  const { sql: text, params } = (statement as unknown as Preparable)._prepare().getQuery();
  return { sql: text, params: params.map((param) => (is(param, Placeholder) && param.name === SEQ ? ENTRY_SEQ : param)) };
}

interface Preparable {
  _prepare(): { getQuery(): { sql: string; params: unknown[] } };
}
