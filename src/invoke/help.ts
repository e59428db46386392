// What helps a caller to mend a refused call.
import { argumentTargetOf } from '../capability/argumentTarget.ts';
import { callForm } from '../capability/callForm.ts';
import { nearestValidCall } from '../capability/nearestValidCall.ts';
import type { Fault } from '../errors.ts';
import type { Arguments, Json } from '../templates/parameters.ts';
import type { Call } from './call.ts';
import type { Invocation } from './invocation.ts';
import type { Help } from './reply.ts';

/** Only a fault of the arguments is mended by other arguments. `args` are the mapped ones, where mapping went well. */
export function helpFor(invocation: Invocation, call: Call, refusal: Fault, args?: Arguments): Help | undefined {
  const { capability } = invocation.parsed;
  if (capability === undefined || !ARGUMENT_FAULTS.has(refusal.code)) return undefined;
  const { key, signature, inputSchema, examples } = capability;
  const suggestion = nearestValidCall(key, call, argumentTargetOf(capability), examples);
  // What only the runner refuses, the schema takes: the call that was refused is no help.
  const isSame = args !== undefined && JSON.stringify(suggestion.args) === JSON.stringify(args);
  return { call: callForm(key, signature, inputSchema).call, ...(isSame ? {} : { try: suggestion as unknown as Json }) };
}

const ARGUMENT_FAULTS: ReadonlySet<string> = new Set([
  'unknown_argument',
  'missing_argument',
  'too_many_arguments',
  'invalid_argument',
  'bad_path_segment',
  'url_reshaped',
]);
