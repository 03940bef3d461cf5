-- Translations of comments by the operator's translator, once for each language (`docs/decisions/0016-translation.md`).
CREATE TABLE comment_translation (
  comment_id TEXT NOT NULL REFERENCES comment (id) ON DELETE CASCADE,
  language TEXT NOT NULL,
  text TEXT NOT NULL,
  -- Which translator made it.
  translator TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (comment_id, language)
) WITHOUT ROWID;

-- Only a visible comment has translations. One that is shown again is translated again when somebody asks.
CREATE TRIGGER comment_translation_unshown AFTER UPDATE OF text, deleted_at, hidden_at ON comment
  WHEN NEW.text <> OLD.text OR NEW.deleted_at IS NOT NULL OR NEW.hidden_at IS NOT NULL BEGIN
  DELETE FROM comment_translation WHERE comment_id = NEW.id;
END;

-- Characters that were sent to the translator on a Tokyo day.
CREATE TABLE translated_day (
  day TEXT PRIMARY KEY NOT NULL,
  characters INTEGER NOT NULL
) WITHOUT ROWID;
