// The If-Match precondition (RFC 9110 13.1.1); a row's entity tag is its version. Pure.
import { err, fault, ok, type Result } from '../errors.ts';

/** undefined: none given. `*`: any row. Else the versions of which one must be the present one. */
export type IfMatch = undefined | '*' | readonly number[];

/** Parses the header; a tag that is none of ours (also a weak one) matches nothing. Fault: invalid_field. */
export function parseIfMatch(header: string | undefined): Result<IfMatch> {
  if (header === undefined) return ok(undefined);
  if (header.trim() === '*') return ok('*');
  const tags = header.split(',').map((tag) => tag.trim());
  if (!tags.every((tag) => /^(?:W\/)?"[^"]*"$/.test(tag))) {
    return err(
      fault('invalid_field', { name: 'If-Match' }, { violations: [{ pointer: '/If-Match', message: 'must be an entity tag such as "3", or *' }] }),
    );
  }
  return ok(tags.filter((tag) => /^"[1-9]\d{0,14}"$/.test(tag)).map((tag) => Number(tag.slice(1, -1))));
}

export function matchesVersion(ifMatch: IfMatch, version: number): boolean {
  return ifMatch === undefined || ifMatch === '*' || ifMatch.includes(version);
}

export function etagOf(version: number): string {
  return `"${version}"`;
}
