// Every answer that is not a success: RFC 9457 problem details, with what helps the reader to go on.
import { ERRORS, howToFix, literal, statusOf, type Fault } from '../errors.ts';
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
      ...(of.violations === undefined ? {} : { violations: of.violations }),
      ...more.members,
    },
  };
}

function headersOf(of: Fault): Record<string, string> {
  if (statusOf(of) === 401) return { 'www-authenticate': 'Bearer realm="rowcall"' };
  if (of.code === 'method_not_allowed') return { allow: String(of.params.allow) };
  if (of.code === 'range_not_satisfiable') return { 'content-range': `bytes */${of.params.size}` };
  return {};
}
