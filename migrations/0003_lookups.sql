-- The mailed link of a locked code entry names the lock by the hash of its token.
CREATE UNIQUE INDEX passcode_lock_unlock ON passcode_lock (unlock_hash);

-- Pictures that nobody shows any more, in the order in which they are due to go.
CREATE INDEX discarded_picture_due ON discarded_picture (discarded_at);
