// What a writer should know of a write that is legal.
import { parseHttpTarget } from '../capability/target.ts';
import type { ParsedRow } from '../capability/parse.ts';
import type { DirectoryRow } from '../db/rows.ts';
import { scanSlots, type SlotUse } from '../templates/slots.ts';

/** What is legal and perhaps not meant: a credential's new origin, and slots that are no parameter. */
export function warningsFor(row: DirectoryRow, before: DirectoryRow | undefined, parsed: ParsedRow): string[] {
  return [...originWarnings(row, before), ...literalSlotWarnings(row, parsed)];
}

/** A credential does not move to another origin silently (S8). */
function originWarnings(row: DirectoryRow, before: DirectoryRow | undefined): string[] {
  if (before === undefined || row.type !== 'http') return [];
  const [former, present] = [originOf(before.target), originOf(row.target)];
  if (former === present || row.auth === null || row.auth === '') return [];
  return [`the origin changed from ${former} to ${present}: calls now send the credential of \`auth\` (${row.auth.slice(0, 80)}) there`];
}

/** `$2` without a `$1`, or a misspelt `$name`, goes out as it stands; so does the `$` of a price. */
function literalSlotWarnings(row: DirectoryRow, { capability, payload }: ParsedRow): string[] {
  if (capability === undefined || (row.type !== 'http' && row.type !== 'fn')) return [];
  const { signature } = capability;
  const isParameter = ({ index, name }: SlotUse) =>
    index === undefined ? signature.some((parameter) => parameter.name === name) : index >= 1 && index <= signature.length;
  const literal = [row.target ?? '', payload].flatMap(scanSlots).filter((use) => !isParameter(use));
  return [...new Set(literal.map(({ source }) => source.slice(0, 64)))]
    .slice(0, WARNINGS_MAX)
    .map((source) => `${source} is no parameter of this row and stays as it stands (write \\$ for a dollar)`);
}

const WARNINGS_MAX = 5;

function originOf(target: string | null): string {
  const parsed = parseHttpTarget(target);
  if (typeof parsed === 'string') return 'none';
  // The origin ends at the first slot: no slot can stand in it.
  const match = /^https?:\/\/[^/?#$`{]+/i.exec(parsed.kind === 'mcp' ? parsed.server : parsed.url);
  return match === null ? 'this service' : match[0].toLowerCase();
}
