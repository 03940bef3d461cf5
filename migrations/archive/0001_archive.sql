-- An archive: visible posts of closed days. A post that is to change goes back to the main database first, so rows are
-- only inserted and deleted. People, questions and cases are in the main database.

CREATE TABLE comment (
  seq INTEGER PRIMARY KEY NOT NULL,
  id TEXT NOT NULL,
  question_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  slot INTEGER NOT NULL,
  text TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  text_key INTEGER,
  language TEXT,
  -- `seq` of the person's last post on the question: all posts of a person on a question move at once.
  moved_seq INTEGER NOT NULL
);
CREATE INDEX comment_id ON comment (id);
CREATE INDEX comment_reading ON comment (question_id, seq, moved_seq);
CREATE INDEX comment_place ON comment (user_id, question_id);
CREATE INDEX comment_history ON comment (user_id, seq);

CREATE TABLE comment_translation (
  comment_id TEXT NOT NULL,
  language TEXT NOT NULL,
  text TEXT NOT NULL,
  translator TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (comment_id, language)
) WITHOUT ROWID;
CREATE TRIGGER comment_translation_removed AFTER DELETE ON comment BEGIN
  DELETE FROM comment_translation WHERE comment_id = OLD.id;
END;

-- One row: the newest token that has written here. A run with an older one was overtaken.
CREATE TABLE archive_fence (id INTEGER PRIMARY KEY NOT NULL, token INTEGER NOT NULL);
INSERT INTO archive_fence (id, token) VALUES (1, 0);
