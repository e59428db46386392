// The one form of a JSON value whose bytes are hashed and signed. Pure.
import canonicalize from 'canonicalize';
import type { Json } from '../templates/parameters.ts';

/**
 * The RFC 8785 text of a JSON value: members sorted, numbers in ECMAScript form, no white space. Throws on lone
 * surrogates, which have no UTF-8 form; whoever takes text from outside asks `isWellFormed` first.
 */
export function canonicalJson(value: Json): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('not a JSON value');
  return text;
}
