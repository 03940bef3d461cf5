-- A post writes eight rows instead of eleven.
--
-- The id of a comment follows from its idempotency key (`src/worker/services/comment/keyed-id.ts`), and the column stays
-- empty. Its two indexes hold only rows with a key: those of the release before, which needs them until this one runs and
-- after a return to it.
--
-- One index for the limit of three, for how many posts a person ever made on a question, and for a person's deletion: a
-- living comment has its place, a deleted one a number of its own.
CREATE UNIQUE INDEX comment_place
  ON comment (user_id, question_id, CASE WHEN deleted_at IS NULL THEN slot ELSE -seq END);
DROP INDEX comment_slot;
DROP INDEX comment_user_question;
