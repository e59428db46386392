// A row as the wire shows it: JSON columns as JSON, and less of it for those who may only read the catalogue.
import { splitContent } from '../capability/docs.ts';
import type { Actor } from '../context.ts';
import type { DirectoryRow } from '../db/rows.ts';
import type { Json } from '../templates/parameters.ts';

export const JSON_COLUMNS = ['input_schema', 'output_schema', 'examples'] as const;

export type RowView = Record<string, Json>;

/** The whole row. PUT of this is a no-op. */
export function viewRow(row: DirectoryRow): RowView {
  return { ...row, ...Object.fromEntries(JSON_COLUMNS.map((column) => [column, jsonOf(row[column])])) };
}

/** The row without target, auth, payload and prompt; of a sensitive row also without examples. */
export function viewPublicRow(row: DirectoryRow): RowView {
  const { target: _target, auth: _auth, ...shown } = viewRow(row);
  const content = splitContent(row.content ?? '', row.type).docLines.join('\n');
  return { ...shown, content, ...(row.sensitive === 1 ? { examples: null } : {}) };
}

/** JSON text as JSON; text that is no JSON (an old row) as it stands. */
function jsonOf(text: string | null): Json {
  if (text === null) return null;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** The row as this caller may read it. */
export function viewFor(actor: Actor, row: DirectoryRow): RowView {
  return actor.kind === 'owner' ? viewRow(row) : viewPublicRow(row);
}
