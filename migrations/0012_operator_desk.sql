-- The editors' desk: the pool holds the site's own questions beside the built-in ones, and days can be scheduled.
-- A question that is never given by itself (an own one without days of the year, a retired one) has the last day
-- 9999-12-31: both the rule of the regular questions and that of the seasons pass it over.
ALTER TABLE pack_question ADD COLUMN source TEXT NOT NULL DEFAULT 'built-in'
  CHECK (source IN ('built-in', 'own', 'suggestion'));
-- Counts the changes of the desk. The import of questions/ leaves a question alone that was changed there.
ALTER TABLE pack_question ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE pack_question ADD COLUMN retired_at INTEGER;
ALTER TABLE question ADD COLUMN is_scheduled INTEGER NOT NULL DEFAULT 0 CHECK (is_scheduled IN (0, 1));

-- A question that an operator put on a day by SQL joins the pool.
INSERT INTO pack_question (id, topic_id, position, last_day, source)
  SELECT id, topic_id, 0, '9999-12-31', 'own' FROM question WHERE pack_question_id IS NULL ON CONFLICT DO NOTHING;
INSERT INTO pack_question_text (pack_question_id, language, text)
  SELECT question.id, language, text FROM question JOIN question_text ON question_text.question_id = question.id
  WHERE question.pack_question_id IS NULL ON CONFLICT DO NOTHING;
UPDATE question SET pack_question_id = id, is_scheduled = 1 WHERE pack_question_id IS NULL;

CREATE INDEX question_pack ON question (pack_question_id, day) WHERE pack_question_id IS NOT NULL;
CREATE INDEX pack_question_by_text ON pack_question_text (text, language);

-- A row of a day keeps its id when it gets another question of the pool, or none: deleting a question would search
-- all comments for its own.
CREATE TRIGGER question_changed AFTER UPDATE OF pack_question_id ON question
  WHEN OLD.pack_question_id IS NOT NEW.pack_question_id BEGIN
  DELETE FROM question_text WHERE question_id = NEW.id;
  INSERT INTO question_text (question_id, language, text)
    SELECT NEW.id, language, text FROM pack_question_text WHERE pack_question_id = NEW.pack_question_id;
  UPDATE pack_question SET last_day = coalesce(
    (SELECT max(day) FROM question WHERE question.pack_question_id = pack_question.id), '')
  WHERE id IN (OLD.pack_question_id, NEW.pack_question_id) AND last_day < '9999';
END;

-- `INSERT INTO expectation SELECT <condition>` fails its whole transaction unless the condition is true.
CREATE VIEW expectation AS SELECT 1 AS is_met;
CREATE TRIGGER expectation_unmet INSTEAD OF INSERT ON expectation WHEN NEW.is_met IS NOT 1 BEGIN
  SELECT RAISE(ABORT, 'unmet expectation');
END;

-- The rows of an import until all of them are right; a problem is what the row alone shows.
CREATE TABLE question_import (
  id TEXT PRIMARY KEY NOT NULL,
  actor_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX question_import_actor ON question_import (actor_id);
CREATE INDEX question_import_age ON question_import (created_at);
CREATE TABLE question_import_row (
  import_id TEXT NOT NULL REFERENCES question_import (id) ON DELETE CASCADE,
  line INTEGER NOT NULL,
  id TEXT NOT NULL,
  -- JSON: by language.
  texts TEXT NOT NULL,
  topic_id TEXT NOT NULL DEFAULT '',
  day TEXT,
  season_from TEXT,
  season_until TEXT,
  problem TEXT,
  field TEXT,
  PRIMARY KEY (import_id, line)
) WITHOUT ROWID;
