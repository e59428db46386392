// The path of a URL template: its segments are fixed when it is parsed, and each is checked after its values went in.
// Pure.
import { err, fault, ok, type Result } from '../errors.ts';
import { type Expression, expandExpression } from './expressions.ts';
import type { Arguments } from './parameters.ts';
import { encodeReserved, encodeUnreserved, hasDotSegment } from './percent.ts';
import { type Slot, slotText } from './slots.ts';

export type UrlPart = string | Slot | Expression;
/** What stands between two literal slashes. */
export type PathSegment = readonly UrlPart[];

/** `$$x` and `{+x}`: the template's author lets the value bring its own structure. */
export function isRaw(part: UrlPart): boolean {
  if (typeof part === 'string') return false;
  return 'slot' in part ? part.raw : part.operator === '+';
}

/** The names of the parameters a part uses. */
export function partNames(part: UrlPart): string[] {
  if (typeof part === 'string') return [];
  return 'slot' in part ? [part.slot] : part.variables.map((variable) => variable.name);
}

/** The encoded text of a part. Takes well-formed arguments. */
export function expandPart(part: UrlPart, args: Arguments): string {
  if (typeof part === 'string') return part;
  if (!('slot' in part)) return expandExpression(part, args);
  return (part.raw ? encodeReserved : encodeUnreserved)(slotText(part, args));
}

/** Splits path text at its literal slashes; the first segment is what stands before the first slash. */
export function splitSegments(parts: readonly UrlPart[]): PathSegment[] {
  const segments: UrlPart[][] = [[]];
  for (const part of parts) {
    const [first = '', ...others] = typeof part === 'string' ? part.split('/') : [part];
    if (first !== '') segments.at(-1)?.push(first);
    for (const other of others) segments.push(other === '' ? [] : [other]);
  }
  return segments;
}

/**
 * The encoded path. bad_path_segment where a segment with a value is empty, `.` or `..` in any encoding at any depth,
 * or would be on a server that takes `%2F` or `\` for a separator. `a/b` is fine: it goes out as `a%2Fb`.
 * A raw value may add segments, under the same rule but for emptiness, so it never climbs; it never begins a fragment,
 * and begins the query only where nothing of the template follows it (`mayBeginQuery`): it would swallow that.
 */
export function expandPath(segments: readonly PathSegment[], args: Arguments, mayBeginQuery: boolean): Result<string> {
  const texts: string[] = [];
  for (const [at, segment] of segments.entries()) {
    const text = segment.map((part) => expandPart(part, args)).join('');
    const [name] = segment.flatMap(partNames);
    if (name !== undefined) {
      const refused = segmentFault(segment, text, name, at === 0, mayBeginQuery && at === segments.length - 1);
      if (refused !== undefined) return refused;
    }
    texts.push(text);
  }
  return ok(texts.join('/'));
}

function segmentFault(segment: PathSegment, text: string, name: string, first: boolean, mayBeginQuery: boolean) {
  const raw = segment.some(isRaw);
  if (raw && text.includes('#')) return structureFault(`${name} would begin a fragment`);
  if (raw && text.includes('?') && !(mayBeginQuery && isRaw(segment.at(-1) ?? ''))) return structureFault(`${name} would begin the query`);
  const [path = ''] = text.split('?');
  const pieces = path.split('/').slice(first ? 1 : 0);
  if (hasDotSegment(path) || (!raw && pieces.includes(''))) return err(fault('bad_path_segment', { name }));
  return undefined;
}

/** The fault of a URL that would not be the one its template describes. */
export function structureFault(detail: string) {
  return err(fault('url_reshaped', {}, { detail: `${detail}. Nothing was sent.` }));
}
