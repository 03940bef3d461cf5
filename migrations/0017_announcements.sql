-- What operators announce to readers in the "what's new" dialog (`docs/product.md#announcements`).
CREATE TABLE announcement (
  id TEXT PRIMARY KEY NOT NULL,
  -- Epoch milliseconds.
  starts_at INTEGER NOT NULL,
  withdrawn_at INTEGER
) WITHOUT ROWID;
CREATE INDEX announcement_start ON announcement (starts_at);
-- A browser remembers the start of the newest one that it has shown, so no two of those that were shown begin at once.
CREATE UNIQUE INDEX announcement_shown ON announcement (starts_at)
  WHERE withdrawn_at IS NULL OR withdrawn_at >= starts_at;

CREATE TABLE announcement_text (
  announcement_id TEXT NOT NULL REFERENCES announcement (id) ON DELETE CASCADE,
  language TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (announcement_id, language)
) WITHOUT ROWID;
