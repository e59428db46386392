// The contract fingerprint: what tells whether the thing that would run has changed (receipts.md, "Claims").
import type { DirectoryRow, Effect } from '../db/rows.ts';
import type { Json, Parameter } from '../templates/parameters.ts';
import { canonicalJson } from './canonicalJson.ts';
import { isWellFormed } from '../templates/wellFormed.ts';
import type { Docs } from './model.ts';
import { includesOf } from './parseTypes.ts';
import { sha256Hex } from './sha256.ts';

/** Raised when the meaning of a member changes; a new column with its default changes no hash. */
const FORMAT = 1;

export interface ContractParts {
  readonly row: DirectoryRow;
  readonly docs: Docs;
  readonly payload: string;
  /** undefined where an old row has none that can be derived. */
  readonly signature?: readonly Parameter[];
  readonly effect: Effect;
}

/**
 * SHA-256, lower-case hex, over the RFC 8785 form of everything that decides what runs. Examples, rank and doc lines
 * other than WHAT leave it as it is. `blocks` holds the text of each included prompt block that exists.
 */
export async function contractHash(of: ContractParts, blocks: ReadonlyMap<string, string>): Promise<string> {
  return sha256Hex(canonicalJson(contractMembers(of, blocks)));
}

function contractMembers({ row, docs, payload, signature, effect }: ContractParts, blocks: ReadonlyMap<string, string>): Json {
  const members: Record<string, Json | undefined> = {
    v: FORMAT,
    key: row.key,
    type: row.type,
    runner: row.runner === 'edge' ? undefined : text(row.runner),
    category: text(row.category),
    target: text(row.target),
    what: text(docs.what),
    payload: text(payload),
    includes: includesOf(row).map((key) => ({ key, text: blocks.get(key) ?? null })),
    allowed_categories: text(row.allowed_categories),
    input_schema: schema(row.input_schema),
    output_schema: schema(row.output_schema),
    // Canonical JSON sorts properties: the order of parameters must stand in it as an array.
    signature: signature?.map(({ name, required, rest }) => ({ name, required, rest })),
    auth: text(row.auth),
    sensitive: row.sensitive === 1 ? 1 : undefined,
    owner_only: row.owner_only === 1 ? 1 : undefined,
    effect,
    timeout_ms: row.timeout_ms ?? undefined,
    enabled: row.enabled === 1 ? undefined : 0,
  };
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  ) as Json;
}

/** Text as a member. Ill-formed text (a row planted from elsewhere) must not make a row without a fingerprint. */
function text(value: string | null): string | undefined {
  return value === null || value === '' ? undefined : value.toWellFormed();
}

function schema(column: string | null): Json | undefined {
  if (column === null || column === '') return undefined;
  try {
    const value = JSON.parse(column) as Json;
    if (isWellFormed(value)) return value;
  } catch {
    // Not JSON: an old row; its text stands for it.
  }
  return column.toWellFormed();
}
