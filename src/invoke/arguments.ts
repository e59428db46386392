// Step 8 of the order: arguments mapped to the signature, checked, and free of credentials.
import { argumentTargetOf } from '../capability/argumentTarget.ts';
import { mapArguments } from '../capability/arguments.ts';
import type { Capability } from '../capability/model.ts';
import type { CallContext } from '../context.ts';
import { err, fault, type Result } from '../errors.ts';
import type { Arguments } from '../templates/parameters.ts';
import type { Call } from './call.ts';

/** Faults: those of mapArguments, and credential_in_argument. */
export function mapCall(ctx: CallContext, capability: Capability, call: Call): Result<Arguments> {
  const mapped = mapArguments({ body: call.body, args: call.args }, argumentTargetOf(capability));
  if (!mapped.ok) return mapped;
  const text = JSON.stringify(mapped.value);
  return ctx.redactor.text(text) === text ? mapped : err(fault('credential_in_argument'));
}
