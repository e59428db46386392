// Where the origin of a URL template ends. Nothing variable stands before that point. Pure.
import { type Parsed, parsed, problem } from './parameters.ts';
import { scanSlots } from './slots.ts';

export interface UrlStart {
  /** undefined: a path on this Worker. */
  readonly origin?: string;
  /** The text behind the origin. */
  readonly rest: string;
}

/** Behind the host only what begins a path or query may follow: `{/x}` may, but no text that would extend the host. */
const VARIABLE_PATH_START = /^(?:\{\?|\{\/[^{}]*\}(?:$|[/?#]|\{[/?]))/;

/** Splits a template at the end of its origin; faults are target_slot_in_origin and bad_target as parseUrl says. */
export function splitOrigin(url: string): Parsed<UrlStart> {
  const [, scheme = '', authority = '', rest = ''] = /^(https?:\/\/)([^/?#{]*)(.*)$/isu.exec(url) ?? [];
  if (scheme === '') {
    if (/^\/(?!\/)/.test(url)) return parsed({ rest: url });
    if (hasVariable(/^[^/?#]*/.exec(url)?.[0] ?? '')) return slotInOrigin();
    return problem('the target must be an http:// or https:// URL, or a path that begins with exactly one /', 'bad_target');
  }
  if (hasVariable(authority) || (rest.startsWith('{') && !VARIABLE_PATH_START.test(rest))) return slotInOrigin();
  if (authority.includes('@')) return problem('the URL holds user-info; a credential is named in `auth`', 'bad_target');
  const plainHost = /^[\p{L}\p{M}\p{N}.:_[\]-]+$/u.test(authority);
  if (!plainHost || !URL.canParse(scheme + authority)) return problem('the URL has no valid host', 'bad_target');
  return parsed({ origin: new URL(scheme + authority).origin, rest });
}

function hasVariable(text: string): boolean {
  return text.includes('{') || scanSlots(text).length > 0;
}

function slotInOrigin() {
  return problem('scheme, host and port must be literal: a slot can stand in path and query only', 'target_slot_in_origin');
}
