import type { Comment } from '../../contract/schemas.ts'
import { DAY_MS, epochSeconds } from '../../domain/durations.ts'
import type { Language } from '../../domain/language.ts'
import { postLanguage } from '../../domain/post-language.ts'
import { TOKYO_OFFSET_MS, tokyoIso } from '../../domain/tokyo-time.ts'

/** A stored comment with its author's profile. Times in epoch milliseconds. */
export interface StoredComment {
  id: string
  userId: string
  text: string
  createdAt: number
  /** Empty: the text has no language. Null: the row was stored without one. */
  language: Language | null
  username: string
  pictureId: string | null
}

export const isVisible = 'comment.deleted_at IS NULL AND comment.hidden_at IS NULL'

export const pictureLink = (pictureId: string | null): string =>
  pictureId ? `/picture/${pictureId}` : ''

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
 * SQL: number of a question's day, the value of `comment.own_day` (negative for deleted posts). Makes a person's
 * posts of a question an index lookup.
 * @param previewAt the question's `preview_at`
 */
export const dayNumber = (previewAt: string) => `((${previewAt} + ${TOKYO_OFFSET_MS}) / ${DAY_MS})`

const dayNumberOf = (questionId: string) =>
  `(SELECT ${dayNumber('preview_at')} FROM question WHERE id = ${questionId})`

/** SQL: undeleted posts of a person; follows a condition on `user_id`. */
export const isUndeleted = 'comment.own_day >= 0 AND comment.deleted_at IS NULL'

/** SQL: order by index, after `isUndeleted`. A post stored after midnight can belong to the day before. */
export const newestFirst = 'comment.own_day DESC, comment.seq DESC'

/** SQL: includes deleted posts, which count towards the limit. */
export const everPostedOn = (userId: string, questionId: string, day = dayNumberOf(questionId)) =>
  `comment.user_id = ${userId} AND comment.question_id = ${questionId} AND comment.own_day IN (${day}, -${day})`

export const undeletedPostsOn = (
  userId: string,
  questionId: string,
  day = dayNumberOf(questionId),
) =>
  `comment.user_id = ${userId} AND comment.question_id = ${questionId} AND comment.own_day = ${day} AND comment.deleted_at IS NULL`
