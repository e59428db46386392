// From an upstream's complete response to an outcome: redacted, parsed where it is JSON, stored where it is large.
import type { CallContext } from '../context.ts';
import { fault } from '../errors.ts';
import type { FetchOutcome } from '../outbound/guardedFetch.ts';
import { redactJson } from '../outbound/redactJson.ts';
import { putArtifact } from './artifacts.ts';
import { parseJsonExactly } from './jsonExact.ts';
import { nextPage } from './nextPage.ts';
import type { Outcome, Value } from './runner.ts';

/** Larger or binary bodies go to the artifact store; the result then holds their address and hash. */
const INLINE_BYTES_MAX = 262_144;

type Response = Extract<FetchOutcome, { ok: true }>;

/** 2xx is a result; any other status is http_status with what the upstream said. */
export async function outcomeOfResponse(response: Response, ctx: CallContext, warnings: readonly string[]): Promise<Outcome> {
  const { status } = response;
  const isSuccess = status >= 200 && status < 300;
  const made = await valueOf(response, ctx, isSuccess ? `HTTP ${status}:` : `ERR:http:${status}:`);
  if ('code' in made) return { ok: false, fault: made, warnings, upstreamStatus: status, outcomeUnknown: false };
  const all = [...warnings, ...made.warnings];
  if (!isSuccess)
    return { ok: false, fault: fault('http_status', { status }), value: made.value, warnings: all, upstreamStatus: status, outcomeUnknown: false };
  const next = nextPage(response.headers, response.url, made.value.data);
  return { ok: true, value: made.value, warnings: all, upstreamStatus: status, ...(next === undefined ? {} : { next: ctx.redactor.text(next) }) };
}

async function valueOf(
  { headers, bytes }: Response,
  ctx: CallContext,
  prefix: string,
): Promise<{ value: Value; warnings: string[] } | ReturnType<typeof fault>> {
  // Its header is the upstream's text like its body.
  const type = ctx.redactor.text(headers.get('content-type') ?? '');
  const text = decode(bytes, type);
  if (text === undefined || bytes.length > INLINE_BYTES_MAX) {
    const stored = await putArtifact(ctx.bindings.ARTIFACTS, ctx.redactor.bytes(bytes), type);
    if (!stored.ok) return stored.fault;
    const { hash, bytes: size, content_type } = stored.value;
    const data = { artifact: `/api/artifacts/${hash}`, hash, bytes: size, content_type };
    return { value: { form: prefix + JSON.stringify(data), data }, warnings: [] };
  }
  const safe = ctx.redactor.text(text);
  const parsed = isJson(type) ? parseJsonExactly(text) : undefined;
  if (parsed === undefined) return { value: { form: prefix + safe, text: safe }, warnings: [] };
  const warnings = parsed.hadLargeIntegers ? ['integers beyond 2^53 are given as strings, so that no digit is lost'] : [];
  return { value: { form: prefix + safe, data: redactJson(parsed.value, ctx.redactor) }, warnings };
}

/** The text of a body; undefined where it is binary. A byte order mark decides, else the content type, else UTF-8 (WHATWG Encoding section 6). */
function decode(bytes: Uint8Array, contentType: string): string | undefined {
  const [first, second, third] = bytes;
  const isUtf8 = first === 0xef && second === 0xbb && third === 0xbf;
  const marked = isUtf8 ? 'utf-8' : first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
  const charset = marked ?? /;\s*charset="?([\w.:-]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    const text = new TextDecoder(charset, { fatal: true, ignoreBOM: false }).decode(bytes);
    // NUL never stands in text.
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

function isJson(contentType: string): boolean {
  return /^\s*application\/(?:[\w.!#$&^-]+\+)?json\s*(?:;|$)/i.test(contentType);
}
