import { commentCalls } from '../../../contract/calls/comment.ts'
import { now } from '../../config/clock.ts'
import { createService, type Handler } from '../../http/create-service.ts'
import { ServiceError } from '../../http/service.ts'
import { publish } from '../../live/publish.ts'
import * as exportComments from './export-file.ts'
import * as history from './history.ts'
import * as ownSuggestions from './own-suggestions.ts'
import * as postComment from './post-comment.ts'

/** Keeps the row without its text, to count posts ever made, and frees the slot. */
const DELETE = `
  UPDATE comment SET deleted_at = ?3, text = ''
  WHERE id = ?1 AND user_id = ?2 AND deleted_at IS NULL
  RETURNING question_id`

const IS_UNDELETED = 'SELECT 1 FROM comment WHERE id = ?1 AND deleted_at IS NULL'

/** @throws ServiceError userPrivilegeNotFound for someone else's comment, dataNotFound */
const deleteComment: Handler<'deleteComment'> = async (c, { commentId }) => {
  const deleted = await c.env.DB.prepare(DELETE)
    .bind(commentId, c.var.person.userId, now(c.env))
    .first<{ question_id: string }>()
  if (!deleted) {
    const isUndeleted = await c.env.DB.prepare(IS_UNDELETED).bind(commentId).first()
    throw new ServiceError(isUndeleted ? 'userPrivilegeNotFound' : 'dataNotFound')
  }
  publish(c, deleted.question_id)
}

export const commentService = createService(commentCalls, {
  ...exportComments,
  ...history,
  ...ownSuggestions,
  ...postComment,
  deleteComment,
})
