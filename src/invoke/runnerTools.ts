// What functions may read of the service itself, with the caller's visibility already applied.
import { parseRow } from '../capability/parse.ts';
import type { CallContext } from '../context.ts';
import { listRows } from '../directory/listRows.ts';
import { listReceipts } from '../ledger/listReceipts.ts';
import type { FnTools } from '../runners/fn.ts';

export function runnerTools(ctx: CallContext): FnTools {
  return {
    async listDirectory(filter) {
      const listing = await listRows(ctx, filter);
      if (!listing.ok) return [];
      return listing.value.items.map(({ row }) => {
        const { docs, effect } = parseRow(row, ctx.functions);
        return { key: row.key, type: row.type, category: row.category, what: docs.what, effect };
      });
    },
    async listInvocations(filter) {
      const { items } = await listReceipts(ctx.db, filter);
      return items.map(({ id, key, status, started_at }) => ({ id, key, status, started_at }));
    },
  };
}
