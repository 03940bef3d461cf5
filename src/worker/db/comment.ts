import type { Comment } from '../../contract/schemas.ts'
import { DAY_MS, epochSeconds } from '../../domain/durations.ts'
import type { Language } from '../../domain/language.ts'
import { postLanguage } from '../../domain/post-language.ts'
import { TOKYO_OFFSET_MS, tokyoIso } from '../../domain/tokyo-time.ts'

/** A stored comment with what its writer says about themselves. Times in epoch milliseconds. */
export interface StoredComment {
  id: string
  userId: string
  text: string
  createdAt: number
  /** Empty for a text without a language, null for a row that was written without one. */
  language: Language | null
  username: string
  pictureId: string | null
}

/** SQL: a row of `comment` is shown to everybody. */
export const isVisible = 'comment.deleted_at IS NULL AND comment.hidden_at IS NULL'

/** The path of a person's picture, empty when there is none. */
export const pictureLink = (pictureId: string | null): string =>
  pictureId ? `/picture/${pictureId}` : ''

/** A comment as the contract shows it. */
export function toComment(stored: StoredComment): Comment {
  const lang = stored.language ?? postLanguage(stored.text)
  return {
    commentId: stored.id,
    userId: stored.userId,
    text: stored.text,
    ...(lang && { lang }),
    lastUpdated: epochSeconds(stored.createdAt),
    lastUpdatedDate: tokyoIso(stored.createdAt),
    userOptions: { picture: pictureLink(stored.pictureId), username: stored.username },
  }
}

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
