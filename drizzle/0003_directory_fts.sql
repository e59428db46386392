-- The full-text index over directory_docs. Its words come ready made (folded, segmented, stemmed), so the tokenizer only
-- splits at spaces. It holds no text of its own and can be made again:
--   INSERT INTO directory_fts(directory_fts) VALUES ('rebuild');
-- D1 cannot export virtual tables: drop this one before an export, and run this file's statements after the import.
CREATE VIRTUAL TABLE directory_fts USING fts5(
  name, what, when_to_use, ask, aliases, args, category, learned,
  content='directory_docs', content_rowid='id', detail=column,
  tokenize="unicode61 remove_diacritics 0 categories 'L* N* M* Co'"
);
--> statement-breakpoint
-- How many rows hold a word.
CREATE VIRTUAL TABLE directory_terms USING fts5vocab('directory_fts', 'row');
--> statement-breakpoint
CREATE TRIGGER directory_docs_insert AFTER INSERT ON directory_docs
BEGIN
  INSERT INTO directory_fts(rowid, name, what, when_to_use, ask, aliases, args, category, learned)
  VALUES (NEW.id, NEW.name, NEW.what, NEW.when_to_use, NEW.ask, NEW.aliases, NEW.args, NEW.category, NEW.learned);
END;
--> statement-breakpoint
CREATE TRIGGER directory_docs_delete AFTER DELETE ON directory_docs
BEGIN
  INSERT INTO directory_fts(directory_fts, rowid, name, what, when_to_use, ask, aliases, args, category, learned)
  VALUES ('delete', OLD.id, OLD.name, OLD.what, OLD.when_to_use, OLD.ask, OLD.aliases, OLD.args, OLD.category, OLD.learned);
END;
--> statement-breakpoint
CREATE TRIGGER directory_docs_update AFTER UPDATE ON directory_docs
BEGIN
  INSERT INTO directory_fts(directory_fts, rowid, name, what, when_to_use, ask, aliases, args, category, learned)
  VALUES ('delete', OLD.id, OLD.name, OLD.what, OLD.when_to_use, OLD.ask, OLD.aliases, OLD.args, OLD.category, OLD.learned);
  INSERT INTO directory_fts(rowid, name, what, when_to_use, ask, aliases, args, category, learned)
  VALUES (NEW.id, NEW.name, NEW.what, NEW.when_to_use, NEW.ask, NEW.aliases, NEW.args, NEW.category, NEW.learned);
END;
