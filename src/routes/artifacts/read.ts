import { z } from 'zod';
import { refusalOf } from '../../auth/permit.ts';
import { err, fault, ok } from '../../errors.ts';
import { operation } from '../../http/operation.ts';
import { parseArtifactHash } from '../../ids.ts';
import { artifactHeaders, getArtifact } from '../../runners/artifacts.ts';

export const readArtifactOperation = operation({
  method: 'get',
  path: '/api/artifacts/{hash}',
  operationId: 'readArtifact',
  tag: 'receipts',
  access: 'key',
  summary: 'Read a large or binary result',
  description: 'The bytes whose SHA-256 is the hash; ranges are honoured (206).',
  params: z.strictObject({ hash: z.string().meta({ description: 'SHA-256 of the bytes, in hex.', example: 'a'.repeat(64) }) }),
  headers: z.object({ range: z.string().max(200).optional().meta({ description: 'One range of bytes (RFC 9110).', example: 'bytes=0-99' }) }),
  answers: {
    200: { description: 'The whole.', text: { '*/*': '' }, headers: ['accept-ranges', 'etag'] },
    206: { description: 'The asked range.', text: { '*/*': '' }, headers: ['content-range', 'accept-ranges', 'etag'] },
  },
  faults: ['unknown_artifact', 'range_not_satisfiable', 'artifact_store_missing', 'storage_unavailable'],
  async handle(ctx, { params, headers }) {
    const refusal = refusalOf(ctx, 'audit');
    if (refusal !== undefined) return err(refusal);
    const hash = parseArtifactHash(params.hash);
    if (hash === undefined) return err(fault('unknown_artifact'));
    const artifact = await getArtifact(ctx.bindings.ARTIFACTS, hash, headers.range);
    if (!artifact.ok) return artifact;
    return ok(
      new Response(artifact.value.body, { status: artifact.value.range === undefined ? 200 : 206, headers: artifactHeaders(artifact.value) }),
    );
  },
});
