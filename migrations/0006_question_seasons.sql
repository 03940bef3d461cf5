-- A built-in question may belong to a day or a season: from and until, MM-DD in Tokyo's calendar, both included.
-- The others are given out in their order.
ALTER TABLE pack_question ADD COLUMN season_from TEXT;
ALTER TABLE pack_question ADD COLUMN season_until TEXT;
DROP INDEX pack_question_next;
CREATE INDEX pack_question_next ON pack_question (last_day, position) WHERE season_from IS NULL;
CREATE INDEX pack_question_season ON pack_question (season_until, last_day, position) WHERE season_from IS NOT NULL;
