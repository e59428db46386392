// Who may use a verb of the API. Running a row is decided by gate.ts.
import { exceeds } from '../capability/effect.ts';
import type { CallContext } from '../context.ts';
import type { Effect } from '../db/rows.ts';
import { fault, type Fault } from '../errors.ts';

/** `read` the catalogue, `write` rows and blocks, `audit` receipts and bodies, `invoke` rows. */
export type Verb = 'read' | 'write' | 'audit' | 'invoke';

/**
 * Why the caller may not use the verb, or undefined. `effect` is what the verb does to the service's own data: a row
 * that points at this service may not do through it what the row's own effect does not allow.
 */
export function refusalOf(ctx: CallContext, verb: Verb, effect: Effect = 'read'): Fault | undefined {
  if (ctx.actor.kind === 'anonymous' && !(verb === 'read' && ctx.config.publicRead)) {
    return ctx.config.ownerKey === undefined ? fault('owner_key_not_configured', {}, { detail: ctx.config.ownerKeyProblem }) : fault('unauthorized');
  }
  return exceeds(effect, ctx.nesting.effectCeiling) ? fault('effect_not_allowed', { effect }) : undefined;
}
