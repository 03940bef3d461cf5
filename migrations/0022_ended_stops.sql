-- When a pause or a ban was ended before its time, epoch milliseconds.
ALTER TABLE decision ADD COLUMN ended_at INTEGER;

-- A case about an account goes with the account, wherever that is deleted: its own id is in the place of the post's.
CREATE TRIGGER user_account_cases BEFORE DELETE ON user BEGIN
  DELETE FROM moderation_case WHERE author_id = OLD.id AND comment_id = id;
END;
