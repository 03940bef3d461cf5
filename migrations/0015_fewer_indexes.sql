-- A post writes eight rows instead of eleven.

-- The id of a comment follows from its idempotency key (`src/worker/services/comment/keyed-id.ts`), so that no key is
-- stored or cleaned up any more.
DROP INDEX comment_idempotency;
DROP INDEX comment_idempotency_age;
UPDATE comment SET idempotency_key = NULL WHERE idempotency_key IS NOT NULL;

-- One index for the limit of three, for how many posts a person ever made on a question, and for a person's deletion: a
-- living comment has its place, a deleted one a number of its own.
CREATE UNIQUE INDEX comment_place
  ON comment (user_id, question_id, CASE WHEN deleted_at IS NULL THEN slot ELSE -seq END);
DROP INDEX comment_slot;
DROP INDEX comment_user_question;
