// What a URL template gives, or the literal of the fault, for tables of examples.
import { literal } from '../../../src/errors.ts';
import type { Arguments, Parameter } from '../../../src/templates/parameters.ts';
import { expandUrl, parseUrl } from '../../../src/templates/url.ts';

export function expandOrFault(url: string, parameters: readonly Parameter[], args: Arguments): string {
  const template = parseUrl(url, parameters);
  if (!template.ok) throw new Error(`${template.problem.rule}: ${template.problem.message}`);
  const result = expandUrl(template.value, args);
  return result.ok ? result.value : literal(result.fault);
}
