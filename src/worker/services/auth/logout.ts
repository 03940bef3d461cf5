import type { authCalls } from '../../../contract/calls/auth.ts'
import type { Handler } from '../../http/create-service.ts'
import { endSession } from '../../identity/sessions.ts'

/** Ends the session of the access token, which may have expired. */
export const logout: Handler<typeof authCalls.logout> = async (c) => {
  await endSession(c.env, c.var.person.sessionId).run()
}
