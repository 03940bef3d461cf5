-- Schema of 1.0.0; later migrations are forward-only files of their own. Times are epoch milliseconds (*_at); a `day`
-- is a Tokyo calendar day, YYYY-MM-DD. Ids are random and opaque; `seq` is the insertion order. sealed_* columns are
-- encrypted under SECRET. Tables follow those that they reference, so that an export loads from top to bottom.

CREATE TABLE setting (
  name TEXT PRIMARY KEY NOT NULL,
  value TEXT NOT NULL
) WITHOUT ROWID;

-- Asserts a condition of a transaction by inserting 1 or 0; never holds a row (`src/worker/db/database.ts`).
CREATE TABLE expectation (is_met INTEGER);
CREATE TRIGGER expectation_checked BEFORE INSERT ON expectation BEGIN
  SELECT RAISE(ABORT, 'unmet expectation') WHERE NEW.is_met IS NOT 1;
  SELECT RAISE(IGNORE);
END;

-- People ---------------------------------------------------------------------------------------

CREATE TABLE user (
  id TEXT PRIMARY KEY NOT NULL,
  username TEXT NOT NULL,
  -- Normalized: equal keys are the same name or address, equal skeletons look alike.
  username_key TEXT NOT NULL,
  username_skeleton TEXT NOT NULL DEFAULT '',
  email TEXT NOT NULL,
  email_key TEXT NOT NULL,
  password_hash TEXT,
  language TEXT NOT NULL DEFAULT 'ja',
  gender INTEGER NOT NULL DEFAULT 0 CHECK (gender BETWEEN 0 AND 4),
  birth_year INTEGER NOT NULL DEFAULT 0,
  picture_id TEXT,
  -- Accepted version of the terms.
  terms_version TEXT NOT NULL DEFAULT '',
  -- Settings; NULL is the default.
  hides_echo INTEGER,
  hides_others INTEGER,
  created_at INTEGER NOT NULL,
  activated_at INTEGER,
  removed_at INTEGER
) WITHOUT ROWID;
CREATE UNIQUE INDEX user_username_key ON user (username_key);
CREATE INDEX user_username_skeleton ON user (username_skeleton);
CREATE UNIQUE INDEX user_email_key ON user (email_key);
CREATE INDEX user_created ON user (created_at);
CREATE INDEX user_unactivated ON user (created_at) WHERE activated_at IS NULL;

CREATE TABLE social_identity (
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (issuer, subject)
) WITHOUT ROWID;
CREATE INDEX social_identity_user ON social_identity (user_id);

-- `id` and `public_key` (COSE) as base64url. `counter` is 0 for passkeys that a keychain synchronizes.
CREATE TABLE passkey (
  id TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  public_key TEXT NOT NULL,
  counter INTEGER NOT NULL,
  -- Names the kind of keychain.
  aaguid TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  used_at INTEGER
) WITHOUT ROWID;
CREATE INDEX passkey_user ON passkey (user_id);

-- Single use of ID tokens and challenges of passkeys; kept until their expiry.
CREATE TABLE used_token (
  token_hash TEXT PRIMARY KEY NOT NULL,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX used_token_expiry ON used_token (expires_at);

CREATE TABLE user_role (
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  role TEXT NOT NULL,
  granted_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, role)
) WITHOUT ROWID;
CREATE INDEX user_role_role ON user_role (role);

-- A pause, or a ban, which has no end.
CREATE TABLE ban (
  id TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  starts_at INTEGER NOT NULL,
  ends_at INTEGER,
  reason TEXT NOT NULL DEFAULT '',
  -- Role of the person who decided it.
  role TEXT
) WITHOUT ROWID;
CREATE INDEX ban_user ON ban (user_id);

CREATE TABLE picture (
  id TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX picture_user ON picture (user_id);

-- Objects to delete, and uploads until a picture adopts them. Holds no personal data.
CREATE TABLE discarded_picture (
  id TEXT PRIMARY KEY NOT NULL,
  discarded_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX discarded_picture_due ON discarded_picture (discarded_at);

CREATE TRIGGER picture_discarded AFTER DELETE ON picture BEGIN
  INSERT OR REPLACE INTO discarded_picture (id, discarded_at) VALUES (OLD.id, 0);
END;

-- Sessions and codes ---------------------------------------------------------------------------

-- A session is a family of update tokens; ending it deletes the row. Holds the device headers of the sign-in.
CREATE TABLE session (
  id TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  -- 1: persistent across browser restarts.
  kept INTEGER NOT NULL CHECK (kept IN (0, 1)),
  -- Current update token, its predecessor, and when the predecessor was used.
  token_hash TEXT,
  used_hash TEXT,
  used_at INTEGER,
  created_at INTEGER NOT NULL,
  -- Sliding, up to `ends_at`.
  expires_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  local_ip TEXT,
  local_language TEXT,
  device_name TEXT,
  resolution TEXT,
  timezone_offset TEXT,
  local_region TEXT,
  local_time TEXT,
  dst_offset TEXT,
  -- SHA-256 of the cookie of the browser that signed in on the site's own pages; NULL for other clients.
  browser_hash TEXT
) WITHOUT ROWID;
CREATE INDEX session_user ON session (user_id);

-- Purpose: 1 activation, 2 new password, 3 account deletion. Stored as a keyed hash only.
CREATE TABLE issued_passcode (
  -- Account id, or a keyed hash of the address without an account.
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

-- Consecutive wrong codes; at the limit code entry is locked until the mailed link is used.
CREATE TABLE passcode_lock (
  user_id TEXT PRIMARY KEY NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  failures INTEGER NOT NULL DEFAULT 0,
  unlock_hash TEXT
) WITHOUT ROWID;
CREATE UNIQUE INDEX passcode_lock_unlock ON passcode_lock (unlock_hash);

-- A new address until its link is opened.
CREATE TABLE email_change (
  token_hash TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  new_email TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX email_change_user ON email_change (user_id);
CREATE INDEX email_change_expiry ON email_change (expires_at);

-- Links of security mails in the order of sending, with the address that each was sent to
-- (`src/worker/services/auth/secure-account.ts`).
CREATE TABLE security_link (
  seq INTEGER PRIMARY KEY,
  token_hash TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  email TEXT NOT NULL,
  expires_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX security_link_token ON security_link (token_hash);
CREATE INDEX security_link_user ON security_link (user_id);
CREATE INDEX security_link_expiry ON security_link (expires_at);

-- Browsers that have signed in, by the hash of their cookie; other clients by that of their user agent.
CREATE TABLE known_browser (
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  browser_hash TEXT NOT NULL,
  seen_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, browser_hash)
) WITHOUT ROWID;

-- Exact fixed-window counters: sign-in failures, sends, availability checks. Names hold no plain address.
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
  id TEXT PRIMARY KEY NOT NULL
) WITHOUT ROWID;

CREATE TABLE category_name (
  category_id TEXT NOT NULL REFERENCES category (id) ON DELETE CASCADE,
  language TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (category_id, language)
) WITHOUT ROWID;

CREATE TABLE topic (
  id TEXT PRIMARY KEY NOT NULL,
  category_id TEXT NOT NULL REFERENCES category (id)
) WITHOUT ROWID;

CREATE TABLE topic_name (
  topic_id TEXT NOT NULL REFERENCES topic (id) ON DELETE CASCADE,
  language TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (topic_id, language)
) WITHOUT ROWID;

-- In the order of automatic assignment.
CREATE TABLE pack_question (
  id TEXT PRIMARY KEY NOT NULL,
  topic_id TEXT NOT NULL REFERENCES topic (id),
  source TEXT NOT NULL DEFAULT 'built-in' CHECK (source IN ('built-in', 'own', 'suggestion')),
  position INTEGER NOT NULL,
  -- Last assigned day; '9999…' is never assigned automatically.
  last_day TEXT NOT NULL DEFAULT '',
  -- Days of the year, MM-DD; NULL for all of them.
  season_from TEXT,
  season_until TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  retired_at INTEGER,
  -- The weak day that makes it a flat question (`src/worker/jobs/question-figures.ts`).
  flat_day TEXT
) WITHOUT ROWID;
CREATE INDEX pack_question_next ON pack_question (flat_day IS NOT NULL, last_day, position) WHERE season_from IS NULL;
CREATE INDEX pack_question_season ON pack_question (season_until, last_day, position) WHERE season_from IS NOT NULL;

CREATE TABLE pack_question_text (
  pack_question_id TEXT NOT NULL REFERENCES pack_question (id) ON DELETE CASCADE,
  language TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (pack_question_id, language)
) WITHOUT ROWID;
CREATE INDEX pack_question_by_text ON pack_question_text (text, language);

-- Counts of visible comments, maintained by triggers.
CREATE TABLE question (
  id TEXT PRIMARY KEY NOT NULL,
  questionnaire_id TEXT NOT NULL REFERENCES questionnaire (id),
  topic_id TEXT NOT NULL REFERENCES topic (id),
  pack_question_id TEXT,
  day TEXT NOT NULL,
  -- Start of the day.
  preview_at INTEGER NOT NULL,
  -- When an editor last gave it its text; only changes after the start of its day are told.
  changed_at INTEGER NOT NULL DEFAULT 0,
  is_scheduled INTEGER NOT NULL DEFAULT 0 CHECK (is_scheduled IN (0, 1)),
  comments_count INTEGER NOT NULL DEFAULT 0,
  users_count INTEGER NOT NULL DEFAULT 0,
  -- JSON: comments by language.
  language_counts TEXT NOT NULL DEFAULT '{}',
  -- Number of the last event.
  event_seq INTEGER NOT NULL DEFAULT 0,
  CHECK (day = strftime('%Y-%m-%d', preview_at / 1000 + 32400, 'unixepoch'))
) WITHOUT ROWID;
CREATE UNIQUE INDEX question_day ON question (questionnaire_id, day);
CREATE INDEX question_preview ON question (preview_at);
CREATE INDEX question_pack ON question (pack_question_id, day) WHERE pack_question_id IS NOT NULL;

-- Snapshot of texts and names on the day.
CREATE TABLE question_text (
  question_id TEXT NOT NULL REFERENCES question (id) ON DELETE CASCADE,
  language TEXT NOT NULL,
  text TEXT NOT NULL,
  topic TEXT NOT NULL DEFAULT '',
  category TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (question_id, language)
) WITHOUT ROWID;

-- Sets the pool question's last day and copies its texts.
CREATE TRIGGER question_given AFTER INSERT ON question WHEN NEW.pack_question_id IS NOT NULL BEGIN
  UPDATE pack_question SET last_day = NEW.day
  WHERE id = NEW.pack_question_id AND last_day < NEW.day;
  INSERT INTO question_text (question_id, language, text, topic, category)
    SELECT NEW.id, given.language, given.text, coalesce(topic_name.name, ''), coalesce(category_name.name, '')
    FROM topic CROSS JOIN pack_question_text AS given
    LEFT JOIN topic_name
      ON topic_name.topic_id = topic.id AND topic_name.language = given.language
    LEFT JOIN category_name
      ON category_name.category_id = topic.category_id AND category_name.language = given.language
    WHERE topic.id = NEW.topic_id AND given.pack_question_id = NEW.pack_question_id;
END;

CREATE TRIGGER question_changed AFTER UPDATE OF pack_question_id ON question
  WHEN OLD.pack_question_id IS NOT NEW.pack_question_id BEGIN
  DELETE FROM question_text WHERE question_id = NEW.id;
  INSERT INTO question_text (question_id, language, text)
    SELECT NEW.id, language, text FROM pack_question_text WHERE pack_question_id = NEW.pack_question_id;
  UPDATE pack_question SET last_day = coalesce(
    (SELECT max(day) FROM question WHERE question.pack_question_id = pack_question.id), '')
  WHERE id IN (OLD.pack_question_id, NEW.pack_question_id) AND last_day < '9999';
END;

-- Falls back to the English name.
CREATE TRIGGER question_text_named AFTER INSERT ON question_text WHEN NEW.topic = '' BEGIN
  UPDATE question_text SET
    topic = coalesce((
      SELECT topic_name.name FROM question JOIN topic_name ON topic_name.topic_id = question.topic_id
      WHERE question.id = NEW.question_id AND topic_name.language IN (NEW.language, 'en')
      ORDER BY topic_name.language = NEW.language DESC LIMIT 1), ''),
    category = coalesce((
      SELECT category_name.name FROM question JOIN topic ON topic.id = question.topic_id
      JOIN category_name ON category_name.category_id = topic.category_id
      WHERE question.id = NEW.question_id AND category_name.language IN (NEW.language, 'en')
      ORDER BY category_name.language = NEW.language DESC LIMIT 1), '')
  WHERE question_id = NEW.question_id AND language = NEW.language;
END;

CREATE TABLE suggestion (
  id TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  language TEXT NOT NULL,
  text TEXT NOT NULL,
  is_credited INTEGER NOT NULL CHECK (is_credited IN (0, 1)),
  created_at INTEGER NOT NULL,
  -- NULL: undecided.
  decided_at INTEGER,
  -- Pool question that an editor made of it.
  pack_question_id TEXT REFERENCES pack_question (id) ON DELETE SET NULL,
  UNIQUE (user_id, day)
) WITHOUT ROWID;
CREATE INDEX suggestion_waiting ON suggestion (created_at, id) WHERE decided_at IS NULL;
CREATE INDEX suggestion_question ON suggestion (pack_question_id) WHERE pack_question_id IS NOT NULL;

-- Figures of past days, counted daily from visible comments; shares in percent. event_seq: the question's when counted.
CREATE TABLE question_figures (
  question_id TEXT PRIMARY KEY NOT NULL REFERENCES question (id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  event_seq INTEGER NOT NULL,
  people INTEGER NOT NULL,
  answers INTEGER NOT NULL,
  -- People with two or more comments.
  again INTEGER NOT NULL,
  -- Median of the comments' code points.
  length INTEGER NOT NULL,
  english INTEGER NOT NULL,
  reports INTEGER NOT NULL,
  -- People, compared with the mean of the seven days before and the seven after.
  relative INTEGER NOT NULL DEFAULT 100
) WITHOUT ROWID;
CREATE INDEX question_figures_day ON question_figures (day);
CREATE INDEX question_figures_people ON question_figures (people, day DESC);
CREATE INDEX question_figures_answers ON question_figures (answers, day DESC);
CREATE INDEX question_figures_again ON question_figures (again, day DESC);
CREATE INDEX question_figures_length ON question_figures (length, day DESC);
CREATE INDEX question_figures_english ON question_figures (english, day DESC);
CREATE INDEX question_figures_reports ON question_figures (reports DESC, day DESC);
CREATE INDEX question_figures_relative ON question_figures (relative, day DESC);

-- An import being checked, or taken: then its questions come after a position.
CREATE TABLE question_import (
  id TEXT PRIMARY KEY NOT NULL,
  -- NULL once taken.
  actor_id TEXT REFERENCES user (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  position INTEGER
) WITHOUT ROWID;
CREATE INDEX question_import_actor ON question_import (actor_id);
CREATE INDEX question_import_age ON question_import (created_at);

CREATE TABLE question_import_row (
  import_id TEXT NOT NULL REFERENCES question_import (id) ON DELETE CASCADE,
  line INTEGER NOT NULL,
  id TEXT NOT NULL,
  -- JSON: by language.
  texts TEXT NOT NULL,
  topic_id TEXT NOT NULL DEFAULT '',
  day TEXT,
  season_from TEXT,
  season_until TEXT,
  problem TEXT,
  field TEXT,
  PRIMARY KEY (import_id, line)
) WITHOUT ROWID;

-- Comments -------------------------------------------------------------------------------------

-- A deleted comment keeps its row without text, so that all posts ever made can be counted. A hidden one is seen by its
-- author only: visible means deleted_at IS NULL AND hidden_at IS NULL.
CREATE TABLE comment (
  -- Newest plus one, without a write to sqlite_sequence for each post.
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  question_id TEXT NOT NULL REFERENCES question (id),
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  slot INTEGER NOT NULL CHECK (slot BETWEEN 1 AND 3),
  text TEXT NOT NULL,
  text_key INTEGER,
  -- NULL for a text without a language.
  language TEXT,
  created_at INTEGER NOT NULL,
  deleted_at INTEGER,
  hidden_at INTEGER,
  -- Tokyo day of the post, days since 1970; negative once deleted, so that a history skips it.
  own_day INTEGER GENERATED ALWAYS AS (
    ((created_at + 32400000) / 86400000) * CASE WHEN deleted_at IS NULL THEN 1 ELSE -1 END) VIRTUAL
);
CREATE UNIQUE INDEX comment_id ON comment (id);
-- Enforces the limit of three and serves a person's history. Undeleted comments have a slot; deleted ones a unique
-- number.
CREATE UNIQUE INDEX comment_own
  ON comment (user_id, own_day, question_id, CASE WHEN deleted_at IS NULL THEN slot ELSE -seq END);
CREATE INDEX comment_reading ON comment (question_id, seq) WHERE deleted_at IS NULL AND hidden_at IS NULL;

-- Events of a question's comments, numbered from 1 without a gap: open pages catch up by number. Holds no personal
-- data.
CREATE TABLE comment_event (
  question_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  comment_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('created', 'deleted')),
  language TEXT,
  PRIMARY KEY (question_id, seq)
) WITHOUT ROWID;

CREATE TABLE comment_translation (
  comment_id TEXT NOT NULL REFERENCES comment (id) ON DELETE CASCADE,
  language TEXT NOT NULL,
  text TEXT NOT NULL,
  translator TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (comment_id, language)
) WITHOUT ROWID;

CREATE TABLE translated_day (
  day TEXT PRIMARY KEY NOT NULL,
  characters INTEGER NOT NULL
) WITHOUT ROWID;

-- Triggers keep counts and events exact for every writer.
CREATE TRIGGER comment_posted AFTER INSERT ON comment
  WHEN NEW.deleted_at IS NULL AND NEW.hidden_at IS NULL BEGIN
  UPDATE question SET
    comments_count = comments_count + 1,
    users_count = users_count + (NOT EXISTS (
      SELECT 1 FROM comment WHERE user_id = NEW.user_id AND own_day = abs(NEW.own_day) AND question_id = NEW.question_id
        AND deleted_at IS NULL AND hidden_at IS NULL AND seq <> NEW.seq)),
    language_counts = CASE WHEN coalesce(NEW.language, '') = '' THEN language_counts ELSE json_set(
      language_counts, '$.' || NEW.language,
      coalesce(language_counts ->> NEW.language, 0) + 1) END,
    event_seq = event_seq + 1
  WHERE id = NEW.question_id;
  INSERT INTO comment_event (question_id, seq, comment_id, kind, language)
    SELECT id, event_seq, NEW.id, 'created', NEW.language FROM question WHERE id = NEW.question_id;
END;

CREATE TRIGGER comment_shown AFTER UPDATE OF deleted_at, hidden_at ON comment
  WHEN NEW.deleted_at IS NULL AND NEW.hidden_at IS NULL
    AND (OLD.deleted_at IS NOT NULL OR OLD.hidden_at IS NOT NULL) BEGIN
  UPDATE question SET
    comments_count = comments_count + 1,
    users_count = users_count + (NOT EXISTS (
      SELECT 1 FROM comment WHERE user_id = NEW.user_id AND own_day = abs(NEW.own_day) AND question_id = NEW.question_id
        AND deleted_at IS NULL AND hidden_at IS NULL AND seq <> NEW.seq)),
    language_counts = CASE WHEN coalesce(NEW.language, '') = '' THEN language_counts ELSE json_set(
      language_counts, '$.' || NEW.language,
      coalesce(language_counts ->> NEW.language, 0) + 1) END,
    event_seq = event_seq + 1
  WHERE id = NEW.question_id;
  INSERT INTO comment_event (question_id, seq, comment_id, kind, language)
    SELECT id, event_seq, NEW.id, 'created', NEW.language FROM question WHERE id = NEW.question_id;
END;

CREATE TRIGGER comment_unshown AFTER UPDATE OF deleted_at, hidden_at ON comment
  WHEN OLD.deleted_at IS NULL AND OLD.hidden_at IS NULL
    AND (NEW.deleted_at IS NOT NULL OR NEW.hidden_at IS NOT NULL) BEGIN
  UPDATE question SET
    comments_count = comments_count - 1,
    users_count = users_count - (NOT EXISTS (
      SELECT 1 FROM comment WHERE user_id = NEW.user_id AND own_day = abs(NEW.own_day) AND question_id = NEW.question_id
        AND deleted_at IS NULL AND hidden_at IS NULL)),
    language_counts = CASE WHEN coalesce(NEW.language, '') = '' THEN language_counts ELSE json_set(
      language_counts, '$.' || NEW.language,
      coalesce(language_counts ->> NEW.language, 0) - 1) END,
    event_seq = event_seq + 1
  WHERE id = NEW.question_id;
  INSERT INTO comment_event (question_id, seq, comment_id, kind, language)
    SELECT id, event_seq, NEW.id, 'deleted', NEW.language FROM question WHERE id = NEW.question_id;
END;

CREATE TRIGGER comment_removed AFTER DELETE ON comment
  WHEN OLD.deleted_at IS NULL AND OLD.hidden_at IS NULL BEGIN
  UPDATE question SET
    comments_count = comments_count - 1,
    users_count = users_count - (NOT EXISTS (
      SELECT 1 FROM comment WHERE user_id = OLD.user_id AND own_day = abs(OLD.own_day) AND question_id = OLD.question_id
        AND deleted_at IS NULL AND hidden_at IS NULL)),
    language_counts = CASE WHEN coalesce(OLD.language, '') = '' THEN language_counts ELSE json_set(
      language_counts, '$.' || OLD.language,
      coalesce(language_counts ->> OLD.language, 0) - 1) END,
    event_seq = event_seq + 1
  WHERE id = OLD.question_id;
  INSERT INTO comment_event (question_id, seq, comment_id, kind, language)
    SELECT id, event_seq, OLD.id, 'deleted', OLD.language FROM question WHERE id = OLD.question_id;
END;

CREATE TRIGGER comment_text_erased AFTER UPDATE OF text ON comment
  WHEN NEW.text = '' AND NEW.text_key IS NOT NULL BEGIN
  UPDATE comment SET text_key = NULL WHERE seq = NEW.seq;
END;

CREATE TRIGGER comment_translation_unshown AFTER UPDATE OF text, deleted_at, hidden_at ON comment
  WHEN NEW.text <> OLD.text OR NEW.deleted_at IS NOT NULL OR NEW.hidden_at IS NOT NULL BEGIN
  DELETE FROM comment_translation WHERE comment_id = NEW.id;
END;

-- Moderation (`docs/decisions/0015-moderation.md`) -------------------------------------------------

-- One case per post. Outlives the post and its author's account; author_id is then NULL and the rest expires. State:
-- open (undecided), appealed (appeal undecided), closed.
CREATE TABLE moderation_case (
  id TEXT PRIMARY KEY NOT NULL,
  comment_id TEXT NOT NULL,
  question_id TEXT NOT NULL,
  author_id TEXT REFERENCES user (id) ON DELETE SET NULL,
  sealed_text TEXT,
  state TEXT NOT NULL CHECK (state IN ('open', 'appealed', 'closed')),
  -- Sum of the weights of undecided reports; a filter's case and a request weigh at least 1.
  score REAL NOT NULL DEFAULT 0,
  -- The queue's first order, heaviest first.
  rank REAL GENERATED ALWAYS AS (-score) VIRTUAL,
  -- Filter that opened or held it; NULL for people.
  filter TEXT,
  -- For optimistic locking: every change adds one.
  version INTEGER NOT NULL DEFAULT 1,
  opened_at INTEGER NOT NULL,
  -- The queue's second order after the score.
  waiting_since INTEGER NOT NULL,
  -- Cleared categories, a JSON array: further reports of these weigh nothing.
  fine_categories TEXT NOT NULL DEFAULT '[]',
  -- End of the time for appeal; then the kept text and the reports' words are erased.
  expires_at INTEGER
) WITHOUT ROWID;
CREATE UNIQUE INDEX moderation_case_comment ON moderation_case (comment_id);
CREATE INDEX moderation_case_queue ON moderation_case (rank, waiting_since, id) WHERE state <> 'closed';
-- For the notification of new cases.
CREATE INDEX moderation_case_waiting ON moderation_case (waiting_since) WHERE state <> 'closed';
CREATE INDEX moderation_case_question ON moderation_case (question_id);
CREATE INDEX moderation_case_author ON moderation_case (author_id, opened_at);
CREATE INDEX moderation_case_expiry ON moderation_case (expires_at) WHERE expires_at IS NOT NULL;
-- Closed cases of deleted accounts.
CREATE INDEX moderation_case_left ON moderation_case (id) WHERE author_id IS NULL AND state = 'closed';

CREATE TRIGGER user_account_cases BEFORE DELETE ON user BEGIN
  DELETE FROM moderation_case WHERE author_id = OLD.id AND comment_id = id;
END;

-- A report by a person, or a guest with a confirmed address. reporter_key: the user's id, or a keyed hash of the
-- guest's address. Category "illegal" and objections of non-users keep their form in sealed_form.
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
  outcome TEXT CHECK (outcome IN ('upheld', 'dismissed')),
  -- Until the outcome, for newcomers: a guest's reporter_key, or a keyed hash of an account's network.
  newcomer_key TEXT
) WITHOUT ROWID;
CREATE UNIQUE INDEX report_once ON report (case_id, reporter_key, category);
CREATE INDEX report_reporter ON report (reporter_id, created_at);

-- A guest's report or request until its code is confirmed.
CREATE TABLE unconfirmed_report (
  id TEXT PRIMARY KEY NOT NULL,
  code_hash TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  sealed_content TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX unconfirmed_report_expiry ON unconfirmed_report (expires_at);

-- Outcomes of a person's reports, for their weight.
CREATE TABLE reporter_record (
  user_id TEXT PRIMARY KEY NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  upheld INTEGER NOT NULL DEFAULT 0,
  dismissed INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

-- Immutable; a successful appeal adds a decision that reverses it.
CREATE TABLE decision (
  id TEXT PRIMARY KEY NOT NULL,
  case_id TEXT NOT NULL REFERENCES moderation_case (id) ON DELETE CASCADE,
  moderator_id TEXT REFERENCES user (id) ON DELETE SET NULL,
  action TEXT NOT NULL CHECK (action IN ('none', 'hide', 'warn', 'pause', 'ban', 'reverse')),
  -- End of a pause.
  ends_at INTEGER,
  ground_kind TEXT CHECK (ground_kind IN ('law', 'terms')),
  ground TEXT NOT NULL DEFAULT '',
  explanation TEXT NOT NULL DEFAULT '',
  found_by_filter INTEGER NOT NULL DEFAULT 0 CHECK (found_by_filter IN (0, 1)),
  created_at INTEGER NOT NULL,
  -- Set when a pause or ban was lifted early.
  ended_at INTEGER
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

-- Objection of a person whose rights a post touches, with the inquiry to the poster and its deadline.
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

-- Outcomes, statements of reasons and inquiries, shown in the product; mails repeat them.
CREATE TABLE notice (
  id TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  case_id TEXT NOT NULL,
  decision_id TEXT,
  -- The report, appeal or request of the notice.
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

-- Append-only. Ids only, so that it survives deletions.
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

-- Filters --------------------------------------------------------------------------------------

CREATE TABLE filter_word (
  word TEXT PRIMARY KEY NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('refused', 'held')),
  created_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE filter_hit (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  filter TEXT NOT NULL,
  word TEXT NOT NULL DEFAULT '',
  outcome TEXT NOT NULL CHECK (outcome IN ('nudged', 'refused', 'held')),
  comment_id TEXT
);
CREATE INDEX filter_hit_at ON filter_hit (at);

-- Mail and reminders ---------------------------------------------------------------------------

-- Queue with sealed content; in the default set-up also the outbox, where mail stays.
CREATE TABLE mail (
  id TEXT PRIMARY KEY NOT NULL,
  user_id TEXT,
  sealed TEXT NOT NULL,
  is_bulk INTEGER NOT NULL DEFAULT 0 CHECK (is_bulk IN (0, 1)),
  attempts INTEGER NOT NULL DEFAULT 0,
  -- Also the end of a claim (`src/worker/mail/deliver.ts`).
  next_attempt_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  sent_at INTEGER
) WITHOUT ROWID;
CREATE INDEX mail_prompt ON mail (next_attempt_at) WHERE sent_at IS NULL AND is_bulk = 0;
CREATE INDEX mail_bulk ON mail (next_attempt_at) WHERE sent_at IS NULL AND is_bulk = 1;
CREATE INDEX mail_expiry ON mail (expires_at);
CREATE INDEX mail_created ON mail (created_at);
CREATE INDEX mail_user ON mail (user_id);

CREATE TABLE reminder (
  user_id TEXT PRIMARY KEY NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  channel TEXT NOT NULL CHECK (channel IN ('push', 'mail')),
  hour INTEGER NOT NULL CHECK (hour BETWEEN 0 AND 23),
  time_zone TEXT NOT NULL,
  language TEXT NOT NULL,
  -- Part of each message; it can only end the reminder.
  token TEXT NOT NULL,
  -- Next reminder; NULL once ended.
  due_at INTEGER,
  next_attempt_at INTEGER
) WITHOUT ROWID;
CREATE UNIQUE INDEX reminder_token ON reminder (token);
CREATE INDEX reminder_waiting ON reminder (next_attempt_at) WHERE next_attempt_at IS NOT NULL;

CREATE TABLE push_subscription (
  endpoint TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  p256dh TEXT NOT NULL,
  auth TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- `due_at` of the last reminder that the push service accepted.
  told_at INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX push_subscription_user ON push_subscription (user_id, created_at);

-- Operations -----------------------------------------------------------------------------------

CREATE TABLE maintenance_window (
  service TEXT PRIMARY KEY NOT NULL CHECK (service IN ('auth', 'question')),
  starts_at INTEGER,
  ends_at INTEGER
) WITHOUT ROWID;

CREATE TABLE announcement (
  id TEXT PRIMARY KEY NOT NULL,
  starts_at INTEGER NOT NULL,
  withdrawn_at INTEGER
) WITHOUT ROWID;
CREATE INDEX announcement_start ON announcement (starts_at);
CREATE UNIQUE INDEX announcement_shown ON announcement (starts_at)
  WHERE withdrawn_at IS NULL OR withdrawn_at >= starts_at;

CREATE TABLE announcement_text (
  announcement_id TEXT NOT NULL REFERENCES announcement (id) ON DELETE CASCADE,
  language TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (announcement_id, language)
) WITHOUT ROWID;

-- A row is a raised alarm.
CREATE TABLE alarm (
  name TEXT PRIMARY KEY NOT NULL,
  since INTEGER NOT NULL,
  -- Measured value, no user text.
  detail TEXT NOT NULL
) WITHOUT ROWID;
