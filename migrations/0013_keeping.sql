-- Keeping the site running: backups, alarms, and what the glance at a day counts. `docs/decisions/0018-keeping.md` explains it.

-- A backup that is being made or is complete. The pieces in R2 and the manifest beside them are what is restored.
CREATE TABLE backup (
  id TEXT PRIMARY KEY NOT NULL,
  started_at INTEGER NOT NULL,
  -- The last migration when its first piece was made: a backup of two schemas is given up. Empty until then.
  schema TEXT NOT NULL DEFAULT '',
  -- Lease of the run that works on it.
  leased_until INTEGER NOT NULL DEFAULT 0,
  finished_at INTEGER
) WITHOUT ROWID;

-- One compressed object in R2 with rows of one table in the order of their key.
CREATE TABLE backup_piece (
  backup_id TEXT NOT NULL REFERENCES backup (id) ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  table_name TEXT NOT NULL,
  -- The key of the last row as a JSON array; NULL when the table has ended with this piece.
  last_key TEXT,
  rows INTEGER NOT NULL,
  -- Of the object, compressed.
  bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  PRIMARY KEY (backup_id, seq)
) WITHOUT ROWID;

-- Alarms that are raised, and those whose end has not been told yet.
CREATE TABLE alarm (
  name TEXT PRIMARY KEY NOT NULL,
  since INTEGER NOT NULL,
  -- The measured value and its unit: no words of anybody.
  detail TEXT NOT NULL,
  -- Since when the value is under its threshold again; NULL while it is over.
  calm_since INTEGER,
  resolved_at INTEGER,
  -- Whether the operators have been told of the present state, by mail and by the webhook.
  is_mailed INTEGER NOT NULL DEFAULT 0 CHECK (is_mailed IN (0, 1)),
  is_called INTEGER NOT NULL DEFAULT 0 CHECK (is_called IN (0, 1)),
  -- Lease of the worker that tells.
  leased_until INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

-- Requests in five minutes, and those of them that failed with 5xx. Nothing of a person.
CREATE TABLE traffic (
  starts_at INTEGER PRIMARY KEY NOT NULL,
  requests INTEGER NOT NULL,
  failures INTEGER NOT NULL
);

-- How long routes took on a Tokyo day, in milliseconds of two significant digits. Nothing of a person.
CREATE TABLE route_time (
  day TEXT NOT NULL,
  route TEXT NOT NULL,
  ms INTEGER NOT NULL,
  count INTEGER NOT NULL,
  failures INTEGER NOT NULL,
  PRIMARY KEY (day, route, ms)
) WITHOUT ROWID;

-- The size of the database at the end of each Tokyo day, bytes: its growth says when the limit is reached.
CREATE TABLE database_size (
  day TEXT PRIMARY KEY NOT NULL,
  bytes INTEGER NOT NULL
) WITHOUT ROWID;

-- The role of the person who set the ban at /operator/people, NULL where a decision did. A lower role cannot end it.
ALTER TABLE ban ADD COLUMN role TEXT;

-- Sign-ups of a day are counted without reading everybody. Posts are counted by their question.
CREATE INDEX user_created ON user (created_at);
