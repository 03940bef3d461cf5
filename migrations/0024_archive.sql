-- Posts of closed days in other databases.

-- The number of the archive that a question's posts move to, NULL while all of them are here.
ALTER TABLE question ADD COLUMN archive INTEGER;
-- The posts of everybody whose last one on the question has at most this `seq` are there, with few exceptions.
ALTER TABLE question ADD COLUMN archived_seq INTEGER;
CREATE INDEX question_unarchived ON question (preview_at) WHERE archive IS NULL;

-- One row: the run that moves posts. Only the newest token may write.
CREATE TABLE archive_move (
  id INTEGER PRIMARY KEY NOT NULL,
  token INTEGER NOT NULL,
  leased_until INTEGER NOT NULL,
  -- The question whose posts are being moved.
  question_id TEXT
);
INSERT INTO archive_move (id, token, leased_until) VALUES (1, 0, 0);

-- Posts that are here again and not yet deleted in the archive, where they count no more.
CREATE TABLE recalled_comment (
  seq INTEGER PRIMARY KEY NOT NULL,
  archive INTEGER NOT NULL
);

-- People whose account is being deleted: their posts stay here, for a day if it is not deleted after all.
CREATE TABLE archive_hold (
  user_id TEXT PRIMARY KEY NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  held_at INTEGER NOT NULL
) WITHOUT ROWID;

-- Has a row only inside of a transaction that moves posts from one database to another: no count changes then.
CREATE TABLE archive_transfer (id INTEGER PRIMARY KEY NOT NULL);

DROP TRIGGER comment_posted;
DROP TRIGGER comment_removed;

CREATE TRIGGER comment_posted AFTER INSERT ON comment
  WHEN NEW.deleted_at IS NULL AND NEW.hidden_at IS NULL AND NOT EXISTS (SELECT 1 FROM archive_transfer) BEGIN
  UPDATE question SET
    comments_count = comments_count + 1,
    users_count = users_count + (NOT EXISTS (
      SELECT 1 FROM comment WHERE user_id = NEW.user_id AND question_id = NEW.question_id
        AND deleted_at IS NULL AND hidden_at IS NULL AND seq <> NEW.seq)),
    language_counts = CASE WHEN coalesce(NEW.language, '') = '' THEN language_counts ELSE json_set(
      language_counts, '$.' || NEW.language,
      coalesce(language_counts ->> NEW.language, 0) + 1) END,
    event_seq = event_seq + 1
  WHERE id = NEW.question_id;
  INSERT INTO comment_event (question_id, seq, comment_id, kind, language)
    SELECT id, event_seq, NEW.id, 'created', NEW.language FROM question WHERE id = NEW.question_id;
END;

CREATE TRIGGER comment_removed AFTER DELETE ON comment
  WHEN OLD.deleted_at IS NULL AND OLD.hidden_at IS NULL AND NOT EXISTS (SELECT 1 FROM archive_transfer) BEGIN
  UPDATE question SET
    comments_count = comments_count - 1,
    users_count = users_count - (NOT EXISTS (
      SELECT 1 FROM comment WHERE user_id = OLD.user_id AND question_id = OLD.question_id
        AND deleted_at IS NULL AND hidden_at IS NULL)),
    language_counts = CASE WHEN coalesce(OLD.language, '') = '' THEN language_counts ELSE json_set(
      language_counts, '$.' || OLD.language,
      coalesce(language_counts ->> OLD.language, 0) - 1) END,
    event_seq = event_seq + 1
  WHERE id = OLD.question_id;
  INSERT INTO comment_event (question_id, seq, comment_id, kind, language)
    SELECT id, event_seq, OLD.id, 'deleted', OLD.language FROM question WHERE id = OLD.question_id;
END;
