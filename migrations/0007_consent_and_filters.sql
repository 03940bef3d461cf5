-- The version of the terms that a person agreed to, a day (`docs/product.md#consent`). Accounts from before versions
-- were recorded are asked at their next post.
ALTER TABLE user ADD COLUMN terms_version TEXT NOT NULL DEFAULT '';

-- How a username looks (`usernameSkeleton` in `src/domain/username.ts`): two of one look are taken for each other.
ALTER TABLE user ADD COLUMN username_skeleton TEXT NOT NULL DEFAULT '';
UPDATE user SET username_skeleton = replace(replace(replace(replace(replace(
  lower(replace(username, 'I', 'l')), '_', '-'), '0', 'o'), '1', 'l'), 'rn', 'm'), 'vv', 'w');
CREATE INDEX user_username_skeleton ON user (username_skeleton);

-- The operator's word list. `npm run words` writes it; posts are matched against its normalized form.
CREATE TABLE filter_word (
  word TEXT PRIMARY KEY NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('refused', 'held')),
  created_at INTEGER NOT NULL
) WITHOUT ROWID;

-- What the filters did, kept for 90 days. Holds no text and nothing of a person.
CREATE TABLE filter_hit (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  filter TEXT NOT NULL,
  word TEXT NOT NULL DEFAULT '',
  outcome TEXT NOT NULL CHECK (outcome IN ('nudged', 'refused', 'held')),
  comment_id TEXT
);
CREATE INDEX filter_hit_at ON filter_hit (at);

-- A hash of the text as the filter of repetitions compares it; gone with the text.
ALTER TABLE comment ADD COLUMN text_key INTEGER;
CREATE TRIGGER comment_text_erased AFTER UPDATE OF text ON comment
  WHEN NEW.text = '' AND NEW.text_key IS NOT NULL BEGIN
  UPDATE comment SET text_key = NULL WHERE seq = NEW.seq;
END;
