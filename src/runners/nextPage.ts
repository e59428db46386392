// Where an upstream says that its next page is. Pure.
import type { Json } from '../templates/parameters.ts';

/** Members of a JSON answer under which well-known APIs put a cursor or the address of the next page. */
const CURSOR_PATHS = [
  ['next_cursor'],
  ['nextCursor'],
  ['next_page_token'],
  ['nextPageToken'],
  ['response_metadata', 'next_cursor'],
  ['paging', 'next', 'after'],
  ['next'],
];
const CURSOR_CHARS_MAX = 2048;

/** The absolute address of `Link: <…>; rel="next"` (RFC 8288), else a cursor from the body; undefined where there is no more. */
export function nextPage(headers: Headers, url: string, data: Json | undefined): string | undefined {
  const link = linkToNext(headers.get('link') ?? '');
  if (link !== undefined && URL.canParse(link, url)) return new URL(link, url).href;
  for (const path of CURSOR_PATHS) {
    let at: Json | undefined = data;
    for (const name of path) at = at !== null && typeof at === 'object' && !Array.isArray(at) && Object.hasOwn(at, name) ? at[name] : undefined;
    if (typeof at === 'string' && at !== '' && at.length <= CURSOR_CHARS_MAX) return at;
  }
  return undefined;
}

function linkToNext(header: string): string | undefined {
  for (const [, target, parameters] of header.matchAll(/<([^<>]*)>((?:\s*;\s*[\w*!#$&+.^`|~-]+(?:\s*=\s*(?:"[^"]*"|[^\s",;]+))?)*)/g)) {
    const relation = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s",;]+))/i.exec(parameters ?? '');
    if ((relation?.[1] ?? relation?.[2] ?? '').toLowerCase().split(/\s+/).includes('next')) return target;
  }
  return undefined;
}
