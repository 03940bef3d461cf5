-- Times are epoch milliseconds in columns named *_at; a `day` is a Tokyo calendar day, YYYY-MM-DD.
-- Ids are random and opaque; `seq` gives comments the order in which they were stored.

CREATE TABLE setting (
  name TEXT PRIMARY KEY NOT NULL,
  value TEXT NOT NULL
) WITHOUT ROWID;

-- People ---------------------------------------------------------------------------------------

CREATE TABLE user (
  id TEXT PRIMARY KEY NOT NULL,
  username TEXT NOT NULL,
  username_key TEXT NOT NULL,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL,
  password_hash TEXT,
  gender INTEGER NOT NULL DEFAULT 0 CHECK (gender BETWEEN 0 AND 4),
  birth_year INTEGER NOT NULL DEFAULT 0,
  picture_id TEXT,
  language TEXT NOT NULL DEFAULT 'ja' CHECK (language IN ('ja', 'en')),
  created_at INTEGER NOT NULL,
  activated_at INTEGER,
  removed_at INTEGER,
  is_demonstration INTEGER NOT NULL DEFAULT 0 CHECK (is_demonstration IN (0, 1))
) WITHOUT ROWID;
CREATE UNIQUE INDEX user_username_key ON user (username_key);
CREATE UNIQUE INDEX user_email_key ON user (email_key);
CREATE INDEX user_unactivated ON user (created_at) WHERE activated_at IS NULL;
CREATE INDEX user_demonstration ON user (is_demonstration) WHERE is_demonstration = 1;

CREATE TABLE social_identity (
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (issuer, subject)
) WITHOUT ROWID;
CREATE INDEX social_identity_user ON social_identity (user_id);

-- Each ID token is accepted once; kept until it would have expired anyway.
CREATE TABLE used_id_token (
  token_hash TEXT PRIMARY KEY NOT NULL,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX used_id_token_expiry ON used_id_token (expires_at);

CREATE TABLE user_role (
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  role TEXT NOT NULL,
  granted_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, role)
) WITHOUT ROWID;

-- A ban without an end is permanent.
CREATE TABLE ban (
  id TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  starts_at INTEGER NOT NULL,
  ends_at INTEGER,
  reason TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
CREATE INDEX ban_user ON ban (user_id);

CREATE TABLE picture (
  id TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  type TEXT NOT NULL CHECK (type IN ('jpeg', 'png')),
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX picture_user ON picture (user_id);

-- Stored objects to be deleted, and objects being stored, until a picture adopts them. Holds nothing of a person.
CREATE TABLE discarded_picture (
  id TEXT PRIMARY KEY NOT NULL,
  discarded_at INTEGER NOT NULL
) WITHOUT ROWID;

-- Whoever deletes a picture, or its person, leaves its object to be deleted at once.
CREATE TRIGGER picture_discarded AFTER DELETE ON picture BEGIN
  INSERT OR REPLACE INTO discarded_picture (id, discarded_at) VALUES (OLD.id, 0);
END;

-- Sessions -------------------------------------------------------------------------------------

-- A session is one family of update tokens; ending it deletes the row. The eight device headers of the
-- sign-in stand with it.
CREATE TABLE session (
  id TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  kept INTEGER NOT NULL CHECK (kept IN (0, 1)),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  local_ip TEXT,
  local_language TEXT,
  device_name TEXT,
  resolution TEXT,
  timezone_offset TEXT,
  local_region TEXT,
  local_time TEXT,
  dst_offset TEXT
) WITHOUT ROWID;
CREATE INDEX session_user ON session (user_id);
CREATE INDEX session_expiry ON session (expires_at);

CREATE TABLE update_token (
  token_hash TEXT PRIMARY KEY NOT NULL,
  session_id TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  used_at INTEGER
) WITHOUT ROWID;
CREATE INDEX update_token_session ON update_token (session_id);

-- Codes and limits -----------------------------------------------------------------------------

-- One live code per account across all purposes; stored as a keyed hash only.
CREATE TABLE passcode (
  user_id TEXT PRIMARY KEY NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  purpose INTEGER NOT NULL CHECK (purpose IN (1, 2, 3)),
  code_hash TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX passcode_expiry ON passcode (expires_at);

-- Wrong codes in a row; at the limit code entry is locked until the mailed link is used.
CREATE TABLE passcode_lock (
  user_id TEXT PRIMARY KEY NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  failures INTEGER NOT NULL DEFAULT 0,
  unlock_hash TEXT
) WITHOUT ROWID;

-- A new address waiting for its link to be opened.
CREATE TABLE email_change (
  token_hash TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  new_email TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX email_change_user ON email_change (user_id);
CREATE INDEX email_change_expiry ON email_change (expires_at);

-- Exact counters in fixed windows: sign-in failures, sends, availability checks. Names hold no plain address.
CREATE TABLE attempt_counter (
  name TEXT PRIMARY KEY NOT NULL,
  count INTEGER NOT NULL,
  window_ends_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX attempt_counter_expiry ON attempt_counter (window_ends_at);

-- Questions ------------------------------------------------------------------------------------

CREATE TABLE questionnaire (
  id TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL,
  status INTEGER NOT NULL CHECK (status IN (0, 1, 2))
) WITHOUT ROWID;

CREATE TABLE category (
  id TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL,
  name_ja TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE topic (
  id TEXT PRIMARY KEY NOT NULL,
  category_id TEXT NOT NULL REFERENCES category (id),
  name TEXT NOT NULL,
  name_ja TEXT NOT NULL
) WITHOUT ROWID;

-- The built-in questions, in the order in which they are given out.
CREATE TABLE pack_question (
  id TEXT PRIMARY KEY NOT NULL,
  topic_id TEXT NOT NULL REFERENCES topic (id),
  text TEXT NOT NULL,
  text_ja TEXT NOT NULL,
  position INTEGER NOT NULL,
  last_day TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
CREATE INDEX pack_question_next ON pack_question (last_day, position);

-- A question of a day. Status: 0 scheduled, 1 active, 2 closed.
CREATE TABLE question (
  id TEXT PRIMARY KEY NOT NULL,
  questionnaire_id TEXT NOT NULL REFERENCES questionnaire (id),
  topic_id TEXT NOT NULL REFERENCES topic (id),
  pack_question_id TEXT,
  day TEXT NOT NULL,
  preview_at INTEGER NOT NULL,
  status INTEGER NOT NULL CHECK (status IN (0, 1, 2)),
  text TEXT NOT NULL,
  text_ja TEXT NOT NULL,
  comments_count INTEGER NOT NULL DEFAULT 0,
  users_count INTEGER NOT NULL DEFAULT 0,
  event_seq INTEGER NOT NULL DEFAULT 0,
  is_demonstration INTEGER NOT NULL DEFAULT 0 CHECK (is_demonstration IN (0, 1)),
  CHECK (day = strftime('%Y-%m-%d', preview_at / 1000 + 32400, 'unixepoch'))
) WITHOUT ROWID;
CREATE UNIQUE INDEX question_day ON question (questionnaire_id, day);
CREATE INDEX question_preview ON question (preview_at);
CREATE INDEX question_open ON question (status, preview_at) WHERE status < 2;

-- A built-in question knows the last day it was given to, whoever gave it.
CREATE TRIGGER question_given AFTER INSERT ON question WHEN NEW.pack_question_id IS NOT NULL BEGIN
  UPDATE pack_question SET last_day = NEW.day
  WHERE id = NEW.pack_question_id AND last_day < NEW.day;
END;

-- Comments -------------------------------------------------------------------------------------

-- A deleted comment keeps its row without its text, so that posts ever made can be counted.
CREATE TABLE comment (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL,
  question_id TEXT NOT NULL REFERENCES question (id),
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  slot INTEGER NOT NULL CHECK (slot BETWEEN 1 AND 3),
  text TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  deleted_at INTEGER,
  idempotency_key TEXT
);
CREATE UNIQUE INDEX comment_id ON comment (id);
-- The limit of three: one living comment per place.
CREATE UNIQUE INDEX comment_slot ON comment (user_id, question_id, slot) WHERE deleted_at IS NULL;
CREATE INDEX comment_user_question ON comment (user_id, question_id);
CREATE INDEX comment_reading ON comment (question_id, seq) WHERE deleted_at IS NULL;
CREATE INDEX comment_history ON comment (user_id, seq) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX comment_idempotency ON comment (user_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX comment_idempotency_age ON comment (created_at) WHERE idempotency_key IS NOT NULL;

-- What happened to a question's comments, numbered 1, 2, 3 … without a gap for each question: open pages ask for
-- what came after the last number they have. Holds nothing of a person.
CREATE TABLE comment_event (
  question_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  comment_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('created', 'deleted')),
  PRIMARY KEY (question_id, seq)
) WITHOUT ROWID;

-- Both counts of a question and its events stay exact, whoever writes.
CREATE TRIGGER comment_posted AFTER INSERT ON comment WHEN NEW.deleted_at IS NULL BEGIN
  UPDATE question SET
    comments_count = comments_count + 1,
    users_count = users_count + (NOT EXISTS (
      SELECT 1 FROM comment WHERE user_id = NEW.user_id AND question_id = NEW.question_id
        AND deleted_at IS NULL AND seq <> NEW.seq)),
    event_seq = event_seq + 1
  WHERE id = NEW.question_id;
  INSERT INTO comment_event (question_id, seq, comment_id, kind)
    SELECT id, event_seq, NEW.id, 'created' FROM question WHERE id = NEW.question_id;
END;
CREATE TRIGGER comment_deleted AFTER UPDATE OF deleted_at ON comment
  WHEN OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL BEGIN
  UPDATE question SET
    comments_count = comments_count - 1,
    users_count = users_count - (NOT EXISTS (
      SELECT 1 FROM comment WHERE user_id = NEW.user_id AND question_id = NEW.question_id
        AND deleted_at IS NULL)),
    event_seq = event_seq + 1
  WHERE id = NEW.question_id;
  INSERT INTO comment_event (question_id, seq, comment_id, kind)
    SELECT id, event_seq, NEW.id, 'deleted' FROM question WHERE id = NEW.question_id;
END;
CREATE TRIGGER comment_removed AFTER DELETE ON comment WHEN OLD.deleted_at IS NULL BEGIN
  UPDATE question SET
    comments_count = comments_count - 1,
    users_count = users_count - (NOT EXISTS (
      SELECT 1 FROM comment WHERE user_id = OLD.user_id AND question_id = OLD.question_id
        AND deleted_at IS NULL)),
    event_seq = event_seq + 1
  WHERE id = OLD.question_id;
  INSERT INTO comment_event (question_id, seq, comment_id, kind)
    SELECT id, event_seq, OLD.id, 'deleted' FROM question WHERE id = OLD.question_id;
END;

-- Operations -----------------------------------------------------------------------------------

CREATE TABLE maintenance_window (
  service TEXT PRIMARY KEY NOT NULL CHECK (service IN ('auth', 'question')),
  starts_at INTEGER,
  ends_at INTEGER
) WITHOUT ROWID;

-- Mail waiting to be sent, its content sealed; in the default set-up also the outbox, where it stays.
CREATE TABLE mail (
  id TEXT PRIMARY KEY NOT NULL,
  user_id TEXT,
  sealed TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  sent_at INTEGER
) WITHOUT ROWID;
CREATE INDEX mail_waiting ON mail (next_attempt_at) WHERE sent_at IS NULL;
CREATE INDEX mail_sent ON mail (sent_at) WHERE sent_at IS NOT NULL;
CREATE INDEX mail_expiry ON mail (expires_at);
CREATE INDEX mail_created ON mail (created_at);
CREATE INDEX mail_user ON mail (user_id);
