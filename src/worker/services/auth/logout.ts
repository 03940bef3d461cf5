import type { authCalls } from '../../../contract/calls/auth.ts'
import type { Handler } from '../../http/create-service.ts'
import { bearerToken } from '../../identity/authorize.ts'
import { endSession } from '../../identity/sessions.ts'

/**
 * Ends the session of the access token, which may have expired: it still says whose session it was.
 * @throws ServiceError invalidAccessToken
 */
export const logout: Handler<typeof authCalls.logout> = async (c) => {
  const { sessionId } = await bearerToken(c)
  await endSession(c.env, sessionId).run()
}
