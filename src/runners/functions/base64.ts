// Base64 with padding (RFC 4648 section 4). Pure.

/** Characters of one fromCharCode call: a spread argument list has a limit. */
const STEP_BYTES = 8192;

export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += STEP_BYTES) binary += String.fromCharCode(...bytes.subarray(at, at + STEP_BYTES));
  return btoa(binary);
}

/** The bytes; undefined where the text is not base64. White space is ignored. */
export function fromBase64(encoded: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
