CREATE TABLE `idempotency_keys` (
	`actor` text NOT NULL,
	`key` text NOT NULL,
	`hash` text NOT NULL,
	`invocation` text NOT NULL,
	`at` text NOT NULL,
	PRIMARY KEY(`actor`, `key`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_at` ON `idempotency_keys` (`at`);--> statement-breakpoint
CREATE TABLE `ledger_nodes` (
	`level` integer NOT NULL,
	`idx` integer NOT NULL,
	`hash` blob NOT NULL,
	PRIMARY KEY(`level`, `idx`)
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `receipts` ADD `signature` text;--> statement-breakpoint
ALTER TABLE `receipts` ADD `repairs` text;--> statement-breakpoint
ALTER TABLE `receipts` ADD `replays` text;--> statement-breakpoint
ALTER TABLE `receipts` ADD `idempotency_key` text;--> statement-breakpoint
ALTER TABLE `receipts` ADD `deadline` text;--> statement-breakpoint
CREATE INDEX `receipts_repairs` ON `receipts` (`repairs`) WHERE "receipts"."repairs" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `receipts_deadline` ON `receipts` (`deadline`) WHERE "receipts"."deadline" IS NOT NULL;--> statement-breakpoint
-- The tree only grows, like the ledger: an insert must carry the next index of its level, which also stops INSERT OR REPLACE.
CREATE TRIGGER ledger_nodes_no_update BEFORE UPDATE ON ledger_nodes
BEGIN
  SELECT RAISE(ABORT, 'ledger_nodes is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER ledger_nodes_no_delete BEFORE DELETE ON ledger_nodes
BEGIN
  SELECT RAISE(ABORT, 'ledger_nodes is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER ledger_nodes_next BEFORE INSERT ON ledger_nodes
WHEN NEW.idx IS NOT (SELECT coalesce(max(idx), -1) + 1 FROM ledger_nodes WHERE level = NEW.level)
BEGIN
  SELECT RAISE(ABORT, 'ledger_nodes must hold the next node of the level');
END;
