import type { authCalls } from '../../../contract/calls/auth.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError } from '../../http/service.ts'
import { emailKey } from '../../../domain/email.ts'
import { usernameKey, usernameSkeleton } from '../../../domain/username.ts'
import { imitates, isRefusedUsername } from '../../identity/username-filter.ts'
import { isEmailTaken } from '../../identity/email-taken.ts'

/** @throws ServiceError emailTaken */
export const checkEmail: Handler<typeof authCalls.checkEmail> = async (c, query) => {
  if (await isEmailTaken(c.env, emailKey(query.email))) throw new ServiceError('emailTaken')
}

const TAKEN = 'SELECT 1 FROM user WHERE username_key = ?1 OR username_skeleton = ?2 LIMIT 1'

/** @throws ServiceError usernameTaken */
export const checkUsername: Handler<typeof authCalls.checkUsername> = async (c, query) => {
  if (isRefusedUsername(c.env, query.username)) throw new ServiceError('usernameTaken')
  const taken = await c.env.DB.prepare(TAKEN)
    .bind(usernameKey(query.username), imitates(c.env, usernameSkeleton(query.username)))
    .first()
  if (taken) throw new ServiceError('usernameTaken')
}
