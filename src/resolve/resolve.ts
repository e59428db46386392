// From an intent to the rows that serve it.
import { parseRow } from '../capability/parse.ts';
import type { CallContext } from '../context.ts';
import { listRows } from '../directory/listRows.ts';
import type { Asked, Resolution } from './resolution.ts';

/** A stand-in: rows that hold the first long word of the question. */
export async function resolve(ctx: CallContext, { ask, limit, category }: Asked): Promise<Resolution> {
  const word = ask.split(/\W+/).find((one) => one.length > 3);
  const listed = await listRows(ctx, { limit, category, q: word });
  if (!listed.ok) return { candidates: [] };
  const candidates = listed.value.items.map(({ row }) => ({ row, parsed: parseRow(row, ctx.functions), score: word === undefined ? 0 : 1 }));
  return { candidates, ...(word === undefined ? { total: listed.value.count } : {}) };
}
