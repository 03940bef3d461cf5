import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { now } from '../../config/clock.ts'
import { tellDeletedFrom } from '../../../contract/deleted-from.ts'
import { failure } from '../../../contract/schemas.ts'
import { ServiceError, type ServiceBindings } from '../../http/service.ts'
import { publish } from '../../live/publish.ts'
import { authorizeWith, isAuthorized } from '../../identity/authorize.ts'

const body = z.strictObject({ commentId: z.string() })

export const deleteCommentRoute = createRoute({
  method: 'delete',
  path: '/comment',
  security: [{ bearer: [] }],
  request: { body: { required: true, content: { 'application/json': { schema: body } } } },
  responses: { 205: { description: 'deleted' }, '4XX': failure },
})

/** The row stays without its text, so that posts ever made can be counted; its place is free again. */
const DELETE = `
  UPDATE comment SET deleted_at = ?3, text = ''
  WHERE id = ?1 AND user_id = ?2 AND deleted_at IS NULL AND ${isAuthorized('?2', '?4', '?3')}
  RETURNING question_id`

const LIVING = 'SELECT 1 FROM comment WHERE id = ?1 AND deleted_at IS NULL'

/**
 * Deletes one of one's own comments.
 * @throws ServiceError userPrivilegeNotFound for someone else's, dataNotFound for one that is not there
 */
export async function deleteComment(
  c: Context<ServiceBindings>,
  { commentId }: z.output<typeof body>,
): Promise<void> {
  const { row: deleted } = await authorizeWith<{ question_id: string }>(
    c,
    ({ userId, sessionId }) =>
      c.env.DB.prepare(DELETE).bind(commentId, userId, now(c.env), sessionId),
  )
  if (!deleted) {
    const isLiving = await c.env.DB.prepare(LIVING).bind(commentId).first()
    throw new ServiceError(isLiving ? 'userPrivilegeNotFound' : 'dataNotFound')
  }
  publish(c, deleted.question_id)
  tellDeletedFrom(c, [deleted.question_id])
}
