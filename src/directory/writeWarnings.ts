// What a writer should know of a write that is legal.
import { parseHttpTarget } from '../capability/target.ts';
import type { DirectoryRow } from '../db/rows.ts';

/** A credential does not move to another origin silently (S8). */
export function warningsFor(row: DirectoryRow, before: DirectoryRow | undefined): string[] {
  if (before === undefined || row.type !== 'http') return [];
  const [former, present] = [originOf(before.target), originOf(row.target)];
  if (former === present || row.auth === null || row.auth === '') return [];
  return [`the origin changed from ${former} to ${present}: calls now send the credential of \`auth\` (${row.auth.slice(0, 80)}) there`];
}

function originOf(target: string | null): string {
  const parsed = parseHttpTarget(target);
  if (typeof parsed === 'string') return 'none';
  // The origin ends at the first slot: no slot can stand in it.
  const match = /^https?:\/\/[^/?#$`{]+/i.exec(parsed.kind === 'mcp' ? parsed.server : parsed.url);
  return match === null ? 'this service' : match[0].toLowerCase();
}
