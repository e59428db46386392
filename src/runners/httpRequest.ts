// From an expanded payload to what fetch takes, and to what a shape shows.
import type { HttpPayload } from '../templates/httpPayload.ts';
import type { Json } from '../templates/parameters.ts';

type Body = NonNullable<HttpPayload['body']>;

/** The payload's own headers, and the content type its body form implies. */
export function headersOf({ headers, body }: HttpPayload): (readonly [string, string])[] {
  const hasType = headers.some(([name]) => name.toLowerCase() === 'content-type');
  return body === undefined || body.kind === 'multipart' || hasType ? [...headers] : [...headers, ['content-type', body.contentType]];
}

export function bodyOf(body: Body): string | FormData {
  if (body.kind !== 'multipart') return body.text;
  const form = new FormData();
  for (const [name, value] of body.fields) form.append(name, value);
  return form;
}

export function bodyShape(body: Body): Json {
  if (body.kind === 'multipart') return body.fields.map(([name, value]) => ({ name, value }));
  return body.kind === 'json' ? (JSON.parse(body.text) as Json) : body.text;
}
