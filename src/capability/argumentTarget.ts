import type { ArgumentTarget } from './bindArguments.ts';
import type { Capability } from './model.ts';

/** What arguments are mapped to. An agent's body is the user's message, pipes and all. */
export function argumentTargetOf({ type, signature, inputSchema }: Capability): ArgumentTarget {
  return { signature, schema: inputSchema, wholeBody: type === 'agent' };
}
