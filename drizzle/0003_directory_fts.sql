-- The full-text index over directory_docs. Its words come ready made (folded, segmented, stemmed), so the tokenizer only
-- splits at white space. It holds no text of its own and can be made again:
--   INSERT INTO directory_fts(directory_fts) VALUES ('rebuild');
-- D1 cannot export virtual tables: drop this one before an export and create it again after it.
CREATE VIRTUAL TABLE directory_fts USING fts5(
  name, what, when_to_use, ask, aliases, args, category_words, learned,
  content='directory_docs', content_rowid='id', detail=column,
  tokenize="unicode61 remove_diacritics 0 categories 'L* N* M* Co'"
);
--> statement-breakpoint
CREATE TRIGGER directory_docs_insert AFTER INSERT ON directory_docs
BEGIN
  INSERT INTO directory_fts(rowid, name, what, when_to_use, ask, aliases, args, category_words, learned)
  VALUES (NEW.id, NEW.name, NEW.what, NEW.when_to_use, NEW.ask, NEW.aliases, NEW.args, NEW.category_words, NEW.learned);
  INSERT INTO directory_words(word, rows) SELECT value, 1 FROM json_each(NEW.words) WHERE true
  ON CONFLICT(word) DO UPDATE SET rows = rows + 1;
END;
--> statement-breakpoint
CREATE TRIGGER directory_docs_delete AFTER DELETE ON directory_docs
BEGIN
  INSERT INTO directory_fts(directory_fts, rowid, name, what, when_to_use, ask, aliases, args, category_words, learned)
  VALUES ('delete', OLD.id, OLD.name, OLD.what, OLD.when_to_use, OLD.ask, OLD.aliases, OLD.args, OLD.category_words, OLD.learned);
  UPDATE directory_words SET rows = rows - 1 WHERE word IN (SELECT value FROM json_each(OLD.words));
  DELETE FROM directory_words WHERE rows < 1 AND word IN (SELECT value FROM json_each(OLD.words));
END;
--> statement-breakpoint
CREATE TRIGGER directory_docs_update AFTER UPDATE ON directory_docs
BEGIN
  INSERT INTO directory_fts(directory_fts, rowid, name, what, when_to_use, ask, aliases, args, category_words, learned)
  VALUES ('delete', OLD.id, OLD.name, OLD.what, OLD.when_to_use, OLD.ask, OLD.aliases, OLD.args, OLD.category_words, OLD.learned);
  INSERT INTO directory_fts(rowid, name, what, when_to_use, ask, aliases, args, category_words, learned)
  VALUES (NEW.id, NEW.name, NEW.what, NEW.when_to_use, NEW.ask, NEW.aliases, NEW.args, NEW.category_words, NEW.learned);
END;
--> statement-breakpoint
CREATE TRIGGER directory_docs_update_words AFTER UPDATE OF words ON directory_docs WHEN NEW.words <> OLD.words
BEGIN
  UPDATE directory_words SET rows = rows - 1 WHERE word IN (SELECT value FROM json_each(OLD.words));
  INSERT INTO directory_words(word, rows) SELECT value, 1 FROM json_each(NEW.words) WHERE true
  ON CONFLICT(word) DO UPDATE SET rows = rows + 1;
  DELETE FROM directory_words WHERE rows < 1 AND word IN (SELECT value FROM json_each(OLD.words));
END;
