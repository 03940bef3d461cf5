-- No release ever stored tokens, codes, idempotency keys or posts without a language in these forms.
DROP TABLE update_token;
DROP TABLE passcode;
DROP TRIGGER comment_language_read;
DROP INDEX comment_idempotency;
DROP INDEX comment_idempotency_age;
ALTER TABLE comment DROP COLUMN idempotency_key;
DROP INDEX comment_language_unread;
