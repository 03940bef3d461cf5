-- The day's question posted elsewhere, once for each day and target (`docs/product.md#posting-the-question-elsewhere`).
CREATE TABLE syndication (
  -- A Tokyo day.
  day TEXT NOT NULL,
  target TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER NOT NULL,
  done_at INTEGER,
  PRIMARY KEY (day, target)
) WITHOUT ROWID;
