// ?receipt= and ?confirm=: what is on record, for its owner and for anybody.
import { refusalOf } from '../../auth/permit.ts';
import type { CallContext } from '../../context.ts';
import { err, ok, type Result } from '../../errors.ts';
import { answer, type Answer } from '../../http/answer.ts';
import { confirmationView, findReceipt, forensicView } from '../../http/forensic.ts';
import { problem } from '../../http/problem.ts';

export async function confirmAnswer(ctx: CallContext, id: string): Promise<Answer> {
  const found = await findReceipt(ctx, id);
  if (!found.ok) return problem(found.fault, { members: { confirmed: false } });
  return answer(200, {
    ...confirmationView(ctx, found.value),
    id: found.value.id,
    object_id: `directory:${found.value.row.key}`,
    public_receipt: `${ctx.origin}/receipt/${found.value.id}`,
  });
}

export async function receiptAnswer(ctx: CallContext, id: string): Promise<Result<Answer>> {
  const refusal = refusalOf(ctx, 'audit');
  if (refusal !== undefined) return err(refusal);
  const found = await findReceipt(ctx, id);
  if (!found.ok) return found;
  const view = await forensicView(ctx, found.value);
  const { row } = found.value;
  return ok(
    answer(200, {
      ...view,
      object_id: `directory:${row.key}`,
      actor: dialectActor(row.actor),
      replay: `${ctx.origin}/api/receipts/${id}/replay`,
      repair: `POST ${ctx.origin}/api/dispatch {"key":"${row.key}","body":"…","repairs":"${id}"}`,
    }),
  );
}

/** The seed named the owner by the header that the key came in. */
function dialectActor(actor: string): string {
  return actor === 'owner' ? 'owner:terminal-key' : actor;
}
