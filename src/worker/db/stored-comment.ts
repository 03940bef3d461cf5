import { epochSeconds } from '../../domain/durations.ts'
import type { Comment } from '../../contract/schemas.ts'
import type { Language } from '../../domain/language.ts'
import { postLanguage } from '../../domain/post-language.ts'
import { tokyoIso } from '../../domain/tokyo-time.ts'
import { config } from '../config/config.ts'

/** A stored comment with what its writer says about themselves. Times in epoch milliseconds. */
export interface StoredComment {
  id: string
  userId: string
  text: string
  createdAt: number
  /** NULL until `jobs/comment-languages.ts` has filled it. */
  language: Language | null
  username: string
  pictureId: string | null
}

/** SQL: a row of `comment` is shown to everybody. */
export const isVisible = 'comment.deleted_at IS NULL AND comment.hidden_at IS NULL'

/** Ends the ids of the pictures that the bucket's own domain serves: by it Cloudflare caches them. */
const EXTENSION = /\.(?:jpg|png)$/

/**
 * The address of a person's picture, empty when there is none: below `PICTURE_ORIGIN` where it is set and the picture was
 * stored for it, else below the site.
 */
export function pictureLink(env: object, pictureId: string | null): string {
  if (!pictureId) return ''
  const { pictureOrigin } = config(env)
  return pictureOrigin && EXTENSION.test(pictureId)
    ? `${pictureOrigin}/${pictureId}`
    : `/picture/${pictureId}`
}

/** A comment as the contract shows it. */
export function toComment(env: object, stored: StoredComment): Comment {
  const lang = stored.language ?? postLanguage(stored.text)
  return {
    commentId: stored.id,
    userId: stored.userId,
    text: stored.text,
    ...(lang && { lang }),
    lastUpdated: epochSeconds(stored.createdAt),
    lastUpdatedDate: tokyoIso(stored.createdAt),
    userOptions: { picture: pictureLink(env, stored.pictureId), username: stored.username },
  }
}
