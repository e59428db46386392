import type { HygieneTools } from '../capability/hygiene.ts';
import type { CallContext } from '../context.ts';

/** What the hygiene rules need to know of this service. */
export function hygieneTools(ctx: CallContext, blocks: ReadonlyMap<string, string>): HygieneTools {
  return {
    functions: ctx.functions,
    credentialNames: ctx.config.credentialNames,
    holdsSecret: (text) => ctx.redactor.text(text) !== text,
    blocks,
  };
}
