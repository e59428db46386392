// fn `d1_query`: reads DATA_DB.
import { z } from 'zod';
import type { Json } from '../../templates/parameters.ts';
import { toBase64 } from './base64.ts';
import { defineFunction } from './define.ts';
import { attempt, bindingMissing, done, failed, type FunctionOutcome } from './outcome.ts';
import { TEXT_CHARS_MAX } from './inputs.ts';
import { boundedQuery, isRecursive, singleStatement, writingInstruction } from './readOnlySql.ts';
import type { Instruction } from './queryWork.ts';
import { isTooCostly } from './queryCost.ts';

const NAME = 'd1_query';
/** With the frame around it, below D1's bound of 100,000 bytes even where each character takes two. */
const SQL_CHARS_MAX = 49_000;
const PARAMETERS_MAX = 100;
const ROWS_MAX = 1000;
const RESULT_CHARS_MAX = 1_048_576;
const TOO_COSTLY =
  'The query reads too many combinations of rows: join on columns that have an index and are compared with =, read fewer rows, or split the query.';

/**
 * The rows of one query, at most ROWS_MAX, `truncated` where there are more. Read-only is proven before it runs: the
 * text is one statement that begins like a query, it stands as a subquery, and D1's EXPLAIN of exactly that text shows
 * no instruction that changes anything. Nothing can end a query once it runs, so recursive ones are refused, and those
 * whose program may turn its loops too often.
 */
export const d1Query = defineFunction({
  name: NAME,
  summary: 'Rows of one read-only SQL query on the data database.',
  category: 'data',
  effect: 'read',
  needs: 'DATA_DB',
  input: z.strictObject({
    sql: z
      .string()
      .max(SQL_CHARS_MAX)
      .superRefine((sql, context) => {
        const statement = singleStatement(sql);
        if (!statement.ok) context.addIssue({ code: 'custom', message: statement.message });
      })
      .describe('One query, values as ?'),
    params: z
      .array(z.union([z.string().max(TEXT_CHARS_MAX), z.number(), z.boolean(), z.null()]))
      .max(PARAMETERS_MAX)
      .default([])
      .describe('The values of the ? in order'),
  }),
  async run({ sql, params }, { bindings: { DATA_DB } }) {
    if (DATA_DB === undefined) return bindingMissing('DATA_DB');
    const statement = singleStatement(sql);
    if (!statement.ok) return failed(NAME, 'not_read_only', statement.message);
    const query = boundedQuery(statement.sql, ROWS_MAX + 1);
    const prepare = (text: string): D1PreparedStatement => DATA_DB.prepare(text).bind(...params);
    const ask = <T>(call: () => Promise<T>) => attempt(NAME, false, call, 'query_failed');
    const explained = await ask(() =>
      DATA_DB.batch<Instruction & { detail: string }>([prepare(`EXPLAIN ${query}`), prepare(`EXPLAIN QUERY PLAN ${query}`)]),
    );
    if (!explained.ok) return explained.outcome;
    const [program, plan] = explained.value;
    const writing = writingInstruction(program?.results ?? []);
    if (writing !== undefined) return failed(NAME, 'not_read_only', `The statement does more than read (${writing}).`);
    if (isRecursive(plan?.results ?? [])) return failed(NAME, 'recursive_query', 'Recursive queries are not run, since nothing could end them.');
    const costly = await ask(() => isTooCostly(DATA_DB, program?.results ?? [], [statement.sql, ...params]));
    if (!costly.ok) return costly.outcome;
    if (costly.value) return failed(NAME, 'query_too_costly', TOO_COSTLY);
    const got = await ask(() => prepare(query).all());
    return got.ok ? rowsOutcome(got.value.results) : got.outcome;
  },
});

/** Whole rows only: as many as fit. */
function rowsOutcome(all: readonly Record<string, unknown>[]): FunctionOutcome {
  const rows: Json[] = [];
  let chars = 0;
  let imprecise = false;
  for (const found of all.slice(0, ROWS_MAX)) {
    const row = Object.fromEntries(Object.entries(found).map(([name, value]) => [name, cell(value)]));
    imprecise ||= Object.values(row).some((value) => Number.isInteger(value) && !Number.isSafeInteger(value));
    chars += JSON.stringify(row).length;
    if (chars > RESULT_CHARS_MAX) break;
    rows.push(row);
  }
  if (rows.length === 0 && all.length > 0) return failed(NAME, 'too_large', `The first row has more than ${RESULT_CHARS_MAX} characters.`);
  return done(
    { rows, count: rows.length, truncated: rows.length < all.length },
    imprecise ? ['a number beyond 2^53 may have lost digits: CAST it AS TEXT'] : [],
  );
}

/** D1 gives a blob as a list of its bytes. */
function cell(value: unknown): Json {
  if (Array.isArray(value)) return { base64: toBase64(Uint8Array.from(value as number[])) };
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
