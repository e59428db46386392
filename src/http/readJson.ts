// Reads a request body: bounded before it is parsed, JSON and nothing else.
import { roundedInteger } from '../directory/roundedInteger.ts';
import { err, fault, ok, type Result } from '../errors.ts';

export const BODY_BYTES_MAX = 1_048_576;
export const JSON_DEPTH_MAX = 64;

/**
 * The JSON of a request. With `optional` an empty body is undefined. Faults: unsupported_media_type, body_too_large,
 * invalid_json, json_too_deep; invalid_field for an integer that would be rounded.
 */
export async function readJson(request: Request, optional = false): Promise<Result<unknown>> {
  if (!optional && !isJson(request)) return err(fault('unsupported_media_type'));
  const bytes = await readBounded(request).catch(() => null);
  if (bytes === null)
    return err(fault('invalid_json', {}, { detail: 'The body broke off before its end, or is not sent as HTTP has it. Nothing was read of it.' }));
  if (bytes === undefined) return err(fault('body_too_large', { max: BODY_BYTES_MAX }));
  if (optional && bytes.length === 0) return ok(undefined);
  if (!isJson(request)) return err(fault('unsupported_media_type'));
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
    if (nestsDeeper(text, JSON_DEPTH_MAX)) return err(fault('json_too_deep', { max: JSON_DEPTH_MAX }));
    const value: unknown = JSON.parse(text);
    const rounded = roundedInteger(text);
    return rounded === undefined
      ? ok(value)
      : err(fault('invalid_field', { name: rounded.pointer.slice(1, 81) || 'body' }, { violations: [rounded] }));
  } catch {
    return err(fault('invalid_json'));
  }
}

function isJson(request: Request): boolean {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return type === 'application/json' || type.endsWith('+json');
}

/** The whole body, or undefined as soon as it has more than BODY_BYTES_MAX bytes. */
async function readBounded(request: Request): Promise<Uint8Array | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > BODY_BYTES_MAX) return undefined;
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > BODY_BYTES_MAX) return undefined;
    chunks.push(chunk);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** Counts open brackets outside strings, without parsing. */
function nestsDeeper(text: string, max: number): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (inString) {
      if (char === '\\') i++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{' || char === '[') {
      if (++depth > max) return true;
    } else if (char === '}' || char === ']') depth--;
  }
  return false;
}
