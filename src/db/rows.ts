// Row types, and the zod schemas derived from the tables (drizzle-zod is used here alone).
import { createSelectSchema } from 'drizzle-zod';
import type { CAPABILITY_TYPES, EFFECTS, LEDGER_KINDS, RECEIPT_STATUSES } from './schema.ts';
import { directory, type directoryDocs, type receiptBodies, type receipts } from './schema.ts';

export type DirectoryRow = typeof directory.$inferSelect;
/** The searched words of a row as they are written; what was learned is not written with them. */
export type SearchDocs = Omit<typeof directoryDocs.$inferInsert, 'id' | 'learned'>;
/** The same as ranking reads them. */
export type Searched = Pick<
  typeof directoryDocs.$inferSelect,
  'name' | 'what' | 'when_to_use' | 'ask' | 'aliases' | 'args' | 'category_words' | 'learned' | 'planner_rank' | 'required_args'
>;
export type ReceiptRow = typeof receipts.$inferSelect;
export type ReceiptBodyRow = typeof receiptBodies.$inferSelect;

export type CapabilityType = (typeof CAPABILITY_TYPES)[number];
export type Effect = (typeof EFFECTS)[number];
export type ReceiptStatus = (typeof RECEIPT_STATUSES)[number];
export type LedgerKind = (typeof LEDGER_KINDS)[number];

export const directoryRowSchema = createSelectSchema(directory);
