import type { Context } from 'hono'
import type { authCalls } from '../../../contract/calls/auth.ts'
import type { Handler } from '../../http/create-service.ts'
import { DAY_MS, MINUTE_MS } from '../../../domain/durations.ts'
import { ServiceError, type ServiceBindings } from '../../http/service.ts'
import { emailKey } from '../../../domain/email.ts'
import { usernameKey, usernameProblem, usernameSkeleton } from '../../../domain/username.ts'
import { countSenderExactly } from '../../identity/count-sender.ts'
import { imitates, isRefusedUsername } from '../../identity/username-filter.ts'
import { isEmailTaken } from '../../identity/email-taken.ts'
import { validEmail } from './fields.ts'

/** @throws ServiceError dataNotAvailable (`email`), tooManyAttempts, emailTaken */
export const checkEmail: Handler<typeof authCalls.checkEmail> = async (c, query) => {
  const email = validEmail('email', query.email)
  await countCheck(c)
  if (await isEmailTaken(c.env, emailKey(email))) throw new ServiceError('emailTaken')
}

const TAKEN = 'SELECT 1 FROM user WHERE username_key = ?1 OR username_skeleton = ?2 LIMIT 1'

/** @throws ServiceError dataNotAvailable (`username`), tooManyAttempts, usernameTaken */
export const checkUsername: Handler<typeof authCalls.checkUsername> = async (c, query) => {
  if (usernameProblem(query.username))
    throw new ServiceError('dataNotAvailable', { field: 'username' })
  await countCheck(c)
  if (isRefusedUsername(c.env, query.username)) throw new ServiceError('usernameTaken')
  const taken = await c.env.DB.prepare(TAKEN)
    .bind(usernameKey(query.username), imitates(c.env, usernameSkeleton(query.username)))
    .first()
  if (taken) throw new ServiceError('usernameTaken')
}

/** The product requires that these two checks reveal whether a name is taken, so their number is limited. */
async function countCheck(c: Context<ServiceBindings>): Promise<void> {
  await countSenderExactly(c, 'availabilityMinute', 'availabilityChecksPerMinute', MINUTE_MS)
  await countSenderExactly(c, 'availabilityDay', 'availabilityChecksPerDay', DAY_MS)
}
