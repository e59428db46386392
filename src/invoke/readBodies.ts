import type { CallContext } from '../context.ts';
import { parseArtifactHash } from '../ids.ts';
import { getArtifact } from '../runners/artifacts.ts';

/** The text of a kept body, from beside the receipt or from the artifact store; null where none is kept. */
export async function readBodyText(ctx: CallContext, inline: string | null | undefined, artifact: string | null | undefined): Promise<string | null> {
  if (inline != null) return inline;
  const hash = artifact == null ? undefined : parseArtifactHash(artifact);
  if (hash === undefined) return null;
  const stored = await getArtifact(ctx.bindings.ARTIFACTS, hash);
  return stored.ok ? new Response(stored.value.body).text() : null;
}
