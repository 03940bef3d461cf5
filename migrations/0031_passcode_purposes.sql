-- An account has a live code for each purpose, so that asking for one leaves the others valid.

-- The last code for each purpose. An address to which none is sent has a decoy in its place: no hash.
CREATE TABLE issued_passcode (
  -- The account's id; a keyed hash of the address where there is no account.
  holder TEXT NOT NULL,
  purpose INTEGER NOT NULL CHECK (purpose IN (1, 2, 3)),
  user_id TEXT REFERENCES user (id) ON DELETE CASCADE,
  code_hash TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (holder, purpose)
) WITHOUT ROWID;
CREATE INDEX issued_passcode_user ON issued_passcode (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX issued_passcode_expiry ON issued_passcode (expires_at);

-- The previous release keeps its codes in `passcode`. They are valid in this release too, and end here when they end
-- there. The next release drops that table, and these triggers with it.
INSERT INTO issued_passcode (holder, purpose, user_id, code_hash, attempts, expires_at)
  SELECT user_id, purpose, user_id, code_hash, attempts, expires_at FROM passcode;

CREATE TRIGGER passcode_issued AFTER INSERT ON passcode BEGIN
  DELETE FROM issued_passcode WHERE holder = NEW.user_id AND purpose = NEW.purpose;
  INSERT INTO issued_passcode (holder, purpose, user_id, code_hash, attempts, expires_at)
    VALUES (NEW.user_id, NEW.purpose, NEW.user_id, NEW.code_hash, NEW.attempts, NEW.expires_at);
END;
CREATE TRIGGER passcode_replaced AFTER UPDATE OF code_hash ON passcode BEGIN
  DELETE FROM issued_passcode
    WHERE holder = NEW.user_id AND (purpose = NEW.purpose OR code_hash = OLD.code_hash);
  INSERT INTO issued_passcode (holder, purpose, user_id, code_hash, attempts, expires_at)
    VALUES (NEW.user_id, NEW.purpose, NEW.user_id, NEW.code_hash, NEW.attempts, NEW.expires_at);
END;
CREATE TRIGGER passcode_tried AFTER UPDATE OF attempts ON passcode BEGIN
  UPDATE issued_passcode SET attempts = NEW.attempts
    WHERE holder = NEW.user_id AND code_hash = NEW.code_hash;
END;
CREATE TRIGGER passcode_ended AFTER DELETE ON passcode BEGIN
  DELETE FROM issued_passcode WHERE holder = OLD.user_id AND code_hash = OLD.code_hash;
END;
