// Reads a response while it streams, up to a limit of decompressed bytes and for as long as the signal allows.

export type BodyRead =
  | { readonly ok: true; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly ok: false; readonly why: 'too_large' | 'lost' | 'aborted' };

/**
 * The whole body, or why there is none. The stream is cancelled as soon as one byte too many has come, so a bomb is never
 * held; `aborted` comes promptly even where the stream itself does not listen to the signal. Never throws.
 */
export async function readBody(response: Response, bytesMax: number, signal: AbortSignal): Promise<BodyRead> {
  if (response.body === null) return { ok: true, bytes: new Uint8Array() };
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await unlessAborted(reader.read(), signal);
      if (done) break;
      length += value.length;
      if (length > bytesMax) return fail(reader, 'too_large');
      chunks.push(value);
    }
  } catch {
    return fail(reader, signal.aborted ? 'aborted' : 'lost');
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return { ok: true, bytes };
}

/** The promise, or a rejection as soon as the signal aborts, whether or not the promise listens to it. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Lets the connection go; not awaited, since a hanging upstream may never confirm it. */
function fail(reader: ReadableStreamDefaultReader<Uint8Array>, why: 'too_large' | 'lost' | 'aborted'): BodyRead {
  reader.cancel().catch(() => undefined);
  return { ok: false, why };
}
