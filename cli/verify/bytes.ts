// Bytes and their spellings. Pure.

export type Bytes = Uint8Array<ArrayBuffer>;

export function utf8(text: string): Bytes {
  return new Uint8Array(new TextEncoder().encode(text));
}

export function concat(...parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

export async function sha256(...parts: readonly Uint8Array[]): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', concat(...parts)));
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** undefined for a text that is no lower-case hex of so many bytes. */
export function fromHex(text: unknown, length: number): Bytes | undefined {
  if (typeof text !== 'string' || text.length !== length * 2 || !/^[0-9a-f]*$/.test(text)) return undefined;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Standard base64 with padding (RFC 4648 section 4), in its one spelling; undefined for another text. */
export function fromBase64(text: string): Bytes | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
    return btoa(String.fromCharCode(...bytes)) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** base64url without padding (RFC 4648 section 5), in its one spelling; undefined for another text. */
export function fromBase64url(text: string): Bytes | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return undefined;
  return fromBase64(
    text
      .replaceAll('-', '+')
      .replaceAll('_', '/')
      .padEnd(Math.ceil(text.length / 4) * 4, '='),
  );
}

export function toBase64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
