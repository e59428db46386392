// What the Worker and the Node service before its traffic say to each other, in one header. Pure.
// The nonce is new in each process and known to these two alone: no upstream can forge an answer of the service, and
// where there is no service (deployed) there is no nonce and the header of an upstream means nothing.

export const OUTBOUND_HEADER = 'rowcall-outbound';

/** How the service answers in place of an upstream. */
export type ServiceAnswer =
  | { readonly kind: 'refused'; readonly rule: string }
  /** `sent`: bytes of the request may have reached the upstream. */
  | { readonly kind: 'failed'; readonly sent: boolean };

/** The Worker's mark: without it the service would not know the scheme, which the forwarded request does not carry. */
export function requestMark(nonce: string, url: URL): string {
  return `${nonce} ${url.protocol.slice(0, -1)}`;
}

/** The scheme of a marked request; undefined where the mark is missing or not of this process. */
export function readRequestMark(mark: string | undefined, nonce: string): 'http' | 'https' | undefined {
  if (mark === `${nonce} https`) return 'https';
  return mark === `${nonce} http` ? 'http' : undefined;
}

export function answerMark(nonce: string, answer: ServiceAnswer): string {
  return `${nonce} ${answer.kind === 'refused' ? answer.rule : answer.sent ? 'failed:sent' : 'failed:unsent'}`;
}

/** undefined: the response is the upstream's. */
export function readAnswerMark(mark: string | null, nonce: string | undefined): ServiceAnswer | undefined {
  if (nonce === undefined || mark === null || !mark.startsWith(`${nonce} `)) return undefined;
  const said = mark.slice(nonce.length + 1);
  if (said.startsWith('failed:')) return { kind: 'failed', sent: said !== 'failed:unsent' };
  return { kind: 'refused', rule: said };
}
