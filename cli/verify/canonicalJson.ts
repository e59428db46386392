// RFC 8785. Pure, and on its own: the service has another one.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** The text whose bytes are hashed and signed: members by UTF-16 code units, ECMAScript numbers, no white space. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  // The standard order of strings is that of their code units (RFC 8785 section 3.2.3).
  const names = Object.keys(value).toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0));
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name] as Json)}`).join(',')}}`;
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}
