-- Drops what was written and never read. A question's status follows from its day, and a picture's type is stored
-- with its object. Between this migration and the new version of the worker, a running older version cannot store
-- a new question or picture.
DROP INDEX question_open;
ALTER TABLE question DROP COLUMN status;
DROP INDEX mail_sent;
ALTER TABLE picture DROP COLUMN type;
ALTER TABLE picture DROP COLUMN width;
ALTER TABLE picture DROP COLUMN height;
