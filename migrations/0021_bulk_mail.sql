-- Mail that many people get at once, such as reminders, waits behind codes and notices. Each row is in one of two indexes.
ALTER TABLE mail ADD COLUMN is_bulk INTEGER NOT NULL DEFAULT 0 CHECK (is_bulk IN (0, 1));
CREATE INDEX mail_prompt ON mail (next_attempt_at) WHERE sent_at IS NULL AND is_bulk = 0;
CREATE INDEX mail_bulk ON mail (next_attempt_at) WHERE sent_at IS NULL AND is_bulk = 1;
DROP INDEX mail_waiting;
