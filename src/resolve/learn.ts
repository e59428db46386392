// What resolve learns from use: a question after which somebody called a row, and the call came to something, is one more
// question that the row answers. It counts less than the row's own sample questions, and nobody is shown it.
import { eq, lt, sql } from 'drizzle-orm';
import { questionWords } from '../capability/searchDocs.ts';
import type { CallContext } from '../context.ts';
import { asks, directoryDocs } from '../db/schema.ts';
import { newAskId, type AskId } from '../ids.ts';

const KEPT_MS = 24 * 3_600_000;
/** Characters of learned questions kept of a row: about thirty. */
const LEARNED_CHARS_MAX = 2_000;

/** Names a question, so that the call that follows can say what it answers. Stored after the answer, for a day. */
export function remember(ctx: CallContext, ask: string): AskId {
  const id = newAskId();
  const now = ctx.now();
  ctx.later(() =>
    ctx.db.batch([
      ctx.db.insert(asks).values({ id, words: questionWords(ctx.redactor.text(ask)), at: now.toISOString() }),
      ctx.db.delete(asks).where(lt(asks.at, new Date(now.getTime() - KEPT_MS).toISOString())),
    ]),
  );
  return id;
}

/** Adds the question to those that led to the row, after the answer. An unknown or old id changes nothing. */
export function learn(ctx: CallContext, id: AskId, key: string): void {
  const words = sql`(SELECT words FROM asks WHERE asks.id = ${id})`;
  const lines = (text: unknown) => sql`char(10) || ${text} || char(10)`;
  ctx.later(() =>
    ctx.db
      .update(directoryDocs)
      .set({ learned: sql`substr(${words} || char(10) || ${directoryDocs.learned}, 1, ${LEARNED_CHARS_MAX})` })
      .where(sql`${eq(directoryDocs.key, key)} AND ${words} <> '' AND instr(${lines(directoryDocs.learned)}, ${lines(words)}) = 0`),
  );
}
