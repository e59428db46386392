// The tables. An `as const` tuple here feeds the column's enum and, through rows.ts, every zod enum.
import { sql } from 'drizzle-orm';
import { blob, check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const CAPABILITY_TYPES = ['fn', 'http', 'agent', 'flow'] as const;
/** From harmless to harmful: the order is used to compare. */
export const EFFECTS = ['read', 'write', 'destructive'] as const;
export const RECEIPT_STATUSES = [
  'RUNNING',
  'QUEUED',
  'PROVEN_MATERIAL_RESULT',
  'PROVEN_EMPTY_RESULT',
  'PROVEN_FAILURE',
  'REFUSED',
  'UNKNOWN_OUTCOME',
] as const;
export const LEDGER_KINDS = ['INTENT', 'INVOKE', 'DIRECTORY_MUTATE', 'BLOCK_MUTATE', 'PIN_MUTATE', 'ERASED', 'CHECKPOINT_KEY', 'REOPENED'] as const;

const SQL_NOW = sql`(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`;

/** One row is the whole contract of one capability. JSON columns hold JSON text; 0/1 columns are checked at the edge. */
export const directory = sqliteTable(
  'directory',
  {
    key: text('key').primaryKey(),
    type: text('type', { enum: CAPABILITY_TYPES }).notNull(),
    target: text('target'),
    auth: text('auth'),
    content: text('content'),
    category: text('category'),
    allowed_categories: text('allowed_categories'),
    seq: integer('seq'),
    enabled: integer('enabled').notNull().default(1),
    planner_visible: integer('planner_visible').notNull().default(1),
    planner_rank: integer('planner_rank').notNull().default(100),
    input_schema: text('input_schema'),
    examples: text('examples'),
    sensitive: integer('sensitive').notNull().default(0),
    runner: text('runner'),
    includes: text('includes'),
    output_schema: text('output_schema'),
    effect: text('effect', { enum: EFFECTS }),
    timeout_ms: integer('timeout_ms'),
    owner_only: integer('owner_only').notNull().default(0),
    created_at: text('created_at').notNull().default(SQL_NOW),
    updated_at: text('updated_at').notNull().default(SQL_NOW),
    version: integer('version').notNull().default(1),
    contract_hash: text('contract_hash').notNull().default(''),
  },
  (t) => [
    check('directory_type', sql`${t.type} in ('fn', 'http', 'agent', 'flow')`),
    check('directory_effect', sql`${t.effect} in ('read', 'write', 'destructive')`),
    index('directory_order').on(sql`${t.seq} is null`, t.seq, t.planner_rank, t.key),
    index('directory_category').on(t.category, t.key),
  ],
);

/** The former row of each write, by its version. (key, version) is what makes a concurrent write lose. */
export const directoryHistory = sqliteTable(
  'directory_history',
  {
    key: text('key').notNull(),
    version: integer('version').notNull(),
    /** The row as it was, as JSON in the form that GET gives. */
    row: text('row').notNull(),
    /** Who replaced or deleted it, and when. */
    actor: text('actor').notNull(),
    at: text('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.version] })],
);

/**
 * What resolve searches, for each row that it may find (enabled, planner-visible): words ready for the index
 * (capability/searchDocs.ts), written in the batch that writes the row. Triggers (drizzle/0003) carry them into the FTS5
 * table `directory_fts` and count them in `directory_words`; both can be made again from here.
 */
export const directoryDocs = sqliteTable('directory_docs', {
  id: integer('id').primaryKey(),
  key: text('key').notNull().unique(),
  /** The version of the row that these words were made of, and the version of the way they were made. */
  version: integer('version').notNull(),
  analyzer: integer('analyzer').notNull(),
  /** What is indexed. `ask` and `learned` hold one question a line. */
  name: text('name').notNull(),
  what: text('what').notNull(),
  when_to_use: text('when_to_use').notNull(),
  ask: text('ask').notNull(),
  aliases: text('aliases').notNull(),
  args: text('args').notNull(),
  category_words: text('category_words').notNull(),
  /** Questions after which a caller invoked this row, the last one first. */
  learned: text('learned').notNull().default(''),
  /** JSON array of the different words in the above but `learned`; none of a row that only the owner sees. */
  words: text('words').notNull(),
  /** What ranking and filters need of the row. */
  category: text('category'),
  owner_only: integer('owner_only').notNull(),
  planner_rank: integer('planner_rank').notNull(),
  /** How many arguments a call must have. */
  required_args: integer('required_args').notNull(),
});

/** In how many rows each word occurs. */
export const directoryWords = sqliteTable('directory_words', { word: text('word').primaryKey(), rows: integer('rows').notNull() });

/** Questions with a fixed answer: `words` is the phrase as it is compared, `phrase` as it was written. */
export const pins = sqliteTable('pins', {
  words: text('words').primaryKey(),
  phrase: text('phrase').notNull(),
  key: text('key').notNull(),
});

/** Questions asked of late, so that an invocation that names one can teach resolve. Kept for a day. */
export const asks = sqliteTable('asks', { id: text('id').primaryKey(), words: text('words').notNull(), at: text('at').notNull() }, (t) => [
  index('asks_at').on(t.at),
]);

/** Shared pieces of agent prompts, named in `includes`. */
export const promptBlocks = sqliteTable('prompt_blocks', {
  key: text('key').primaryKey(),
  content: text('content').notNull(),
  updated_at: text('updated_at').notNull(),
});

/**
 * Append-only. `seq` counts from 1 and is the only unique constraint: an INSERT OR REPLACE through a second one
 * would delete rows past every trigger. Triggers (drizzle/0001) abort UPDATE and DELETE and refuse a gap.
 */
export const ledger = sqliteTable('ledger', {
  seq: integer('seq').primaryKey(),
  kind: text('kind', { enum: LEDGER_KINDS }).notNull(),
  subject: text('subject').notNull(),
  at: text('at').notNull(),
  /** RFC 8785 bytes of the payload. */
  payload: text('payload').notNull(),
});

/**
 * The Merkle tree over the ledger: each full subtree by its level and its index there, written in the batch that writes
 * the entry which completes it. Triggers (drizzle/0004) abort UPDATE and DELETE and refuse a gap.
 */
export const ledgerNodes = sqliteTable(
  'ledger_nodes',
  {
    level: integer('level').notNull(),
    idx: integer('idx').notNull(),
    /** 32 bytes. */
    hash: blob('hash', { mode: 'buffer' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.level, t.idx] })],
);

/** An index over the ledger's INTENT and INVOKE entries; it can be rebuilt from them. */
export const receipts = sqliteTable(
  'receipts',
  {
    id: text('id').primaryKey(),
    /** The ledger entry that holds the present claims: INTENT while RUNNING, then INVOKE. */
    seq: integer('seq').notNull(),
    key: text('key').notNull(),
    actor: text('actor').notNull(),
    status: text('status', { enum: RECEIPT_STATUSES }).notNull(),
    trace: text('trace').notNull(),
    parent: text('parent'),
    started_at: text('started_at').notNull(),
    /** Detached JWS over the claims; null until they stand. */
    signature: text('signature'),
    /** The receipt that this call repairs, or runs again. */
    repairs: text('repairs'),
    replays: text('replays'),
    idempotency_key: text('idempotency_key'),
    /** When whoever runs it has given up or died, or a queued call is to be woken again; null once it is settled. */
    deadline: text('deadline'),
  },
  (t) => [
    index('receipts_repairs')
      .on(t.repairs)
      .where(sql`${t.repairs} IS NOT NULL`),
    index('receipts_deadline')
      .on(t.deadline)
      .where(sql`${t.deadline} IS NOT NULL`),
    index('receipts_key').on(t.key, t.started_at),
    index('receipts_started').on(t.started_at),
    index('receipts_trace').on(t.trace),
    index('receipts_parent').on(t.parent),
  ],
);

/** What went in and came out, kept beside the receipt so that it can be erased without touching the proof. */
export const receiptBodies = sqliteTable('receipt_bodies', {
  id: text('id').primaryKey(),
  /** RFC 8785 text of the mapped arguments; null where a refusal came before they were mapped. */
  input: text('input'),
  input_artifact: text('input_artifact'),
  /** The runner's string form, whose bytes the output fingerprint covers. */
  output: text('output'),
  output_artifact: text('output_artifact'),
  /** 1 where typed routes answer the output as `data`, 0 where as text. */
  output_is_json: integer('output_is_json').notNull().default(0),
  /** 16 random bytes in hex. */
  salt: text('salt').notNull(),
  upstream_status: integer('upstream_status'),
  warnings: text('warnings'),
});

/** Which invocation an idempotency key stands for; the key is the caller's own, so it counts for that caller alone. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    actor: text('actor').notNull(),
    key: text('key').notNull(),
    /** SHA-256 of the row's key and the mapped arguments: the same key for something else is refused. */
    hash: text('hash').notNull(),
    invocation: text('invocation').notNull(),
    at: text('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.actor, t.key] }), index('idempotency_keys_at').on(t.at)],
);

/** Never holds a row: an insert that its CHECK refuses rolls the whole batch back (see db/assert.ts). */
export const batchAssertions = sqliteTable('batch_assertions', { held: integer('held').notNull() }, (t) => [
  check('batch_assertion_failed', sql`${t.held} = 1`),
]);
