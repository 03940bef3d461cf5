import { epochSeconds } from '../../domain/durations.ts'
import type { Comment } from '../../contract/schemas.ts'
import type { Language } from '../../domain/language.ts'
import { postLanguage } from '../../domain/post-language.ts'
import { tokyoIso } from '../../domain/tokyo-time.ts'

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
