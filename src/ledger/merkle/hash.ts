// The hashes of the tree (RFC 6962 section 2.1, RFC 9162 section 2.1.1). Pure.

/** 32 bytes of SHA-256. */
export type Hash = Uint8Array<ArrayBuffer>;

/** SHA-256(0x00 ‖ data). */
export function leafHash(data: Uint8Array): Promise<Hash> {
  return sha256([Uint8Array.of(0), data]);
}

/** SHA-256(0x01 ‖ left ‖ right). */
export function nodeHash(left: Hash, right: Hash): Promise<Hash> {
  return sha256([Uint8Array.of(1), left, right]);
}

/** The root of the tree without leaves: SHA-256 of nothing. */
export function emptyRoot(): Promise<Hash> {
  return sha256([]);
}

async function sha256(parts: readonly Uint8Array[]): Promise<Hash> {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', joined));
}
