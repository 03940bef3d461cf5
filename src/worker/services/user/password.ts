import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { emailKey } from '../../../domain/email.ts'
import { isValidPassword } from '../../../domain/password.ts'
import { accepted, failure } from '../../../contract/schemas.ts'
import { ServiceError, type ServiceBindings } from '../../http/service.ts'
import { authorize } from '../../identity/authorize.ts'
import { hashPassword, verifyPassword } from '../../identity/password-hash.ts'
import { sendSecurityMail, type MailOwner } from '../../identity/security-mail.ts'
import { endSessions } from '../../identity/sessions.ts'
import { expectFailure, forgetFailures } from '../../identity/sign-in-failures.ts'

const body = z.strictObject({ email: z.string(), password: z.string(), newPassword: z.string() })

export const passwordRoute = createRoute({
  method: 'put',
  path: '/user/password',
  security: [{ bearer: [] }],
  request: { body: { required: true, content: { 'application/json': { schema: body } } } },
  responses: { 202: accepted, '4XX': failure },
})

const CURRENT = 'SELECT email, language, email_key, password_hash FROM user WHERE id = ?1'
/** Unless another change came first. */
const CHANGE = 'UPDATE user SET password_hash = ?2 WHERE id = ?1 AND password_hash = ?3'

interface Current extends MailOwner {
  email_key: string
  password_hash: string | null
}

/**
 * Changes the password, ends the person's other sessions, revokes any live code and tells the owner by mail. Wrong
 * passwords count as failed sign-ins.
 * @throws ServiceError as `authorize`; userPrivilegeNotFound for social users, dataNotAvailable (`newPassword`),
 *   invalidUsernameOrPassword for a wrong address or current password, tooManyAttempts
 */
export async function changePassword(
  c: Context<ServiceBindings>,
  { email, password, newPassword }: z.output<typeof body>,
): Promise<void> {
  const { env } = c
  const { userId, sessionId, isSocial } = await authorize(c)
  const current = await env.DB.prepare(CURRENT).bind(userId).first<Current>()
  if (isSocial || !current?.password_hash) throw new ServiceError('userPrivilegeNotFound')
  if (!isValidPassword(newPassword))
    throw new ServiceError('dataNotAvailable', { field: 'newPassword' })

  const forgive = await expectFailure(env, c.req.raw.headers, current.email_key)
  const isOwn = emailKey(email) === current.email_key
  const hashes = async () => {
    const { isRight } = await verifyPassword(env, password, current.password_hash)
    return isRight && isOwn ? hashPassword(env, newPassword) : undefined
  }
  const renewed = await hashes().catch(async (error: unknown) => {
    await forgive()
    throw error
  })
  if (!renewed) throw new ServiceError('invalidUsernameOrPassword')
  await forgive()
  const [changed] = await env.DB.batch([
    env.DB.prepare(CHANGE).bind(userId, renewed, current.password_hash),
    env.DB.prepare('DELETE FROM passcode WHERE user_id = ?1').bind(userId),
    endSessions(env, userId, sessionId),
    await forgetFailures(env, current.email_key),
  ])
  if (changed?.meta.changes === 0) throw new ServiceError('invalidUsernameOrPassword')
  sendSecurityMail(c, { kind: 'passwordChanged', owner: current, userId })
}
