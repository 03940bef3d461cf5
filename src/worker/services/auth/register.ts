import { config } from '../../config/config.ts'
import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { failure, results, sessionSchema } from '../../../contract/schemas.ts'
import { ServiceError, type ServiceBindings } from '../../http/service.ts'
import { emailKey } from '../../../domain/email.ts'
import { countAttempt, MINUTE } from '../../http/limits.ts'
import { addressCounter } from '../../identity/client-address.ts'
import { signInOf } from '../../identity/device.ts'
import { hashPassword } from '../../identity/password-hash.ts'
import { isEmailTaken } from '../../identity/email-taken.ts'
import { jsonBody, signInHeaders, validEmail, validPassword } from './fields.ts'
import { createAccount } from './new-account.ts'

const newSession = z
  .strictObject({ ...sessionSchema.shape, username: z.string() })
  .openapi('NewSession')

export const registerRoute = createRoute({
  method: 'post',
  path: '/user/register',
  request: {
    body: jsonBody(z.strictObject({ newEmail: z.string(), newPassword: z.string() })),
    headers: signInHeaders,
  },
  responses: {
    200: results(newSession, 'registered, not yet activated'),
    403: failure,
    406: failure,
  },
})

/**
 * Creates an account that waits for its code.
 * @throws ServiceError dataNotAvailable (`newEmail`, `newPassword`), emailTaken, tooManyAttempts
 */
export async function register(
  c: Context<ServiceBindings>,
  body: { newEmail: string; newPassword: string },
): Promise<z.infer<typeof newSession>> {
  const email = validEmail('newEmail', body.newEmail)
  const password = validPassword('newPassword', body.newPassword)
  const { headers } = c.req.raw
  const counter = await addressCounter(c.env, headers, 'register')
  await countAttempt(c.env, counter, config(c.env).limits.registrationsPerHour, 60 * MINUTE)
  if (await isEmailTaken(c.env, emailKey(email))) throw new ServiceError('emailTaken')
  const passwordHash = await hashPassword(c.env, password)
  return createAccount(c.env, { email, passwordHash }, signInOf(headers))
}
