// What a handler answers with, and the one place where an answer becomes bytes.
import type { Redactor } from '../context.ts';
import { logDefect } from '../log.ts';
import { redactJson } from '../outbound/redactJson.ts';
import type { Json } from '../templates/parameters.ts';

export interface Answer {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly contentType?: string;
}

/** An answer in JSON. */
export function answer(status: number, body: object, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, body, headers };
}

const ALWAYS = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' } as const;

/** The bytes of an answer. No secret leaves here, whatever put it in. */
export function toResponse(of: Answer, redactor: Redactor): Response {
  const text = JSON.stringify(of.body);
  const safe = redactor.text(text) === text ? text : JSON.stringify(redactJson(of.body as Json, redactor)); // value by value: a cut through an escape would break the JSON
  return new Response(safe, { status: of.status, headers: { ...ALWAYS, 'content-type': of.contentType ?? 'application/json', ...of.headers } });
}

/** A text for people and models. */
export function textResponse(text: string, type: string, redactor: Redactor, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(redactor.text(text), { headers: { ...ALWAYS, 'content-type': `${type}; charset=utf-8`, ...headers } });
}

/** A text that is written while it is sent; the pieces hold no secret. What fails on the way breaks the answer off, and is logged. */
export function streamResponse(
  pieces: AsyncIterator<string>,
  type: string,
  of: { readonly requestId: string; readonly redactor: Redactor },
): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next();
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        logDefect(of, error);
        controller.error(new Error(`The answer could not be finished (request ${of.requestId}).`));
      }
    },
    async cancel() {
      await pieces.return?.();
    },
  });
  return new Response(body, { headers: { ...ALWAYS, 'content-type': type } });
}

/** A file of this build: the same for everybody, with no secret in it, so it is not redacted and caches may keep it. */
export function fileResponse(text: string, type: string, cache: string): Response {
  return new Response(text, { headers: { ...ALWAYS, 'content-type': `${type}; charset=utf-8`, 'cache-control': `public, ${cache}` } });
}

/** What a page needs besides its own text and style. */
export interface PageNeeds {
  /** Scripts of this service, and requests to it. */
  readonly script?: boolean;
  /** Forms that are sent to this service. */
  readonly forms?: boolean;
  /** Style sheets of this service, and pictures. */
  readonly styleFiles?: boolean;
}

/** A page for people. It loads nothing from another host, and of its own host only what it needs. */
export function pageResponse(html: string, status: number, redactor: Redactor, needs: PageNeeds = {}): Response {
  const policy = [
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    `form-action ${needs.forms === true ? "'self'" : "'none'"}`,
    needs.styleFiles === true ? "style-src 'self' 'unsafe-inline'; img-src 'self' data:" : "style-src 'unsafe-inline'",
    ...(needs.script === true ? ["script-src 'self'; connect-src 'self'"] : []),
  ];
  return new Response(redactor.text(html), {
    status,
    headers: { ...ALWAYS, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy.join('; ') },
  });
}
