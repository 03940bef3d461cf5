-- A refresh writes one row instead of five, a sign-in three fewer, and an ended session leaves no used tokens to delete.
--
-- A session's row has the hash of its update token, which names the session, so no index finds it. NULL in sessions that
-- the release before has opened: their tokens stay in update_token until they end, after 90 days at most.
ALTER TABLE session ADD COLUMN token_hash TEXT;
-- The token before it, and when that was used, epoch milliseconds.
ALTER TABLE session ADD COLUMN used_hash TEXT;
ALTER TABLE session ADD COLUMN used_at INTEGER;

-- The cron looks at a part of all sessions in each minute (`src/worker/jobs/clean-up.ts`).
DROP INDEX session_expiry;
