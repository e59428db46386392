// Whether a URL has the shape its template describes: the last check, on the parsed URL, independent of how it was
// assembled. Pure.
import type { Arguments, Json } from './parameters.ts';
import { isRaw, type PathSegment } from './urlPath.ts';
import { hasOwnNames, type QueryItem, queryNames } from './urlQuery.ts';

/** The same arguments with text that has no meaning in a URL; what is absent or null stays so. */
export function harmlessArguments(args: Arguments): Arguments {
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, harmless(value)]));
}

function harmless(value: Json): Json {
  if (value === null) return null;
  if (Array.isArray(value)) return value.map((item) => (item === null ? null : 'x'));
  if (typeof value !== 'object') return 'x';
  return Object.fromEntries(Object.values(value).map((member, at) => [`~${at}`, member === null ? null : 'x']));
}

/**
 * Whether `actual` has as many path segments and the same query names as `expected`, the URL of the harmless arguments.
 * Raw values and exploded objects bring segments and names of their own; then the names which the template itself
 * gives must occur as often as expected, so that none is doubled.
 */
export function hasShapeOf(path: readonly PathSegment[], query: readonly QueryItem[], args: Arguments, actual: URL, expected: URL): boolean {
  const openPath = path.flat().some(isRaw);
  if (!openPath && segmentCount(actual) !== segmentCount(expected)) return false;
  const [actualNames, expectedNames] = [[...actual.searchParams.keys()], [...expected.searchParams.keys()]];
  const openQuery = hasOwnNames(query, args) || query.some((item) => !('operator' in item) && item.some(isRaw));
  if (!openPath && !openQuery) {
    return actualNames.length === expectedNames.length && actualNames.every((name, at) => name === expectedNames[at]);
  }
  return queryNames(query, args).every((name) => occurrences(actualNames, name) === occurrences(expectedNames, name));
}

function segmentCount(url: URL): number {
  return url.pathname.split('/').length;
}

function occurrences(names: readonly string[], name: string): number {
  return names.filter((other) => other === name).length;
}
