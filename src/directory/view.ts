// A row as the wire shows it: JSON columns as JSON, and less of it for those who may only read the catalogue.
import { splitContent } from '../capability/docs.ts';
import { isDeeperThan } from '../capability/jsonDepth.ts';
import type { Actor } from '../context.ts';
import type { DirectoryRow } from '../db/rows.ts';
import type { Json } from '../templates/parameters.ts';
import { headOf } from './docLinesSql.ts';

export const JSON_COLUMNS = ['input_schema', 'output_schema', 'examples'] as const;

export type RowView = Record<string, Json>;

/** The whole row. PUT of this is a no-op. */
export function viewRow(row: DirectoryRow): RowView {
  return { ...row, ...Object.fromEntries(JSON_COLUMNS.map((column) => [column, jsonOf(row[column])])) };
}

/** The row without target, auth, payload and prompt; of a sensitive row also without examples. */
export function viewPublicRow(row: DirectoryRow): RowView {
  const { target: _target, auth: _auth, ...shown } = viewRow(row);
  return { ...shown, content: publicDocLines(row).join('\n'), ...(row.sensitive === 1 ? { examples: null } : {}) };
}

/** The doc lines; of a sensitive row without its examples, which may run over several lines. */
function publicDocLines({ content, type, sensitive }: DirectoryRow): string[] {
  let head: string | undefined;
  return splitContent(content, type).docLines.filter((line) => {
    head = headOf(line) ?? head;
    return sensitive !== 1 || head !== 'EX';
  });
}

/** More than any row that may be written has; deeper JSON could not be written into an answer. */
const DEPTH_MAX = 256;

/** JSON text as JSON; text that is no JSON, or too deep (an old row), as it stands. */
function jsonOf(text: string | null): Json {
  if (text === null) return null;
  try {
    const value = JSON.parse(text) as Json;
    return isDeeperThan(value, DEPTH_MAX) ? text : value;
  } catch {
    return text;
  }
}

/** The row as this caller may read it. */
export function viewFor(actor: Actor, row: DirectoryRow): RowView {
  return actor.kind === 'owner' ? viewRow(row) : viewPublicRow(row);
}
