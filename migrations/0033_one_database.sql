-- No archives, and no backups of our own.
DROP TRIGGER comment_posted;
DROP TRIGGER comment_removed;
DROP INDEX question_unarchived;
DROP INDEX question_archived;
ALTER TABLE question DROP COLUMN archive;
ALTER TABLE question DROP COLUMN archived_seq;
DROP TABLE archive_move;
DROP TABLE recalled_comment;
DROP TABLE archive_hold;
DROP TABLE archive_transfer;
DROP TABLE archive_departure;
DROP TABLE backup_piece;
DROP TABLE backup;

CREATE TRIGGER comment_posted AFTER INSERT ON comment
  WHEN NEW.deleted_at IS NULL AND NEW.hidden_at IS NULL BEGIN
  UPDATE question SET
    comments_count = comments_count + 1,
    users_count = users_count + (NOT EXISTS (
      SELECT 1 FROM comment WHERE user_id = NEW.user_id AND own_day = abs(NEW.own_day) AND question_id = NEW.question_id
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
  WHEN OLD.deleted_at IS NULL AND OLD.hidden_at IS NULL BEGIN
  UPDATE question SET
    comments_count = comments_count - 1,
    users_count = users_count - (NOT EXISTS (
      SELECT 1 FROM comment WHERE user_id = OLD.user_id AND own_day = abs(OLD.own_day) AND question_id = OLD.question_id
        AND deleted_at IS NULL AND hidden_at IS NULL)),
    language_counts = CASE WHEN coalesce(OLD.language, '') = '' THEN language_counts ELSE json_set(
      language_counts, '$.' || OLD.language,
      coalesce(language_counts ->> OLD.language, 0) - 1) END,
    event_seq = event_seq + 1
  WHERE id = OLD.question_id;
  INSERT INTO comment_event (question_id, seq, comment_id, kind, language)
    SELECT id, event_seq, OLD.id, 'deleted', OLD.language FROM question WHERE id = OLD.question_id;
END;
