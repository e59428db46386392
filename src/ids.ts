// Branded identifiers and their parsers. An id that has not been through its parser does not type-check.
// Pure but for the randomness of the makers.

declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** The key of a row: `^[A-Z_][A-Z0-9_]{0,63}$`. */
export type Key = Branded<'Key'>;
/** `inv_` and 128 random bits in lower-case hex; public, so it must not be guessable. */
export type InvocationId = Branded<'InvocationId'>;
/** 32 lower-case hex digits, as W3C Trace Context names them; shared by all that one request caused. */
export type TraceId = Branded<'TraceId'>;
/** `ask_` and 64 random bits in lower-case hex: a question that resolve answered. */
export type AskId = Branded<'AskId'>;
/** SHA-256 of an artifact's bytes, 64 lower-case hex digits. */
export type ArtifactHash = Branded<'ArtifactHash'>;

export const KEY_PATTERN = /^[A-Z_][A-Z0-9_]{0,63}$/;
const INVOCATION_ID_PATTERN = /^inv_[0-9a-f]{32}$/;
export const ASK_ID_PATTERN = /^ask_[0-9a-f]{16}$/;
const HASH_PATTERN = /^[0-9a-f]{64}$/;

/** Parses a key in any case; undefined where no key can have that name. */
export function parseKey(text: string): Key | undefined {
  const folded = text.toUpperCase();
  // toUpperCase also folds letters outside ASCII (ſ to S): a name is a key only if it was ASCII before.
  return KEY_PATTERN.test(folded) && /^[\x21-\x7e]*$/.test(text) ? (folded as Key) : undefined;
}

export function parseInvocationId(text: string): InvocationId | undefined {
  return INVOCATION_ID_PATTERN.test(text) ? (text as InvocationId) : undefined;
}

export function parseArtifactHash(text: string): ArtifactHash | undefined {
  return HASH_PATTERN.test(text) ? (text as ArtifactHash) : undefined;
}

export function newInvocationId(): InvocationId {
  return `inv_${randomHex(16)}` as InvocationId;
}

export function newAskId(): AskId {
  return `ask_${randomHex(8)}` as AskId;
}

export function newTraceId(): TraceId {
  return randomHex(16) as TraceId;
}

/** A span id of a traceparent header (W3C Trace Context, 8 bytes). */
export function newSpanId(): string {
  return randomHex(8);
}

export function newRequestId(): string {
  return `req_${randomHex(12)}`;
}

export function randomHex(bytes: number): string {
  return toHex(crypto.getRandomValues(new Uint8Array(bytes)));
}

const HEX_BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function toHex(bytes: Uint8Array): string {
  let hex = '';
  for (const byte of bytes) hex += HEX_BYTES[byte] ?? '';
  return hex;
}

/** The bytes of an even number of hex digits; throws TypeError for another text. */
export function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  if (!/^(?:[0-9a-f]{2})*$/i.test(hex)) throw new TypeError('no hex');
  const bytes = new Uint8Array(hex.length / 2);
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16);
  return bytes;
}
