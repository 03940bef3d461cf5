import { HOUR_MS } from '../../../domain/durations.ts'
import type { authCalls } from '../../../contract/calls/auth.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError } from '../../http/service.ts'
import { emailKey } from '../../../domain/email.ts'
import { countSenderExactly } from '../../identity/count-sender.ts'
import { signInOf } from '../../identity/sign-in-headers.ts'
import { hashPassword } from '../../identity/password-hash.ts'
import { isEmailTaken } from '../../identity/email-taken.ts'
import { validEmail, validNewPassword } from './fields.ts'
import { createAccount } from './new-account.ts'

/**
 * Creates an account that waits for its code.
 * @throws ServiceError dataNotAvailable (`newEmail`, `newPassword`), emailTaken, tooManyAttempts
 */
export const register: Handler<typeof authCalls.register> = async (c, body) => {
  const email = validEmail('newEmail', body.newEmail)
  const password = validNewPassword(body)
  await countSenderExactly(c, 'register', 'registrationsPerHour', HOUR_MS)
  if (await isEmailTaken(c.env, emailKey(email))) throw new ServiceError('emailTaken')
  const passwordHash = await hashPassword(c.env, password)
  return createAccount(c.env, { email, passwordHash }, signInOf(c.req.raw.headers))
}
