// A receipt as its owner sees it: the claims as top-level members, and beside them what is kept.
import type { CallContext } from '../context.ts';
import { err, fault, ok, type Result } from '../errors.ts';
import { parseInvocationId, type InvocationId } from '../ids.ts';
import { readChildren, readReceipt, readRepairs, type StoredReceipt } from '../ledger/readReceipt.ts';
import type { ReceiptStatus } from '../db/rows.ts';
import type { Intent } from '../ledger/entries.ts';
import { readBodyText } from '../invoke/readBodies.ts';
import type { Json } from '../templates/parameters.ts';

/** How often a receipt that is waited for is read. */
const POLL_MS = 250;

/**
 * The stored receipt of an id in any form, as it is once its call has ended or `waitS` seconds are over; fault
 * unknown_receipt. A call whose time is over is settled first.
 */
export async function findReceipt(ctx: CallContext, id: string, waitS = 0): Promise<Result<StoredReceipt & { id: InvocationId }>> {
  const parsed = parseInvocationId(id);
  const until = Date.now() + waitS * 1000;
  for (let swept = false; ;) {
    const receipt = parsed && (await readReceipt(ctx.db, parsed));
    if (receipt === undefined || parsed === undefined) return err(fault('unknown_receipt'));
    const isOverdue = receipt.row.deadline !== null && receipt.row.deadline <= ctx.now().toISOString();
    if (isOverdue && !swept) {
      await ctx.ledger.sweep();
      swept = true;
    } else if (receipt.claims !== undefined || Date.now() + POLL_MS > until) return ok({ ...receipt, id: parsed });
    else await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Forensic view: claims (of a running call: its intent), seq, bodies, salt, children. */
export async function forensicView(
  ctx: CallContext,
  { id, row, claims, intent, body }: StoredReceipt & { id: InvocationId },
): Promise<Record<string, unknown>> {
  const [input, output, children, repairs] = await Promise.all([
    readBodyText(ctx, body?.input, body?.input_artifact),
    readBodyText(ctx, body?.output, body?.output_artifact),
    readChildren(ctx.db, id),
    readRepairs(ctx.db, id),
  ]);
  return {
    ...(claims ?? running(row.status, intent)),
    seq: row.seq,
    signature: row.signature,
    input: input === null ? null : (JSON.parse(input) as Json),
    output,
    salt: body?.salt ?? null,
    upstream_status: body?.upstream_status ?? null,
    warnings: body?.warnings == null ? [] : (JSON.parse(body.warnings) as Json),
    repaired_by: repairs,
    children,
    idempotency_key: row.idempotency_key,
  };
}

/** A call that has not ended claims what its intent said. */
function running(status: ReceiptStatus, intent: Intent | undefined): object {
  return intent === undefined ? { status } : { ...intent, fingerprints: { ...intent.fingerprints, output: null }, status };
}

/** What anybody may know: that the service claims this, word for word. No input, no output. */
export function confirmationView({ origin }: CallContext, { row, claims }: StoredReceipt): Record<string, unknown> {
  return {
    confirmed: claims !== undefined,
    status: row.status,
    claims: claims ?? null,
    signature: row.signature,
    proof_url: claims === undefined ? null : `${origin}/api/receipts/${row.id}/proof`,
  };
}
