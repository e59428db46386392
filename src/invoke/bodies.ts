// Where the bodies of a receipt are kept: small ones beside it, larger ones in the artifact store by hash.
import type { CallContext } from '../context.ts';
import { putArtifact } from '../runners/artifacts.ts';

/** Bytes of UTF-8 up to which a body stands in the database. */
export const INLINE_BYTES_MAX = 16_384;
/** Without an artifact store larger bodies stay in the database as far as D1 takes them. */
const INLINE_BYTES_WITHOUT_STORE_MAX = 500_000;

export interface PlacedBody {
  readonly inline: string | null;
  readonly artifact: string | null;
}

/** Stores a body; both members are null where there is nowhere to keep it (the receipt and its proof do not need it). */
export async function placeBody(ctx: CallContext, text: string | null, contentType: string): Promise<PlacedBody> {
  if (text === null) return { inline: null, artifact: null };
  // UTF-8 takes at most three bytes for each UTF-16 unit: short texts need not be encoded to be measured.
  if (text.length * 3 <= INLINE_BYTES_MAX) return { inline: text, artifact: null };
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= INLINE_BYTES_MAX) return { inline: text, artifact: null };
  const stored = await putArtifact(ctx.bindings.ARTIFACTS, bytes, contentType);
  if (stored.ok) return { inline: null, artifact: stored.value.hash };
  return { inline: bytes.length <= INLINE_BYTES_WITHOUT_STORE_MAX ? text : null, artifact: null };
}
