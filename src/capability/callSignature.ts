// How a row is called, in one line that a model can use at once. Pure.
import type { Json, JsonSchema, Parameter } from '../templates/parameters.ts';
import { propertiesOf } from './schemaTypes.ts';

/** About what resolve may spend on a candidate, by the estimate below. */
const TOKENS_MAX = 60;
const CHOICES_MAX = 6;
const CHOICES_MAX_CHARS = 60;

/**
 * `GITHUB_LIST_ISSUES(owner, repo, state?: open|closed|all)`: `?` is optional, `+` takes the rest of a body with its
 * pipes; types but `string`, and small sets of values, behind a colon. At most about 60 tokens: where it was cut, it
 * holds `…`. What must be given is kept longest.
 */
export function callSignature(key: string, signature: readonly Parameter[], schema?: JsonSchema): string {
  const properties = schema === undefined ? undefined : propertiesOf(schema).properties;
  const shown = signature.map((parameter) => ({
    bare: `${parameter.name}${parameter.rest ? '+' : ''}${parameter.required ? '' : '?'}`,
    note: noteOf(parameter, properties?.get(parameter.name)?.[0]),
    required: parameter.required,
  }));
  const full = shown.map(({ bare, note }) => (note === '' ? bare : `${bare}: ${note}`));
  if (fits(key, full)) return line(key, full);
  const lean = shown.map(({ bare, note, required }) => (note !== '' && required ? `${bare}: ${note}` : bare));
  if (fits(key, [...lean, '…'])) return line(key, [...lean, '…']);
  const needed = shown.filter(({ required }) => required).map(({ bare }) => bare);
  while (needed.length > 0 && !fits(key, [...needed, '…'])) needed.pop();
  return line(key, [...needed, '…']);
}

function noteOf({ types }: Parameter, property: Json | undefined): string {
  const choices = property !== null && typeof property === 'object' && !Array.isArray(property) ? property['enum'] : undefined;
  if (Array.isArray(choices) && choices.length > 0 && choices.length <= CHOICES_MAX) {
    const text = choices.map((choice) => (typeof choice === 'string' && /^[\w.:/+-]+$/.test(choice) ? choice : JSON.stringify(choice))).join('|');
    if (text.length <= CHOICES_MAX_CHARS) return text;
  }
  const told = (types ?? []).filter((type) => type !== 'null');
  return told.every((type) => type === 'string') ? '' : told.join('|');
}

function line(key: string, parts: readonly string[]): string {
  return `${key}(${parts.join(', ')})`;
}

function fits(key: string, parts: readonly string[]): boolean {
  return estimatedTokens(line(key, parts)) <= TOKENS_MAX;
}

/** Rather too many than too few: words by pieces of five letters, digits by three, every other character by itself. */
function estimatedTokens(text: string): number {
  return text.match(/[A-Za-z]{1,5}|\d{1,3}|[^\sA-Za-z\d]/gu)?.length ?? 0;
}
