-- Deleted accounts whose posts are still in an archive, because it did not respond: the cron deletes them there. A row of
-- somebody whose account is there after all means nothing, and goes after a day.
CREATE TABLE archive_departure (
  user_id TEXT NOT NULL,
  archive INTEGER NOT NULL,
  asked_at INTEGER NOT NULL,
  -- Lease of the run that works on it; between two runs the time of the last one.
  leased_until INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, archive)
) WITHOUT ROWID;

-- The last post that is archived: what is newer is in the main database alone.
CREATE INDEX question_archived ON question (archived_seq) WHERE archived_seq IS NOT NULL;

-- The number of the archive that a backup is of; NULL for the main database.
ALTER TABLE backup ADD COLUMN archive INTEGER;
