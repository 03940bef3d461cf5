import type { commentCalls } from '../../../contract/calls/comment.ts'
import type { Handler } from '../../http/create-service.ts'
import { archivesOf } from '../../archive/archives.ts'
import { archivedPost, recall } from '../../archive/recall.ts'
import { now } from '../../config/clock.ts'
import { setDeletedFrom } from '../../../contract/deleted-from.ts'
import { ServiceError } from '../../http/service.ts'
import { publish } from '../../live/publish.ts'
import { authorizeWith, isAuthorized, type Person } from '../../identity/authorize.ts'

/** The row stays without its text, so that posts ever made can be counted; its slot is free again. */
const DELETE = `
  UPDATE comment SET deleted_at = ?3, text = ''
  WHERE id = ?1 AND user_id = ?2 AND deleted_at IS NULL AND ${isAuthorized('?2', '?4', '?3')}
  RETURNING question_id`

const IS_UNDELETED = 'SELECT 1 FROM comment WHERE id = ?1 AND deleted_at IS NULL'

/**
 * Deletes one of one's own comments.
 * @throws ServiceError userPrivilegeNotFound for someone else's, dataNotFound for one that is not there
 */
export const deleteComment: Handler<typeof commentCalls.deleteComment> = async (
  c,
  { commentId },
) => {
  const deletion = () =>
    authorizeWith<{ question_id: string }>(c, ({ userId, sessionId }) =>
      c.env.DB.prepare(DELETE).bind(commentId, userId, now(c.env), sessionId),
    )
  const first = await deletion()
  const deleted = first.row ?? (await deleteArchived(c.env, commentId, first.person, deletion))
  publish(c, deleted.question_id)
  setDeletedFrom(c, [deleted.question_id])
}

/**
 * An archived post goes back to the main database, where it is deleted like any other.
 * @throws ServiceError as `deleteComment`
 */
async function deleteArchived<Row>(
  env: Env,
  commentId: string,
  { userId }: Person,
  deletion: () => Promise<{ row: Row | undefined }>,
): Promise<Row> {
  const isUndeleted = await env.DB.prepare(IS_UNDELETED).bind(commentId).first()
  const archived = isUndeleted ? undefined : await archivedPost(env, commentId)
  if (archived?.authorId === userId) await recall(env, userId, archived.questionId)
  // A post that is nowhere may have come back between the two looks.
  if (archived ? archived.authorId === userId : !isUndeleted && archivesOf(env).size > 0) {
    const { row } = await deletion()
    if (row) return row
  }
  throw new ServiceError(isUndeleted || archived ? 'userPrivilegeNotFound' : 'dataNotFound')
}
