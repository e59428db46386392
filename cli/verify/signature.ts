// The signature of a receipt: a detached JWS (RFC 7515 appendix F) over the RFC 8785 bytes of the claims.
import { fromBase64url, toBase64url, utf8 } from './bytes.ts';
import { canonicalJson, type Json } from './canonicalJson.ts';
import { isSignedBy, type Keys } from './keys.ts';
import { Contradiction, Undecided } from './verdict.ts';

const TYPE = 'rowcall-receipt+jws';

/** Throws where the claims are not signed by a trusted key. The message itself names no key but by its kid. */
export async function checkSignature(claims: Json, jws: unknown, keys: Keys): Promise<void> {
  const [head = '', middle, mark = '', ...more] = typeof jws === 'string' ? jws.split('.') : [];
  const header = headerOf(head);
  const signature = fromBase64url(mark);
  if (header === undefined || middle !== '' || signature?.length !== 64 || more.length > 0)
    throw new Contradiction('The signature of the receipt is none of this service: it is damaged, or of another form.');
  if (keys.receipts.length === 0) throw new Undecided('There is no key to check the receipt with: give the JWKS of the service by --keys.');
  const key = keys.receipts.find(({ kid }) => kid === header.kid);
  if (key === undefined) throw new Contradiction('The receipt is signed by a key that is not among the trusted ones.');
  if (!(await isSignedBy(key.bytes, signature, utf8(`${head}.${toBase64url(utf8(canonicalJson(claims)))}`))))
    throw new Contradiction('The signature is not over these claims: they were changed, or it is of another receipt.');
}

/** Exactly the three members that the service writes: nothing that brings a key along is heeded. */
function headerOf(head: string): { readonly kid: string } | undefined {
  try {
    const header = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(fromBase64url(head))) as Record<string, unknown>;
    const names = Object.keys(header).toSorted().join();
    const { alg, kid, typ } = header;
    return names === 'alg,kid,typ' && alg === 'Ed25519' && typ === TYPE && typeof kid === 'string' ? { kid } : undefined;
  } catch {
    return undefined;
  }
}
