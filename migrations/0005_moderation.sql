-- Moderation. `docs/decisions/0015-moderation.md` explains the model. Texts that people wrote to moderators, and the
-- kept text of a post, are sealed under the deployment's secret in columns named sealed_*.

-- A hidden comment is seen by its author only; visible means deleted_at IS NULL AND hidden_at IS NULL.
ALTER TABLE comment ADD COLUMN hidden_at INTEGER;

DROP INDEX comment_reading;
CREATE INDEX comment_reading ON comment (question_id, seq) WHERE deleted_at IS NULL AND hidden_at IS NULL;

-- Both counts of a question and its events cover visible comments only.
DROP TRIGGER comment_posted;
DROP TRIGGER comment_deleted;
DROP TRIGGER comment_removed;

CREATE TRIGGER comment_posted AFTER INSERT ON comment
  WHEN NEW.deleted_at IS NULL AND NEW.hidden_at IS NULL BEGIN
  UPDATE question SET
    comments_count = comments_count + 1,
    users_count = users_count + (NOT EXISTS (
      SELECT 1 FROM comment WHERE user_id = NEW.user_id AND question_id = NEW.question_id
        AND deleted_at IS NULL AND hidden_at IS NULL AND seq <> NEW.seq)),
    event_seq = event_seq + 1
  WHERE id = NEW.question_id;
  INSERT INTO comment_event (question_id, seq, comment_id, kind)
    SELECT id, event_seq, NEW.id, 'created' FROM question WHERE id = NEW.question_id;
END;

CREATE TRIGGER comment_shown AFTER UPDATE OF deleted_at, hidden_at ON comment
  WHEN NEW.deleted_at IS NULL AND NEW.hidden_at IS NULL
    AND (OLD.deleted_at IS NOT NULL OR OLD.hidden_at IS NOT NULL) BEGIN
  UPDATE question SET
    comments_count = comments_count + 1,
    users_count = users_count + (NOT EXISTS (
      SELECT 1 FROM comment WHERE user_id = NEW.user_id AND question_id = NEW.question_id
        AND deleted_at IS NULL AND hidden_at IS NULL AND seq <> NEW.seq)),
    event_seq = event_seq + 1
  WHERE id = NEW.question_id;
  INSERT INTO comment_event (question_id, seq, comment_id, kind)
    SELECT id, event_seq, NEW.id, 'created' FROM question WHERE id = NEW.question_id;
END;

CREATE TRIGGER comment_unshown AFTER UPDATE OF deleted_at, hidden_at ON comment
  WHEN OLD.deleted_at IS NULL AND OLD.hidden_at IS NULL
    AND (NEW.deleted_at IS NOT NULL OR NEW.hidden_at IS NOT NULL) BEGIN
  UPDATE question SET
    comments_count = comments_count - 1,
    users_count = users_count - (NOT EXISTS (
      SELECT 1 FROM comment WHERE user_id = NEW.user_id AND question_id = NEW.question_id
        AND deleted_at IS NULL AND hidden_at IS NULL)),
    event_seq = event_seq + 1
  WHERE id = NEW.question_id;
  INSERT INTO comment_event (question_id, seq, comment_id, kind)
    SELECT id, event_seq, NEW.id, 'deleted' FROM question WHERE id = NEW.question_id;
END;

CREATE TRIGGER comment_removed AFTER DELETE ON comment
  WHEN OLD.deleted_at IS NULL AND OLD.hidden_at IS NULL BEGIN
  UPDATE question SET
    comments_count = comments_count - 1,
    users_count = users_count - (NOT EXISTS (
      SELECT 1 FROM comment WHERE user_id = OLD.user_id AND question_id = OLD.question_id
        AND deleted_at IS NULL AND hidden_at IS NULL)),
    event_seq = event_seq + 1
  WHERE id = OLD.question_id;
  INSERT INTO comment_event (question_id, seq, comment_id, kind)
    SELECT id, event_seq, OLD.id, 'deleted' FROM question WHERE id = OLD.question_id;
END;

-- Who may decide.
CREATE INDEX user_role_role ON user_role (role);

-- One case per post. It outlives the post and its author's account; author_id is then NULL and the rest expires.
-- State: open (waits for a decision), appealed (waits for the decision on an appeal), closed.
CREATE TABLE moderation_case (
  id TEXT PRIMARY KEY NOT NULL,
  comment_id TEXT NOT NULL,
  question_id TEXT NOT NULL,
  author_id TEXT REFERENCES user (id) ON DELETE SET NULL,
  sealed_text TEXT,
  state TEXT NOT NULL CHECK (state IN ('open', 'appealed', 'closed')),
  -- Sum of the weights of the undecided reports; a filter's case and a request weigh at least 1.
  score REAL NOT NULL DEFAULT 0,
  -- First order of the queue: the heaviest first.
  rank REAL GENERATED ALWAYS AS (-score) VIRTUAL,
  -- Name of the filter that opened or held it, NULL when people did.
  filter TEXT,
  -- Version for optimistic locking: every change adds one.
  version INTEGER NOT NULL DEFAULT 1,
  opened_at INTEGER NOT NULL,
  -- Since when it waits; the queue's second order after the score.
  waiting_since INTEGER NOT NULL,
  -- Categories judged fine: further reports of these are recorded and weigh nothing. A JSON array.
  fine_categories TEXT NOT NULL DEFAULT '[]',
  -- When the time for appeal is over: then the kept text and the words of reports are erased.
  expires_at INTEGER
) WITHOUT ROWID;
CREATE UNIQUE INDEX moderation_case_comment ON moderation_case (comment_id);
CREATE INDEX moderation_case_queue ON moderation_case (rank, waiting_since, id) WHERE state <> 'closed';
-- What is new since the moderators were told.
CREATE INDEX moderation_case_waiting ON moderation_case (waiting_since) WHERE state <> 'closed';
CREATE INDEX moderation_case_author ON moderation_case (author_id, opened_at);
CREATE INDEX moderation_case_expiry ON moderation_case (expires_at) WHERE expires_at IS NOT NULL;
-- Closed cases without an author: their accounts are deleted.
CREATE INDEX moderation_case_left ON moderation_case (id) WHERE author_id IS NULL AND state = 'closed';

-- A report by a person, or by a guest whose address a code confirmed. reporter_key: the user's id, or a keyed hash of
-- the guest's address. Category "illegal" and objections of non-users keep their form in sealed_form.
CREATE TABLE report (
  reference TEXT PRIMARY KEY NOT NULL,
  case_id TEXT NOT NULL REFERENCES moderation_case (id) ON DELETE CASCADE,
  reporter_id TEXT REFERENCES user (id) ON DELETE SET NULL,
  reporter_key TEXT NOT NULL,
  sealed_email TEXT,
  language TEXT NOT NULL,
  category TEXT NOT NULL,
  sealed_form TEXT,
  weight REAL NOT NULL,
  created_at INTEGER NOT NULL,
  -- upheld or dismissed, by the decision on the case.
  outcome TEXT CHECK (outcome IN ('upheld', 'dismissed'))
) WITHOUT ROWID;
CREATE UNIQUE INDEX report_once ON report (case_id, reporter_key, category);
CREATE INDEX report_reporter ON report (reporter_id, created_at);

-- A guest's report or a request until its code is confirmed.
CREATE TABLE unconfirmed_report (
  id TEXT PRIMARY KEY NOT NULL,
  code_hash TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  sealed_content TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX unconfirmed_report_expiry ON unconfirmed_report (expires_at);

-- Whom to believe: how a person's decided reports ended.
CREATE TABLE reporter_record (
  user_id TEXT PRIMARY KEY NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  upheld INTEGER NOT NULL DEFAULT 0,
  dismissed INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

-- Decisions are never changed; an appeal that succeeds adds one that reverses it.
CREATE TABLE decision (
  id TEXT PRIMARY KEY NOT NULL,
  case_id TEXT NOT NULL REFERENCES moderation_case (id) ON DELETE CASCADE,
  moderator_id TEXT REFERENCES user (id) ON DELETE SET NULL,
  action TEXT NOT NULL CHECK (action IN ('none', 'hide', 'warn', 'pause', 'ban', 'reverse')),
  -- End of a pause, epoch milliseconds.
  ends_at INTEGER,
  ground_kind TEXT CHECK (ground_kind IN ('law', 'terms')),
  ground TEXT NOT NULL DEFAULT '',
  explanation TEXT NOT NULL DEFAULT '',
  found_by_filter INTEGER NOT NULL DEFAULT 0 CHECK (found_by_filter IN (0, 1)),
  created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX decision_moderator ON decision (moderator_id);
CREATE INDEX decision_case ON decision (case_id, created_at);

CREATE TABLE appeal (
  reference TEXT PRIMARY KEY NOT NULL,
  decision_id TEXT NOT NULL REFERENCES decision (id) ON DELETE CASCADE,
  author_id TEXT REFERENCES user (id) ON DELETE SET NULL,
  sealed_text TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  outcome TEXT CHECK (outcome IN ('upheld', 'reversed')),
  explanation TEXT NOT NULL DEFAULT '',
  decided_by TEXT REFERENCES user (id) ON DELETE SET NULL,
  decided_at INTEGER
) WITHOUT ROWID;
CREATE INDEX appeal_author ON appeal (author_id);
CREATE INDEX appeal_decided_by ON appeal (decided_by);
CREATE UNIQUE INDEX appeal_decision ON appeal (decision_id);

-- An objection of a person whose rights a post touches, and the inquiry to the poster with its clock.
CREATE TABLE rights_request (
  reference TEXT PRIMARY KEY NOT NULL,
  case_id TEXT NOT NULL REFERENCES moderation_case (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('deletion', 'dsa')),
  language TEXT NOT NULL,
  sealed_form TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  inquired_at INTEGER,
  -- Seven days after the inquiry.
  reply_due_at INTEGER,
  reply TEXT CHECK (reply IN ('agrees', 'refuses')),
  sealed_reply TEXT,
  outcome TEXT CHECK (outcome IN ('upheld', 'dismissed')),
  decided_at INTEGER
) WITHOUT ROWID;
CREATE INDEX rights_request_case ON rights_request (case_id);

-- What a person is to read in the product: outcomes, statements of reasons, inquiries. Mails repeat it.
CREATE TABLE notice (
  id TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  case_id TEXT NOT NULL,
  decision_id TEXT,
  -- Of the report, appeal or request that the notice is about.
  reference TEXT,
  created_at INTEGER NOT NULL,
  read_at INTEGER
) WITHOUT ROWID;
CREATE INDEX notice_user ON notice (user_id, created_at);

CREATE TABLE mute (
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  muted_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, muted_id)
) WITHOUT ROWID;
CREATE INDEX mute_muted ON mute (muted_id);

-- Append-only: who did what to whom, when and why. Ids only, so that it survives deletions.
CREATE TABLE audit_log (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  actor_id TEXT NOT NULL,
  role TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  why TEXT NOT NULL DEFAULT ''
);
CREATE INDEX audit_log_subject ON audit_log (subject, seq);
CREATE TRIGGER audit_log_kept BEFORE DELETE ON audit_log BEGIN SELECT RAISE(ABORT, 'audit_log is append-only'); END;
CREATE TRIGGER audit_log_unchanged BEFORE UPDATE ON audit_log BEGIN SELECT RAISE(ABORT, 'audit_log is append-only'); END;
