// From an intent to the rows that serve it: read the question, find rows by their words, rank them, read the best as
// they are now.
import { inArray } from 'drizzle-orm';
import { parseRow } from '../capability/parse.ts';
import type { CallContext } from '../context.ts';
import type { Database } from '../db/client.ts';
import type { DirectoryRow } from '../db/rows.ts';
import { directory } from '../db/schema.ts';
import { reindexSome } from '../directory/reindex.ts';
import { listRows } from '../directory/listRows.ts';
import { mayBeFound } from '../directory/visible.ts';
import { findCandidates, knownOf, type Known } from './candidates.ts';
import { remember } from './learn.ts';
import { readQuestion, type Question } from './question.ts';
import type { Asked, Candidate, Resolution } from './resolution.ts';
import { score } from './score.ts';

/** A row that fits a tenth as well as the best is in the answer's way. */
const NOISE = 0.1;

/** The best rows first, all of which the caller may see; none where no row holds a word of the question. */
export async function resolve(ctx: CallContext, asked: Asked): Promise<Resolution> {
  const question = readQuestion(asked.ask);
  if (question.words.length === 0) return listing(ctx, asked);
  const known = await knownOrHealed(ctx, question);
  const found = await findCandidates(ctx, question, known, asked.category);
  const scored = new Map(found.map((row) => [row.key, score(question, row, known)]));
  const best = Math.max(0, ...scored.values());
  if (known.pinned !== undefined) scored.set(known.pinned, best + 1);
  const ranked = [...scored]
    .filter(([, points]) => points > 0 && points >= best * NOISE)
    .toSorted(([key, points], [other, others]) => others - points || (key < other ? -1 : 1));
  const candidates = await readBest(ctx, ranked, asked);
  return { candidates, ...(asked.learns === true && candidates.length > 0 ? { askId: remember(ctx, asked.ask) } : {}) };
}

/** Databases whose index is known to be whole: looked at once in the life of a Worker, and again until nothing is left. */
const whole = new WeakSet<Database>();

/** An index that holds nothing is made before the answer, one that lacks some rows after it. */
async function knownOrHealed(ctx: CallContext, question: Question): Promise<Known> {
  const known = await knownOf(ctx, question);
  if (whole.has(ctx.db)) return known;
  const heal = async () => {
    if (await reindexSome(ctx)) whole.add(ctx.db);
  };
  if (known.rows === 0) {
    await heal();
    return knownOf(ctx, question);
  }
  ctx.later(heal);
  return known;
}

/** Nothing was asked: the rows in canonical order, and how many there are. */
async function listing(ctx: CallContext, { limit, category }: Asked): Promise<Resolution> {
  const listed = await listRows(ctx, { limit, category, enabled: 1, plannerVisible: 1 });
  if (!listed.ok) return { candidates: [], total: 0 };
  return { candidates: listed.value.items.map(({ row }) => candidate(ctx, row, 0)), total: listed.value.count };
}

/** The rows as they are now: one that has been hidden or changed its category since it was indexed is left out. */
async function readBest(ctx: CallContext, ranked: readonly (readonly [string, number])[], { limit, category }: Asked): Promise<Candidate[]> {
  // One more than is shown: a pin may lead to a row that this caller may not see.
  const best = ranked.slice(0, limit + 1);
  if (best.length === 0) return [];
  const keys = best.map(([key]) => key);
  const rows = await ctx.db.select().from(directory).where(inArray(directory.key, keys));
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const found = best.flatMap(([key, points]) => {
    const row = byKey.get(key);
    if (row === undefined || !mayBeFound(ctx.actor, row) || (category !== undefined && row.category !== category)) return [];
    return [candidate(ctx, row, points)];
  });
  return found.slice(0, limit);
}

function candidate(ctx: CallContext, row: DirectoryRow, points: number): Candidate {
  return { row, parsed: parseRow(row, ctx.functions), score: points };
}
