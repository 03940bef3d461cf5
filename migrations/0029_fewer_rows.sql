-- A post writes six rows instead of eight.
--
-- One index for the limit of three, for how many posts a person ever made on a question, for a person's history and for a
-- person's deletion. A post is of its question's day, so a person's posts of one question have one number.

-- The Tokyo day of the post, counted from 1970; negative once it is deleted, so that a history does not read it.
ALTER TABLE comment ADD COLUMN own_day INTEGER GENERATED ALWAYS AS (
  ((created_at + 32400000) / 86400000) * CASE WHEN deleted_at IS NULL THEN 1 ELSE -1 END) VIRTUAL;
-- Their pages are used again by the new index.
DROP INDEX comment_place;
DROP INDEX comment_history;
-- A living comment has its place, a deleted one a number of its own.
CREATE UNIQUE INDEX comment_own
  ON comment (user_id, own_day, question_id, CASE WHEN deleted_at IS NULL THEN slot ELSE -seq END);

-- `seq` comes from the statement that posts (`src/worker/db/seq.ts`), and numbers of the sequence are
-- reserved ahead, so that a post does not write it.

DROP TRIGGER comment_posted;
DROP TRIGGER comment_shown;
DROP TRIGGER comment_unshown;
DROP TRIGGER comment_removed;

CREATE TRIGGER comment_posted AFTER INSERT ON comment
  WHEN NEW.deleted_at IS NULL AND NEW.hidden_at IS NULL AND NOT EXISTS (SELECT 1 FROM archive_transfer) BEGIN
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

CREATE TRIGGER comment_shown AFTER UPDATE OF deleted_at, hidden_at ON comment
  WHEN NEW.deleted_at IS NULL AND NEW.hidden_at IS NULL
    AND (OLD.deleted_at IS NOT NULL OR OLD.hidden_at IS NOT NULL) BEGIN
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

CREATE TRIGGER comment_unshown AFTER UPDATE OF deleted_at, hidden_at ON comment
  WHEN OLD.deleted_at IS NULL AND OLD.hidden_at IS NULL
    AND (NEW.deleted_at IS NOT NULL OR NEW.hidden_at IS NOT NULL) BEGIN
  UPDATE question SET
    comments_count = comments_count - 1,
    users_count = users_count - (NOT EXISTS (
      SELECT 1 FROM comment WHERE user_id = NEW.user_id AND own_day = abs(NEW.own_day) AND question_id = NEW.question_id
        AND deleted_at IS NULL AND hidden_at IS NULL)),
    language_counts = CASE WHEN coalesce(NEW.language, '') = '' THEN language_counts ELSE json_set(
      language_counts, '$.' || NEW.language,
      coalesce(language_counts ->> NEW.language, 0) - 1) END,
    event_seq = event_seq + 1
  WHERE id = NEW.question_id;
  INSERT INTO comment_event (question_id, seq, comment_id, kind, language)
    SELECT id, event_seq, NEW.id, 'deleted', NEW.language FROM question WHERE id = NEW.question_id;
END;

CREATE TRIGGER comment_removed AFTER DELETE ON comment
  WHEN OLD.deleted_at IS NULL AND OLD.hidden_at IS NULL AND NOT EXISTS (SELECT 1 FROM archive_transfer) BEGIN
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
