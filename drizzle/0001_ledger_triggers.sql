-- The ledger only grows. UPDATE and DELETE abort; an insert must carry the next seq, which also stops
-- INSERT OR REPLACE, whose implicit delete fires no trigger.
CREATE TRIGGER ledger_no_update BEFORE UPDATE ON ledger
BEGIN
  SELECT RAISE(ABORT, 'ledger is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger
BEGIN
  SELECT RAISE(ABORT, 'ledger is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER ledger_next_seq BEFORE INSERT ON ledger
WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM ledger)
BEGIN
  SELECT RAISE(ABORT, 'ledger seq must be the next one');
END;
