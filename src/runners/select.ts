// Which runner a row has in this build.
import type { Capability } from '../capability/model.ts';
import { fault, type Fault } from '../errors.ts';
import { makeFnRunner, type FnTools } from './fn.ts';
import { makeHttpRunner } from './http.ts';
import type { Runner } from './runner.ts';

/** The runner of a capability, or runner_unavailable where this build has none for it. A queued row runs as another, later. */
export function selectRunner(capability: Capability, tools: FnTools, hasQueue: boolean): Runner | Fault {
  const where = capability.row.runner;
  const isHere = where === null || where === '' || where === 'edge' || (where === 'queue' && hasQueue);
  if (!isHere) return fault('runner_unavailable', { runner: where });
  if (capability.type === 'fn') return makeFnRunner(tools) as Runner;
  if (capability.type === 'http' && 'url' in capability) {
    if (capability.auth.kind === 'oauth') return fault('runner_unavailable', { runner: 'oauth' });
    return makeHttpRunner() as Runner;
  }
  return fault('runner_unavailable', { runner: capability.type === 'http' ? 'mcp' : capability.type });
}
