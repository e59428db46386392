// From a stored row to what it means. Finds what keeps a row from running; what keeps it from being stored
// besides (documentation, schemas in depth, secrets) is hygiene.ts.
import type { DirectoryRow } from '../db/rows.ts';
import { fault } from '../errors.ts';
import { parseKey, type Key } from '../ids.ts';
import type { Json, JsonSchema } from '../templates/parameters.ts';
import { parseAuth } from './authForm.ts';
import { splitContent } from './docs.ts';
import { DEFAULT_TIMEOUT_MS, type AuthForm, type Docs, type FunctionCatalogue } from './model.ts';
import { parseAgent, parseFlow, parseFn, parseHttp } from './parseTypes.ts';
import type { CommonParts, Report, TypedParts } from './parts.ts';
import type { HygieneRule, RowProblem } from './rules.ts';

export interface ParsedRow extends TypedParts {
  readonly docs: Docs;
  readonly payload: string;
  readonly auth: AuthForm;
  /** Empty exactly where `capability` is set. */
  readonly problems: readonly RowProblem[];
}

/** Parses a row of any age. Never throws; `capability` is set where nothing keeps the row from running. */
export function parseRow(row: DirectoryRow, functions: FunctionCatalogue): ParsedRow {
  const problems: RowProblem[] = [];
  const report: Report = (rule, column, message, refusal) => problems.push({ rule, pointer: `/${column}`, message, refusal });
  const { docs, payload } = splitContent(row.content, row.type);
  if (row.content !== null && typeof row.content !== 'string') report('bad_template', 'content', 'holds bytes, not text');
  const key = parseKey(row.key);
  if (key === undefined || key !== row.key) report('bad_key', 'key', 'a key is 1 to 64 of A-Z, 0-9 and _, not beginning with a digit');
  if (!isKnownRunner(row)) report('bad_runner', 'runner', 'runner is edge or queue, and for flow rows also workflow');
  const auth = parseAuth(row.auth);
  if (!auth.ok) report('unknown_auth_prefix', 'auth', auth.message, fault('auth_unknown_prefix', { prefix: auth.prefix }));
  const common: CommonParts = {
    key: (key ?? row.key) as Key,
    version: row.version,
    row,
    docs,
    payload,
    inputSchema: readSchema(row, 'input_schema', 'invalid_input_schema', report),
    outputSchema: readSchema(row, 'output_schema', 'invalid_output_schema', report),
    examples: readExamples(row, report),
    timeoutMs: row.timeout_ms ?? DEFAULT_TIMEOUT_MS,
    auth: auth.ok ? auth.value : { kind: 'none' },
  };
  const typed = parseByType(common, functions, report);
  return { ...typed, capability: problems.length === 0 ? typed.capability : undefined, docs, payload, auth: common.auth, problems };
}

function parseByType(common: CommonParts, functions: FunctionCatalogue, report: Report): TypedParts {
  switch (common.row.type) {
    case 'fn':
      return parseFn(common, functions, report);
    case 'http':
      return parseHttp(common, report);
    case 'agent':
      return parseAgent(common, report);
    case 'flow':
      return parseFlow(common, report);
  }
}

function isKnownRunner(row: DirectoryRow): boolean {
  return (
    row.runner === null || row.runner === '' || row.runner === 'edge' || row.runner === 'queue' || (row.runner === 'workflow' && row.type === 'flow')
  );
}

function readSchema(row: DirectoryRow, column: 'input_schema' | 'output_schema', rule: HygieneRule, report: Report): JsonSchema | undefined {
  const text = row[column];
  if (text === null || text === '') return undefined;
  const value = tryJson(text);
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as JsonSchema;
  report(rule, column, 'must be a JSON Schema object');
  return undefined;
}

function readExamples(row: DirectoryRow, report: Report): Json[] {
  if (row.examples === null || row.examples === '') return [];
  const value = tryJson(row.examples);
  if (Array.isArray(value)) return value as Json[];
  report('bad_examples', 'examples', 'must be a JSON array of argument strings or objects');
  return [];
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
