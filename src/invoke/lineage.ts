// What a call says of an earlier one: that it mends it, or runs it again.
import type { CallContext } from '../context.ts';
import { fault, type Fault } from '../errors.ts';
import { readReceipt } from '../ledger/readReceipt.ts';
import type { Call } from './call.ts';

/** Why the call cannot refer to that receipt: it must be there, of the same row, and settled. */
export async function lineageFault(ctx: CallContext, { repairs, replays }: Call, key: string): Promise<Fault | undefined> {
  for (const id of [repairs, replays]) {
    if (id === undefined) continue;
    const receipt = await readReceipt(ctx.db, id);
    if (receipt === undefined) return fault('unknown_receipt', {}, { detail: `There is no receipt ${id} to refer to.` });
    if (receipt.row.key !== key) return fault('not_repairable', { why: 'other_row' }, { detail: `${id} is a call of ${receipt.row.key}.` });
    if (receipt.claims === undefined) return fault('not_final', {}, { detail: `${id} has not ended yet.` });
  }
  return undefined;
}
