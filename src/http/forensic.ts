// A receipt as its owner sees it: the claims as top-level members, and beside them what is kept.
import type { CallContext } from '../context.ts';
import { err, fault, ok, type Result } from '../errors.ts';
import { parseInvocationId, type InvocationId } from '../ids.ts';
import { readChildren, readReceipt, type StoredReceipt } from '../ledger/readReceipt.ts';
import type { ReceiptStatus } from '../db/rows.ts';
import type { Intent } from '../ledger/entries.ts';
import { readBodyText } from '../invoke/readBodies.ts';
import type { Json } from '../templates/parameters.ts';

/** The stored receipt of an id in any form; fault unknown_receipt. */
export async function findReceipt(ctx: CallContext, id: string): Promise<Result<StoredReceipt & { id: InvocationId }>> {
  const parsed = parseInvocationId(id);
  const receipt = parsed && (await readReceipt(ctx.db, parsed));
  return receipt === undefined || parsed === undefined ? err(fault('unknown_receipt')) : ok({ ...receipt, id: parsed });
}

/** Forensic view: claims (of a running call: its intent), seq, bodies, salt, children. */
export async function forensicView(
  ctx: CallContext,
  { id, row, claims, intent, body }: StoredReceipt & { id: InvocationId },
): Promise<Record<string, unknown>> {
  const [input, output, children] = await Promise.all([
    readBodyText(ctx, body?.input, body?.input_artifact),
    readBodyText(ctx, body?.output, body?.output_artifact),
    readChildren(ctx.db, id),
  ]);
  return {
    ...(claims ?? running(row.status, intent)),
    seq: row.seq,
    signature: null,
    input: input === null ? null : (JSON.parse(input) as Json),
    output,
    salt: body?.salt ?? null,
    upstream_status: body?.upstream_status ?? null,
    warnings: body?.warnings == null ? [] : (JSON.parse(body.warnings) as Json),
    repaired_by: [],
    children,
    idempotency_key: null,
  };
}

/** A call that has not ended claims what its intent said. */
function running(status: ReceiptStatus, intent: Intent | undefined): object {
  return intent === undefined ? { status } : { ...intent, fingerprints: { ...intent.fingerprints, output: null }, status };
}

/** What anybody may know: that the service claims this, word for word. No input, no output. */
export function confirmationView({ row, claims }: StoredReceipt): Record<string, unknown> {
  return { confirmed: claims !== undefined, status: row.status, claims: claims ?? null, signature: null, proof_url: null };
}
