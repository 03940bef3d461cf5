import { createRoute } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { failure } from '../../../contract/schemas.ts'
import type { ServiceBindings } from '../../http/service.ts'
import { bearerToken } from '../../identity/authorize.ts'
import { endSession } from '../../identity/sessions.ts'

export const logoutRoute = createRoute({
  method: 'post',
  path: '/user/logout',
  security: [{ bearer: [] }],
  responses: { 205: { description: 'the session has ended' }, 401: failure },
})

/**
 * Ends the session of the access token, which may have expired: it still says whose session it was.
 * @throws ServiceError invalidAccessToken
 */
export async function logout(c: Context<ServiceBindings>): Promise<void> {
  const { sessionId } = await bearerToken(c)
  await endSession(c.env, sessionId).run()
}
