// The shape of a call that is shown and not made: without credentials. Pure.
import type { Redactor } from '../context.ts';
import type { Json } from '../templates/parameters.ts';
import { isCredentialShaped, type HeaderList } from './headerNames.ts';

/** The headers of a shape: credential headers, credential-shaped names and every header that holds a configured value are out. */
export function redactShapeHeaders(headers: HeaderList, redactor: Redactor): Record<string, string> {
  const shown = headers.filter(([name, value]) => !isCredentialShaped(name) && redactor.text(value) === value && redactor.text(name) === name);
  return Object.fromEntries(shown.map(([name, value]) => [name.toLowerCase(), value]));
}

/**
 * The body or arguments of a shape: members with credential-shaped names and those that hold a configured value are out
 * at any depth; of other text the secret alone. Arguments nest at most 64 deep, so this may recurse.
 */
export function redactShape(value: Json, redactor: Redactor): Json {
  if (typeof value === 'string') return redactor.text(value);
  if (Array.isArray(value)) return value.map((item) => redactShape(item, redactor));
  if (value === null || typeof value !== 'object') return value;
  const shown = Object.entries(value).filter(([name, member]) => {
    const holdsSecret = redactor.text(name) !== name || (typeof member !== 'object' && redactor.text(String(member)) !== String(member));
    return !isCredentialShaped(name) && !holdsSecret;
  });
  return Object.fromEntries(shown.map(([name, member]) => [name, redactShape(member, redactor)]));
}
