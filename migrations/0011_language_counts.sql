-- How many visible comments a question has in each language: JSON, `{"ja":30,"en":12}`. The triggers change it in the
-- row that they write anyway. A comment without a language is in no count but the one of all.
ALTER TABLE question ADD COLUMN language_counts TEXT NOT NULL DEFAULT '{}';
-- The language of the event's comment, for pages that follow the counts.
ALTER TABLE comment_event ADD COLUMN language TEXT;

-- NULL before languages were stored, '' for a text without one.
CREATE INDEX comment_language_unread ON comment (seq) WHERE language IS NULL AND deleted_at IS NULL;
UPDATE question SET language_counts = counted.counts
  FROM (
    SELECT question_id, json_group_object(language, count) AS counts FROM (
      SELECT question_id, language, count(*) AS count FROM comment
      WHERE deleted_at IS NULL AND hidden_at IS NULL AND language IS NOT NULL
      GROUP BY question_id, language)
    GROUP BY question_id) AS counted
  WHERE counted.question_id = question.id;

DROP TRIGGER comment_posted;
DROP TRIGGER comment_shown;
DROP TRIGGER comment_unshown;
DROP TRIGGER comment_removed;

CREATE TRIGGER comment_posted AFTER INSERT ON comment
  WHEN NEW.deleted_at IS NULL AND NEW.hidden_at IS NULL BEGIN
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

CREATE TRIGGER comment_shown AFTER UPDATE OF deleted_at, hidden_at ON comment
  WHEN NEW.deleted_at IS NULL AND NEW.hidden_at IS NULL
    AND (OLD.deleted_at IS NOT NULL OR OLD.hidden_at IS NOT NULL) BEGIN
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

CREATE TRIGGER comment_unshown AFTER UPDATE OF deleted_at, hidden_at ON comment
  WHEN OLD.deleted_at IS NULL AND OLD.hidden_at IS NULL
    AND (NEW.deleted_at IS NOT NULL OR NEW.hidden_at IS NOT NULL) BEGIN
  UPDATE question SET
    comments_count = comments_count - 1,
    users_count = users_count - (NOT EXISTS (
      SELECT 1 FROM comment WHERE user_id = NEW.user_id AND question_id = NEW.question_id
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
  WHEN OLD.deleted_at IS NULL AND OLD.hidden_at IS NULL BEGIN
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

CREATE TRIGGER comment_language_read AFTER UPDATE OF language ON comment
  WHEN OLD.language IS NULL AND NEW.language <> ''
    AND NEW.deleted_at IS NULL AND NEW.hidden_at IS NULL BEGIN
  UPDATE question SET language_counts = json_set(
      language_counts, '$.' || NEW.language, coalesce(language_counts ->> NEW.language, 0) + 1)
  WHERE id = NEW.question_id;
END;
