import type { DirectoryRow } from '../../src/db/rows.ts';

/** A row as it is stored with nothing but a key, a type and a target, for tests of pure modules. */
export const EMPTY_ROW: DirectoryRow = {
  key: 'KEY',
  type: 'http',
  target: 'POST https://tools.example/x',
  auth: null,
  content: null,
  category: null,
  allowed_categories: null,
  seq: null,
  enabled: 1,
  planner_visible: 1,
  planner_rank: 100,
  input_schema: null,
  examples: null,
  sensitive: 0,
  runner: null,
  includes: null,
  output_schema: null,
  effect: null,
  timeout_ms: null,
  owner_only: 0,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  version: 1,
  contract_hash: '',
};
