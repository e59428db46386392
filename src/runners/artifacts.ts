// The artifact store: large and binary results on R2, each under the SHA-256 of its bytes.
import { sha256Hex } from '../capability/sha256.ts';
import { err, fault, ok, type Result } from '../errors.ts';
import { parseArtifactHash, type ArtifactHash } from '../ids.ts';
import { parseRange, type ByteRange } from './byteRange.ts';
import { safeContentType } from './contentType.ts';

const BINDING = 'ARTIFACTS';

export interface StoredArtifact {
  readonly hash: ArtifactHash;
  readonly bytes: number;
  readonly content_type: string;
}

export interface Artifact {
  readonly hash: ArtifactHash;
  readonly body: ReadableStream;
  /** Bytes of the whole artifact, also where `range` gives only a part. */
  readonly size: number;
  readonly contentType: string;
  readonly range?: ByteRange;
}

/**
 * Stores bytes under their hash; durable once it returns. Idempotent: bytes that are stored already stay as they are,
 * with the content type they came with first. Faults: artifact_store_missing, storage_unavailable.
 */
export async function putArtifact(bucket: R2Bucket | undefined, bytes: Uint8Array, contentType: string): Promise<Result<StoredArtifact>> {
  if (bucket === undefined) return err(fault('artifact_store_missing', { name: BINDING }));
  const sha256 = await sha256Hex(bytes);
  const hash = parseArtifactHash(sha256);
  if (hash === undefined) throw new TypeError('a SHA-256 is an artifact hash');
  const type = safeContentType(contentType);
  try {
    // R2 checks the bytes against the hash, and keeps what is there: null says that it was there.
    const put = await bucket.put(hash, bytes, { httpMetadata: { contentType: type }, sha256, onlyIf: { etagDoesNotMatch: '*' } });
    const stored = put ?? (await bucket.head(hash));
    return ok({ hash, bytes: bytes.length, content_type: safeContentType(stored?.httpMetadata?.contentType ?? type) });
  } catch {
    return err(fault('storage_unavailable'));
  }
}

/**
 * Reads an artifact, or the part that a Range header asks for (RFC 9110 section 14). Faults: artifact_store_missing,
 * unknown_artifact, range_not_satisfiable with the size, storage_unavailable.
 */
export async function getArtifact(bucket: R2Bucket | undefined, hash: ArtifactHash, rangeHeader?: string | null): Promise<Result<Artifact>> {
  if (bucket === undefined) return err(fault('artifact_store_missing', { name: BINDING }));
  try {
    const head = await bucket.head(hash);
    if (head === null) return err(fault('unknown_artifact'));
    const range = parseRange(rangeHeader ?? '', head.size);
    if (range === 'unsatisfiable') return err(fault('range_not_satisfiable', { size: head.size }));
    const object = await bucket.get(hash, range === undefined ? {} : { range: { offset: range.start, length: range.end - range.start + 1 } });
    if (object === null) return err(fault('unknown_artifact'));
    const contentType = safeContentType(head.httpMetadata?.contentType ?? '');
    return ok({ hash, body: object.body, size: head.size, contentType, ...(range === undefined ? {} : { range }) });
  } catch {
    return err(fault('storage_unavailable'));
  }
}

/**
 * The headers under which an artifact may leave: whatever its bytes are, no browser runs them in this origin, and no
 * cache keeps what needs a credential. With a range the answer is 206, else 200.
 */
export function artifactHeaders({ hash, size, contentType, range }: Omit<Artifact, 'body'>): Record<string, string> {
  return {
    'content-type': safeContentType(contentType),
    'content-length': String(range === undefined ? size : range.end - range.start + 1),
    ...(range === undefined ? {} : { 'content-range': `bytes ${range.start}-${range.end}/${size}` }),
    'accept-ranges': 'bytes',
    etag: `"${hash}"`,
    'cache-control': 'private, no-store',
    'content-disposition': `attachment; filename="${hash}"`,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  };
}
