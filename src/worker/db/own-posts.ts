import { DAY_MS } from '../../domain/durations.ts'
import { TOKYO_OFFSET_MS } from '../../domain/tokyo-time.ts'

/**
 * SQL: the number of a question's day, which `comment.own_day` has for its undeleted posts and, negative, for its deleted
 * ones. With it a person's posts of a question are found by an index.
 * @param previewAt the question's `preview_at`
 */
export const dayNumber = (previewAt: string) => `((${previewAt} + ${TOKYO_OFFSET_MS}) / ${DAY_MS})`

/** SQL: the same of a question by its id. */
const dayNumberOf = (questionId: string) =>
  `(SELECT ${dayNumber('preview_at')} FROM question WHERE id = ${questionId})`

/** SQL: a person's posts that are not deleted; follows a condition on `user_id`. */
export const isUndeleted = 'comment.own_day >= 0 AND comment.deleted_at IS NULL'

/** SQL: after `isUndeleted`, newest first by an index. A post stored after midnight can be of the day before. */
export const newestFirst = 'comment.own_day DESC, comment.seq DESC'

/** SQL: all posts that a person made on a question, deleted ones too, by an index. */
export const everPostedOn = (userId: string, questionId: string, day = dayNumberOf(questionId)) =>
  `comment.user_id = ${userId} AND comment.question_id = ${questionId} AND comment.own_day IN (${day}, -${day})`

/** SQL: those of them that are not deleted. */
export const undeletedPostsOn = (
  userId: string,
  questionId: string,
  day = dayNumberOf(questionId),
) =>
  `comment.user_id = ${userId} AND comment.question_id = ${questionId} AND comment.own_day = ${day} AND comment.deleted_at IS NULL`
