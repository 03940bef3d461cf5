import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { accepted, failure } from '../../../contract/schemas.ts'
import { ServiceError, type ServiceBindings } from '../../http/service.ts'
import { isConstraintFailure } from '../../db/constraint.ts'
import { isReservedUsername, usernameKey, usernameProblem } from '../../../domain/username.ts'
import { authorize } from '../../identity/authorize.ts'

export const usernameRoute = createRoute({
  method: 'put',
  path: '/user/username',
  security: [{ bearer: [] }],
  request: {
    body: {
      content: { 'application/json': { schema: z.strictObject({ newUsername: z.string() }) } },
      required: true,
    },
  },
  responses: { 202: accepted, 401: failure, 403: failure, 404: failure, 406: failure },
})

/** @throws ServiceError as `authorize`; dataNotAvailable (`newUsername`), usernameTaken */
export async function renameUser(
  c: Context<ServiceBindings>,
  { newUsername }: { newUsername: string },
): Promise<void> {
  const { userId } = await authorize(c)
  if (usernameProblem(newUsername))
    throw new ServiceError('dataNotAvailable', { field: 'newUsername' })
  if (isReservedUsername(newUsername)) throw new ServiceError('usernameTaken')
  try {
    await c.env.DB.prepare('UPDATE user SET username = ?2, username_key = ?3 WHERE id = ?1')
      .bind(userId, newUsername, usernameKey(newUsername))
      .run()
  } catch (error) {
    throw isConstraintFailure(error, 'user.username_key')
      ? new ServiceError('usernameTaken')
      : error
  }
}
