import { DAY, TOKYO_OFFSET } from '../../domain/question-day.ts'

/**
 * SQL: the number of a question's day, which `comment.own_day` has for its living posts and, negative, for its deleted
 * ones. With it a person's posts of a question are found by an index.
 * @param previewAt the question's `preview_at`
 */
export const dayNumber = (previewAt: string) => `((${previewAt} + ${TOKYO_OFFSET}) / ${DAY})`

/** SQL: the same of a question by its id. */
export const dayNumberOf = (questionId: string) =>
  `(SELECT ${dayNumber('preview_at')} FROM question WHERE id = ${questionId})`

/** SQL: a person's posts that are not deleted; follows a condition on `user_id`. */
export const isLiving = 'comment.own_day >= 0 AND comment.deleted_at IS NULL'

/** SQL: after `isLiving`, newest first by an index: no two posts of a person are in another order by day than by `seq`. */
export const newestFirst = 'comment.own_day DESC, comment.seq DESC'
