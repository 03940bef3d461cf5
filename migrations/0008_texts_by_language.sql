-- Texts and names are rows by language, so that a further language needs no columns. A question's text holds its topic
-- and category as they were called on its day: a page reads one row of the question and one for each language.
-- Between this migration and the new version of the worker, a running older version cannot read questions; pages in
-- the caches go on.
CREATE TABLE category_name (
  category_id TEXT NOT NULL REFERENCES category (id) ON DELETE CASCADE,
  language TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (category_id, language)
) WITHOUT ROWID;
INSERT INTO category_name (category_id, language, name)
  SELECT id, 'en', name FROM category UNION ALL SELECT id, 'ja', name_ja FROM category;

CREATE TABLE topic_name (
  topic_id TEXT NOT NULL REFERENCES topic (id) ON DELETE CASCADE,
  language TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (topic_id, language)
) WITHOUT ROWID;
INSERT INTO topic_name (topic_id, language, name)
  SELECT id, 'en', name FROM topic UNION ALL SELECT id, 'ja', name_ja FROM topic;

CREATE TABLE pack_question_text (
  pack_question_id TEXT NOT NULL REFERENCES pack_question (id) ON DELETE CASCADE,
  language TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (pack_question_id, language)
) WITHOUT ROWID;
INSERT INTO pack_question_text (pack_question_id, language, text)
  SELECT id, 'en', text FROM pack_question UNION ALL SELECT id, 'ja', text_ja FROM pack_question;

CREATE TABLE question_text (
  question_id TEXT NOT NULL REFERENCES question (id) ON DELETE CASCADE,
  language TEXT NOT NULL,
  text TEXT NOT NULL,
  topic TEXT NOT NULL DEFAULT '',
  category TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (question_id, language)
) WITHOUT ROWID;
INSERT INTO question_text (question_id, language, text, topic, category)
  SELECT question.id, 'en', question.text, topic.name, category.name FROM question
  JOIN topic ON topic.id = question.topic_id JOIN category ON category.id = topic.category_id
  UNION ALL SELECT question.id, 'ja', question.text_ja, topic.name_ja, category.name_ja FROM question
  JOIN topic ON topic.id = question.topic_id JOIN category ON category.id = topic.category_id;

-- Names follow from the question's topic, in English where they have no name in the text's language.
CREATE TRIGGER question_text_named AFTER INSERT ON question_text WHEN NEW.topic = '' BEGIN
  UPDATE question_text SET
    topic = coalesce((
      SELECT topic_name.name FROM question JOIN topic_name ON topic_name.topic_id = question.topic_id
      WHERE question.id = NEW.question_id AND topic_name.language IN (NEW.language, 'en')
      ORDER BY topic_name.language = NEW.language DESC LIMIT 1), ''),
    category = coalesce((
      SELECT category_name.name FROM question JOIN topic ON topic.id = question.topic_id
      JOIN category_name ON category_name.category_id = topic.category_id
      WHERE question.id = NEW.question_id AND category_name.language IN (NEW.language, 'en')
      ORDER BY category_name.language = NEW.language DESC LIMIT 1), '')
  WHERE question_id = NEW.question_id AND language = NEW.language;
END;

-- A built-in question gives its texts and knows the last day it was given to, whoever gave it.
DROP TRIGGER question_given;
CREATE TRIGGER question_given AFTER INSERT ON question WHEN NEW.pack_question_id IS NOT NULL BEGIN
  UPDATE pack_question SET last_day = NEW.day
  WHERE id = NEW.pack_question_id AND last_day < NEW.day;
  INSERT INTO question_text (question_id, language, text, topic, category)
    SELECT NEW.id, given.language, given.text, coalesce(topic_name.name, ''), coalesce(category_name.name, '')
    FROM topic CROSS JOIN pack_question_text AS given
    LEFT JOIN topic_name
      ON topic_name.topic_id = topic.id AND topic_name.language = given.language
    LEFT JOIN category_name
      ON category_name.category_id = topic.category_id AND category_name.language = given.language
    WHERE topic.id = NEW.topic_id AND given.pack_question_id = NEW.pack_question_id;
END;

ALTER TABLE question DROP COLUMN text;
ALTER TABLE question DROP COLUMN text_ja;
ALTER TABLE pack_question DROP COLUMN text;
ALTER TABLE pack_question DROP COLUMN text_ja;
ALTER TABLE topic DROP COLUMN name;
ALTER TABLE topic DROP COLUMN name_ja;
ALTER TABLE category DROP COLUMN name;
ALTER TABLE category DROP COLUMN name_ja;

-- The list of languages is the application's alone (src/domain/language.ts).
ALTER TABLE user ADD COLUMN any_language TEXT NOT NULL DEFAULT 'ja';
UPDATE user SET any_language = language WHERE language <> 'ja';
ALTER TABLE user DROP COLUMN language;
ALTER TABLE user RENAME COLUMN any_language TO language;

DROP VIEW vital_percentile;
CREATE TABLE new_vital (
  day TEXT NOT NULL,
  page TEXT NOT NULL,
  language TEXT NOT NULL,
  metric TEXT NOT NULL CHECK (metric IN ('CLS', 'FCP', 'INP', 'LCP', 'TTFB')),
  value INTEGER NOT NULL,
  count INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (day, page, language, metric, value)
) WITHOUT ROWID;
INSERT INTO new_vital SELECT day, page, language, metric, value, count FROM vital;
DROP TABLE vital;
ALTER TABLE new_vital RENAME TO vital;
CREATE VIEW vital_percentile AS
  WITH total AS (
    SELECT page, language, metric, value, SUM(count) AS count
    FROM vital GROUP BY page, language, metric, value
  ), running AS (
    SELECT page, language, metric, value,
      SUM(count) OVER (PARTITION BY page, language, metric ORDER BY value) AS reached,
      SUM(count) OVER (PARTITION BY page, language, metric) AS reports
    FROM total
  )
  SELECT page, language, metric, MAX(reports) AS reports,
    MIN(CASE WHEN reached * 100 >= reports * 50 THEN value END) AS p50,
    MIN(CASE WHEN reached * 100 >= reports * 75 THEN value END) AS p75,
    MIN(CASE WHEN reached * 100 >= reports * 95 THEN value END) AS p95
  FROM running GROUP BY page, language, metric;
