// What helps a caller to mend a refused call.
import { argumentTargetOf } from '../capability/argumentTarget.ts';
import { callSignature } from '../capability/callSignature.ts';
import { nearestValidCall } from '../capability/nearestValidCall.ts';
import type { Fault } from '../errors.ts';
import type { Json } from '../templates/parameters.ts';
import type { Call } from './call.ts';
import type { Invocation } from './invocation.ts';
import type { Help } from './reply.ts';

/** Only a fault of the arguments is mended by other arguments. */
export function helpFor(invocation: Invocation, call: Call, refusal: Fault): Help | undefined {
  const { capability } = invocation.parsed;
  if (capability === undefined || !ARGUMENT_FAULTS.has(refusal.code)) return undefined;
  const { key, signature, inputSchema, examples } = capability;
  return {
    call: callSignature(key, signature, inputSchema),
    try: nearestValidCall(key, call, argumentTargetOf(capability), examples) as unknown as Json,
  };
}

const ARGUMENT_FAULTS: ReadonlySet<string> = new Set([
  'unknown_argument',
  'missing_argument',
  'too_many_arguments',
  'invalid_argument',
  'bad_path_segment',
  'url_reshaped',
]);
