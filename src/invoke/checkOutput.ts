import { validate } from '../capability/jsonSchema.ts';
import type { Capability } from '../capability/model.ts';
import type { Outcome } from '../runners/runner.ts';

const WARNINGS_MAX = 5;

/** The outcome with a warning for each way in which a result breaks the row's output_schema: it ran, so it cannot fail by it. */
export function checkOutput(outcome: Outcome, { outputSchema }: Capability): Outcome {
  if (!outcome.ok || outputSchema === undefined) return outcome;
  const violations = validate(outputSchema, outcome.value.data ?? outcome.value.text ?? null);
  const warnings = violations
    .slice(0, WARNINGS_MAX)
    .map(({ pointer, message }) => `output_schema: ${pointer === '' ? 'the result' : pointer} ${message}`);
  return warnings.length === 0 ? outcome : { ...outcome, warnings: [...outcome.warnings, ...warnings] };
}
