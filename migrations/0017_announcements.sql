-- What operators announce to readers in the "what's new" dialog (`docs/product.md#announcements`).
CREATE TABLE announcement (
  id TEXT PRIMARY KEY NOT NULL,
  -- Epoch milliseconds. A browser remembers the start of the newest one that it has shown, so no two begin at once.
  starts_at INTEGER NOT NULL UNIQUE,
  withdrawn_at INTEGER
) WITHOUT ROWID;

CREATE TABLE announcement_text (
  announcement_id TEXT NOT NULL REFERENCES announcement (id) ON DELETE CASCADE,
  language TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (announcement_id, language)
) WITHOUT ROWID;
