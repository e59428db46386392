import { refusalOf } from '../../auth/permit.ts';
import type { CallContext } from '../../context.ts';
import type { Effect } from '../../db/rows.ts';
import { parseIfMatch, type IfMatch } from '../../directory/ifMatch.ts';
import { unknownKey } from '../../directory/suggest.ts';
import { err, ok, type Result } from '../../errors.ts';
import { parseKey, type Key } from '../../ids.ts';

/** What every write of an existing row begins with: may the caller, under which precondition, to which key. */
export async function writeTarget(
  ctx: CallContext,
  effect: Effect,
  { params, headers }: { params: { key: string }; headers: { 'if-match'?: string } },
): Promise<Result<{ key: Key; ifMatch: IfMatch }>> {
  const refusal = refusalOf(ctx, 'write', effect);
  if (refusal !== undefined) return err(refusal);
  const ifMatch = parseIfMatch(headers['if-match']);
  if (!ifMatch.ok) return ifMatch;
  const key = parseKey(params.key);
  return key === undefined ? err(await unknownKey(ctx, params.key)) : ok({ key, ifMatch: ifMatch.value });
}
