// The rows that may answer a question, by FTS5. What a question costs does not grow with the directory: its rarest words
// choose the rows, as many words as together occur in POSTINGS_MAX rows; ranking then sees all words.
import { and, eq, getTableColumns, max, sql, type SQL } from 'drizzle-orm';
import type { CallContext } from '../context.ts';
import type { Searched } from '../db/rows.ts';
import { directoryDocs, directoryWords, pins } from '../db/schema.ts';
import type { Question } from './question.ts';
import { COLUMNS, type Statistics } from './score.ts';

export interface Known extends Statistics {
  /** The key that this very question is pinned to. */
  readonly pinned?: string;
}

export interface Found extends Searched {
  readonly key: string;
}

const {
  id: _id,
  words: _words,
  version: _version,
  analyzer: _analyzer,
  category: _category,
  owner_only: _owner,
  ...RANKED_COLUMNS
} = getTableColumns(directoryDocs);

const POSTINGS_MAX = 3_000;
/** Rows that are ranked. */
const RANKED_MAX = 80;

/** What the directory knows of the words of a question. One trip. */
export async function knownOf(ctx: CallContext, question: Question): Promise<Known> {
  const words = [...new Set([...question.words, ...question.weights.keys(), ...question.synonyms.keys()])];
  const [pinned, counted, size] = await ctx.db.batch([
    ctx.db.select({ key: pins.key }).from(pins).where(eq(pins.words, question.pin)),
    ctx.db
      .select()
      .from(directoryWords)
      .where(sql`${directoryWords.word} IN (SELECT value FROM json_each(${JSON.stringify(words)}))`),
    ctx.db.select({ rows: max(directoryDocs.id) }).from(directoryDocs),
  ]);
  return { pinned: pinned[0]?.key, rows: size[0]?.rows ?? 0, rowsWith: new Map(counted.map(({ word, rows }) => [word, rows])) };
}

/** The rows that hold the words that tell most, as the index ranks them. One trip. */
export async function findCandidates(ctx: CallContext, question: Question, known: Known, category?: string): Promise<Found[]> {
  const match = matchOf(question, known);
  const weights = sql.raw(
    Object.values(COLUMNS)
      .map(({ weight }) => weight)
      .join(', '),
  );
  const visible = ctx.actor.kind === 'owner' ? undefined : eq(directoryDocs.owner_only, 0);
  const filter = and(visible, category === undefined ? undefined : eq(directoryDocs.category, category));
  const ranked = sql`SELECT directory_fts.rowid FROM directory_fts${joined(filter)} WHERE directory_fts MATCH ${match}${filter === undefined ? sql`` : sql` AND ${filter}`} ORDER BY bm25(directory_fts, ${weights}) LIMIT ${RANKED_MAX}`;
  const found = await ctx.db
    .select(RANKED_COLUMNS)
    .from(directoryDocs)
    .where(sql`${directoryDocs.id} IN (${ranked})`);
  // Who may not invoke did not teach, and could guess what others asked.
  return ctx.actor.kind === 'anonymous' ? found.map((row) => ({ ...row, learned: '' })) : found;
}

/** Without a filter the index alone decides, which saves a look at each row. */
function joined(filter: SQL | undefined): SQL {
  return filter === undefined ? sql`` : sql` JOIN ${directoryDocs} ON ${directoryDocs.id} = directory_fts.rowid`;
}

/** The FTS5 query of a question that holds a word. */
export function matchOf({ words, weights, synonyms }: Question, { rowsWith }: Statistics): string {
  const rows = (word: string) => rowsWith.get(word) ?? 0;
  const rarestFirst = (some: Iterable<string>) => [...new Set(some)].toSorted((one, other) => rows(one) - rows(other));
  const chosen: string[] = [];
  let postings = 0;
  // A word that no row is counted for may still stand in a question that was learned.
  for (const word of [...rarestFirst(weights.keys()), ...rarestFirst(synonyms.keys()).filter((synonym) => rows(synonym) > 0)]) {
    postings += rows(word);
    if (postings > POSTINGS_MAX && chosen.some((one) => rows(one) > 0)) break;
    chosen.push(word);
  }
  // Where no row has a word of it ("what is it", "who was Marie Curie"), it can only be like somebody's sample question.
  const isLike = `{name ask aliases learned} : (${words.map(quoted).join(' OR ')})`;
  return postings === 0 ? [...chosen.map(quoted), isLike].join(' OR ') : chosen.map(quoted).join(' OR ');
}

function quoted(word: string): string {
  return `"${word}"`;
}
