import type { authCalls } from '../../../contract/calls/auth.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError } from '../../http/service.ts'
import { emailKey } from '../../../domain/email.ts'
import { signInOf } from '../../identity/sign-in-headers.ts'
import { hashPassword } from '../../identity/password-hash.ts'
import { isEmailTaken } from '../../identity/email-taken.ts'
import { createAccount } from './new-account.ts'

/**
 * Creates an account that waits for its code.
 * @throws ServiceError emailTaken
 */
export const register: Handler<typeof authCalls.register> = async (
  c,
  { newEmail: email, newPassword },
) => {
  if (await isEmailTaken(c.env, emailKey(email))) throw new ServiceError('emailTaken')
  const passwordHash = await hashPassword(c.env, newPassword)
  return createAccount(c.env, { email, passwordHash }, signInOf(c.req.raw.headers))
}
