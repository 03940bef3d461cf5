import type { userCalls } from '../../../contract/calls/user.ts'
import type { Handler } from '../../http/create-service.ts'
import { emailKey } from '../../../domain/email.ts'
import { isValidPassword } from '../../../domain/password.ts'
import { ServiceError } from '../../http/service.ts'
import { authorize } from '../../identity/authorize.ts'
import { endPasscodes } from '../../identity/issue-passcode.ts'
import { hashPassword, verifyPassword } from '../../identity/password-hash.ts'
import { sendSecurityMail, type MailOwner } from '../../identity/security-mail.ts'
import { endSessions } from '../../identity/sessions.ts'
import { expectFailure, clearFailures } from '../../identity/sign-in-failures.ts'

const CURRENT = 'SELECT email, language, email_key, password_hash FROM user WHERE id = ?1'
/** Unless another change came first. */
const CHANGE = 'UPDATE user SET password_hash = ?2 WHERE id = ?1 AND password_hash = ?3'

interface Current extends MailOwner {
  email_key: string
  password_hash: string | null
}

/**
 * Changes the password, ends the person's other sessions, ends the codes and tells the owner by mail. Wrong
 * passwords count as failed sign-ins.
 * @throws ServiceError as `authorize`; userPrivilegeNotFound for social users, dataNotAvailable (`newPassword`),
 *   invalidUsernameOrPassword for a wrong address or current password, tooManyAttempts
 */
export const changePassword: Handler<typeof userCalls.changePassword> = async (
  c,
  { email, password, newPassword },
) => {
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
    endPasscodes(env, userId),
    endSessions(env, userId, sessionId),
    await clearFailures(env, current.email_key),
  ])
  if (changed?.meta.changes === 0) throw new ServiceError('invalidUsernameOrPassword')
  sendSecurityMail(c, { kind: 'passwordChanged', owner: current, userId })
}
