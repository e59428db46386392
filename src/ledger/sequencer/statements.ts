// The statements of a group as they are sent: each with the place of its entry, and like ones as one. Pure.
import { ENTRY_SEQ, type PlainStatement } from '../ledger.ts';

/** The statement with the place of its entry. */
export function placed({ sql, params }: PlainStatement, seq: number): PlainStatement {
  return { sql, params: params.map((param) => (isEntrySeq(param) ? seq : param)) };
}

/** By its members: what crossed to the sequencer is a copy. */
function isEntrySeq(param: unknown): boolean {
  return typeof param === 'object' && param !== null && 'entry' in param && param.entry === ENTRY_SEQ.entry;
}

/** D1 takes so many in one statement. */
const PARAMS_MAX = 100;

/** As drizzle writes an insert of one row; one with a condition of conflict does not end so. */
const INSERT_OF_ONE_ROW = /^(insert into [^()]+ \([^()]+\) values )(\([^()]+\))$/i;

/**
 * Inserts that differ by their parameters alone become inserts of many rows: each statement costs, whatever it inserts.
 * They come first; the others follow in their order.
 */
export function joined(statements: readonly PlainStatement[]): PlainStatement[] {
  const isInsert = ({ sql, params }: PlainStatement) => params.length > 0 && INSERT_OF_ONE_ROW.test(sql);
  const alike = Map.groupBy(statements.filter(isInsert), ({ sql }) => sql);
  const inserts = [...alike].flatMap(([sql, some]) => {
    const [, head = '', row = ''] = INSERT_OF_ONE_ROW.exec(sql) ?? [];
    const rowsMax = Math.max(1, Math.floor(PARAMS_MAX / (some[0]?.params.length ?? 1)));
    return chunks(some, rowsMax).map((part) => ({ sql: head + part.map(() => row).join(', '), params: part.flatMap(({ params }) => params) }));
  });
  return [...inserts, ...statements.filter((statement) => !isInsert(statement))];
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}
