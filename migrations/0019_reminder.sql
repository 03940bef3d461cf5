-- Reminders that people asked for (`docs/product.md#reminder`).
CREATE TABLE reminder (
  user_id TEXT PRIMARY KEY NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  channel TEXT NOT NULL CHECK (channel IN ('push', 'mail')),
  hour INTEGER NOT NULL CHECK (hour BETWEEN 0 AND 23),
  time_zone TEXT NOT NULL,
  language TEXT NOT NULL,
  -- Part of each message: who has it can end the reminder, and nothing else.
  token TEXT NOT NULL,
  -- The time of the next reminder; NULL once the person has ended it.
  due_at INTEGER,
  -- `due_at`, or the end of the lease of the run that sends it.
  next_attempt_at INTEGER
) WITHOUT ROWID;
CREATE UNIQUE INDEX reminder_token ON reminder (token);
CREATE INDEX reminder_waiting ON reminder (next_attempt_at) WHERE next_attempt_at IS NOT NULL;

-- A browser that receives the reminders of a person (RFC 8030).
CREATE TABLE push_subscription (
  endpoint TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  p256dh TEXT NOT NULL,
  auth TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- The `due_at` of the last reminder that the push service has accepted.
  told_at INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX push_subscription_user ON push_subscription (user_id, created_at);
