import { DAY } from '../../../domain/question-day.ts'
import { config } from '../../config/config.ts'
import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { accepted, failure } from '../../../contract/schemas.ts'
import { ServiceError, type ServiceBindings } from '../../http/service.ts'
import { emailKey } from '../../../domain/email.ts'
import { isReservedUsername, usernameKey, usernameProblem } from '../../../domain/username.ts'
import { countAttempt, MINUTE } from '../../http/limits.ts'
import { addressCounter } from '../../identity/client-address.ts'
import { isEmailTaken } from '../../identity/email-taken.ts'
import { validEmail } from './fields.ts'

const responses = { 202: accepted, 403: failure, 406: failure }

export const emailAvailableRoute = createRoute({
  method: 'get',
  path: '/user/email/available',
  request: { query: z.object({ email: z.string() }) },
  responses,
})

export const usernameAvailableRoute = createRoute({
  method: 'get',
  path: '/user/username/available',
  request: { query: z.object({ username: z.string() }) },
  responses,
})

/** @throws ServiceError dataNotAvailable (`email`), tooManyAttempts, emailTaken */
export async function emailAvailable(
  c: Context<ServiceBindings>,
  query: { email: string },
): Promise<void> {
  const email = validEmail('email', query.email)
  await countCheck(c)
  if (await isEmailTaken(c.env, emailKey(email))) throw new ServiceError('emailTaken')
}

/** @throws ServiceError dataNotAvailable (`username`), tooManyAttempts, usernameTaken */
export async function usernameAvailable(
  c: Context<ServiceBindings>,
  query: { username: string },
): Promise<void> {
  if (usernameProblem(query.username))
    throw new ServiceError('dataNotAvailable', { field: 'username' })
  await countCheck(c)
  if (isReservedUsername(query.username)) throw new ServiceError('usernameTaken')
  const taken = await c.env.DB.prepare('SELECT 1 FROM user WHERE username_key = ?1')
    .bind(usernameKey(query.username))
    .first()
  if (taken) throw new ServiceError('usernameTaken')
}

/** The product requires that these two checks reveal whether a name is taken, so their number is limited. */
async function countCheck(c: Context<ServiceBindings>): Promise<void> {
  const { env } = c
  const minute = await addressCounter(env, c.req.raw.headers, 'availabilityMinute')
  await countAttempt(env, minute, config(env).limits.availabilityChecksPerMinute, MINUTE)
  const day = await addressCounter(env, c.req.raw.headers, 'availabilityDay')
  await countAttempt(env, day, config(env).limits.availabilityChecksPerDay, DAY)
}
