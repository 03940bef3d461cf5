-- Questions that people suggest (docs/product.md#suggest-a-question): one a person and day. They go with the account; a
-- question of the pool that came of one stays.
CREATE TABLE suggestion (
  id TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  -- The day in Tokyo on which it was made.
  day TEXT NOT NULL,
  language TEXT NOT NULL,
  text TEXT NOT NULL,
  is_credited INTEGER NOT NULL CHECK (is_credited IN (0, 1)),
  created_at INTEGER NOT NULL,
  -- NULL: no editor has chosen or declined it.
  decided_at INTEGER,
  -- The question of the pool that an editor made of it.
  pack_question_id TEXT REFERENCES pack_question (id) ON DELETE SET NULL,
  UNIQUE (user_id, day)
) WITHOUT ROWID;
CREATE INDEX suggestion_waiting ON suggestion (created_at, id) WHERE decided_at IS NULL;
CREATE INDEX suggestion_question ON suggestion (pack_question_id) WHERE pack_question_id IS NOT NULL;
