// Every answer that is not a success: RFC 9457 problem details, with what helps the reader to go on.
import { ERRORS, howToFix, literal, statusOf, type Fault, type Violation } from '../errors.ts';
import type { Answer } from './answer.ts';

export interface ProblemMore {
  /** Whether something ran, and whether it changed something (null: not known). */
  readonly ran?: boolean;
  readonly stateChanged?: false | null;
  /** Members besides: proof, call, try, result … */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The problem document of a fault; `type` is its page on this service. */
export function problem(of: Fault, more: ProblemMore = {}): Answer {
  const { title } = ERRORS[of.code];
  return {
    status: statusOf(of),
    contentType: 'application/problem+json',
    headers: { ...headersOf(of), ...more.headers },
    body: {
      type: `/docs/errors/${of.code}`,
      title,
      status: statusOf(of),
      detail: of.detail ?? `${title}.`,
      ok: false,
      ran: more.ran ?? false,
      state_changed: more.stateChanged === undefined ? false : more.stateChanged,
      error: literal(of),
      code: of.code,
      params: of.params,
      how_to_fix: howToFix(of),
      ...(of.didYouMean !== undefined && of.didYouMean.length > 0 ? { did_you_mean: of.didYouMean } : {}),
      ...(of.violations === undefined ? {} : { violations: of.violations.slice(0, VIOLATIONS_MAX).map(short) }),
      ...more.members,
    },
  };
}

/** An answer stays short, whatever was sent. */
const VIOLATIONS_MAX = 50;
const POINTER_CHARS_MAX = 200;
const MESSAGE_CHARS_MAX = 1000;

function short({ pointer, message, rule }: Violation): Violation {
  const cut = (text: string, max: number) => (text.length > max ? `${text.slice(0, max)}…` : text);
  return { pointer: cut(pointer, POINTER_CHARS_MAX), message: cut(message, MESSAGE_CHARS_MAX), ...(rule === undefined ? {} : { rule }) };
}

function headersOf(of: Fault): Record<string, string> {
  if (statusOf(of) === 401) return { 'www-authenticate': 'Bearer realm="rowcall"' };
  if (of.code === 'method_not_allowed') return { allow: String(of.params.allow) };
  if (of.code === 'range_not_satisfiable') return { 'content-range': `bytes */${of.params.size}` };
  return {};
}
