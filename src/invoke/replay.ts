// Runs the call of a receipt once more, and compares.
import { exceeds } from '../capability/effect.ts';
import { parseRow } from '../capability/parse.ts';
import type { CallContext } from '../context.ts';
import { readRow } from '../directory/readRow.ts';
import { err, fault, ok, type Result } from '../errors.ts';
import { parseKey, type InvocationId } from '../ids.ts';
import type { Claims } from '../ledger/entries.ts';
import { saltedFingerprint } from '../ledger/fingerprints.ts';
import type { StoredReceipt } from '../ledger/readReceipt.ts';
import type { Json } from '../templates/parameters.ts';
import { invoke } from './invoke.ts';
import { readBodyText } from './readBodies.ts';
import type { Reply } from './reply.ts';

/** Whether the row still says the same, and the output is the same; null where that cannot be told. */
export interface Same {
  readonly contract: boolean;
  readonly output: boolean | null;
}

/**
 * The reply of the new call, and what it has in common with the first where it ran. Faults: bodies_gone (the arguments
 * are no longer kept), replay_unconfirmed (it has an effect and `confirmed` is false).
 */
export async function replay(
  ctx: CallContext,
  { body, row }: StoredReceipt,
  claims: Claims,
  confirmed: boolean,
): Promise<Result<{ readonly reply: Reply; readonly same?: Same }>> {
  const input = await readBodyText(ctx, body?.input, body?.input_artifact);
  if (input === null || body === undefined) return err(fault('bodies_gone', {}, { detail: 'The arguments of the call are not kept.' }));
  const key = parseKey(claims.key);
  const present = key && (await readRow(ctx.db, key));
  const effect = present === undefined ? claims.effect : parseRow(present, ctx.functions).effect;
  if (exceeds(effect, 'read') && !confirmed) return err(fault('replay_unconfirmed', { effect }));
  const reply = await invoke(ctx, { key: claims.key, args: JSON.parse(input) as Json, replays: row.id as InvocationId });
  if (reply.kind !== 'result' && reply.kind !== 'failed') return ok({ reply });
  const form = reply.value?.form;
  const first = claims.fingerprints.output;
  return ok({
    reply,
    same: {
      contract: reply.receipt?.fingerprints.contract === claims.fingerprints.contract,
      output: form === undefined || first === null ? null : (await saltedFingerprint(body.salt, form)) === first,
    },
  });
}
