// ?registry=1 and ?map=1: what there is, listed and counted.
import { callForm } from '../../capability/callForm.ts';
import { parseRow } from '../../capability/parse.ts';
import { withinTokens } from '../../capability/tokens.ts';
import type { CallContext } from '../../context.ts';
import { mapDirectory } from '../../directory/counts.ts';
import { listRows } from '../../directory/listRows.ts';
import { ok, type Result } from '../../errors.ts';
import { answer, type Answer } from '../../http/answer.ts';
import { PROTOCOL } from './manifest.ts';

const WHAT_TOKENS_MAX = 40;

/** Enabled rows but those of tests, a page at a time; `count` is of all of them. */
export async function registryAnswer(ctx: CallContext, page: { category?: string; cursor?: string; limit: number }): Promise<Result<Answer>> {
  const listed = await listRows(ctx, { ...page, enabled: 1, withoutTests: true });
  if (!listed.ok) return listed;
  const { items, count, nextCursor } = listed.value;
  const objects = items.map(({ row }) => {
    const { docs, signature, capability, effect } = parseRow(row, ctx.functions);
    const { call } = callForm(row.key, signature ?? [], capability?.inputSchema);
    return { key: row.key, type: row.type, category: row.category, what: withinTokens(docs.what, WHAT_TOKENS_MAX), call, effect };
  });
  return ok(answer(200, { ...PROTOCOL, kind: 'registry', count, objects, next_cursor: nextCursor }));
}

/** Categories with their enabled rows, and the four counts of the directory. */
export async function mapAnswer(ctx: CallContext): Promise<Answer> {
  const { counts, categories } = await mapDirectory(ctx);
  return answer(200, { ...PROTOCOL, kind: 'map', total: counts.enabled, counts, categories });
}
