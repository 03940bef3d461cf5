import { HOUR_MS } from '../../../domain/durations.ts'
import { config } from '../../config/config.ts'
import type { authCalls } from '../../../contract/calls/auth.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError } from '../../http/service.ts'
import { emailKey } from '../../../domain/email.ts'
import { countAttempt } from '../../http/count-in-database.ts'
import { addressCounter } from '../../identity/client-address.ts'
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
  const { headers } = c.req.raw
  const counter = await addressCounter(c.env, headers, 'register')
  await countAttempt(c.env, counter, config(c.env).limits.registrationsPerHour, HOUR_MS)
  if (await isEmailTaken(c.env, emailKey(email))) throw new ServiceError('emailTaken')
  const passwordHash = await hashPassword(c.env, password)
  return createAccount(c.env, { email, passwordHash }, signInOf(headers))
}
