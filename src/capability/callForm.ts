// How a row is called, in one line that a model can use at once. Pure.
import type { Json, JsonSchema, Parameter } from '../templates/parameters.ts';
import { isSchema } from './schemaKeywords.ts';
import { propertiesOf } from './schemaTypes.ts';
import { tokensAtMost } from './tokens.ts';

export interface CallForm {
  readonly call: string;
  /** true: something was left out, and `call` holds `…` in its place. */
  readonly lossy: boolean;
}

/** Tokens of o200k_base that a call signature has at most. */
export const CALL_TOKENS_MAX = 60;
const CHOICES_MAX = 8;
const CHOICES_MAX_CHARS = 60;

/**
 * `GITHUB_LIST_ISSUES(owner, repo, state?: open|closed|all)`: `?` is optional, `+` takes the rest of a body with its
 * pipes; types but `string`, and small sets of values, behind a colon. At most `tokens` of o200k_base: notes of
 * optional arguments go first, then those arguments, then the last of the required ones.
 */
export function callForm(key: string, signature: readonly Parameter[], schema?: JsonSchema, tokens = CALL_TOKENS_MAX): CallForm {
  const fits = (text: string) => text.length <= tokens * 12 && tokensAtMost(text) <= tokens;
  const properties = schema === undefined ? undefined : propertiesOf(schema).properties;
  const shown = signature.map((parameter) => ({
    bare: `${parameter.name}${parameter.rest ? '+' : ''}${parameter.required ? '' : '?'}`,
    note: noteOf(parameter, properties?.get(parameter.name)?.[0]),
    required: parameter.required,
  }));
  const noted = ({ bare, note }: (typeof shown)[number]) => (note === '' ? bare : `${bare}: ${note}`);
  const full = line(key, shown.map(noted));
  if (fits(full)) return { call: full, lossy: false };
  const required = shown.filter((one) => one.required);
  const optional = shown.filter((one) => !one.required).map(({ bare }) => bare);
  const withNotes = longest(key, required.map(noted), optional, fits);
  if (withNotes !== undefined) return { call: withNotes, lossy: true };
  const bare = longest(
    key,
    required.map((one) => one.bare),
    [],
    fits,
  );
  if (bare !== undefined) return { call: bare, lossy: true };
  const names = required.map((one) => one.bare);
  while (names.length > 0 && !fits(line(key, [...names, '…']))) names.pop();
  return { call: line(key, [...names, '…']), lossy: true };
}

/** All that must stay and as many of the others as fit; undefined where not even the first do. */
function longest(key: string, must: readonly string[], others: readonly string[], fits: (text: string) => boolean): string | undefined {
  for (let count = others.length; count >= 0; count = count > 8 ? Math.floor(count / 2) : count - 1) {
    const text = line(key, [...must, ...others.slice(0, count), '…']);
    if (fits(text)) return text;
  }
  return undefined;
}

function noteOf({ types }: Parameter, property: Json | undefined): string {
  const member = isSchema(property) ? property : {};
  const choices = member['enum'];
  if (Array.isArray(choices) && choices.length > 0 && choices.length <= CHOICES_MAX) {
    const text = choices.map((choice) => (typeof choice === 'string' && /^[\w.:/+-]+$/.test(choice) ? choice : JSON.stringify(choice))).join('|');
    if (text.length <= CHOICES_MAX_CHARS) return text;
  }
  const told = (types ?? []).filter((type) => type !== 'null');
  if (told.every((type) => type === 'string')) return '';
  const items = isSchema(member['items']) ? member['items']['type'] : undefined;
  return told.map((type) => (type === 'array' && typeof items === 'string' && /^[a-z]+$/.test(items) ? `${items}[]` : type)).join('|');
}

function line(key: string, parts: readonly string[]): string {
  return `${key}(${parts.join(', ')})`;
}
