import type { Handler } from '../../http/create-service.ts'
import { emailKey } from '../../../domain/email.ts'
import { batch } from '../../db/database.ts'
import { ServiceError } from '../../http/service.ts'
import { endPasscodes } from '../../identity/issue-passcode.ts'
import { hashPassword, verifyPassword } from '../../identity/password-hash.ts'
import { sendSecurityMail } from '../../identity/security-mail.ts'
import { endSessions } from '../../identity/sessions.ts'
import { clearFailures, expectFailure } from '../../identity/sign-in.ts'

const CURRENT = 'SELECT password_hash AS passwordHash FROM user WHERE id = ?1'
/** No effect after a concurrent change. */
const CHANGE = 'UPDATE user SET password_hash = ?2 WHERE id = ?1 AND password_hash = ?3'

/**
 * Changes the password, ends other sessions and all codes, and notifies the owner by mail. Wrong passwords count as
 * failed sign-ins.
 * @throws ServiceError userPrivilegeNotFound for social users, invalidUsernameOrPassword for a wrong address or
 *   current password, tooManyAttempts
 */
export const changePassword: Handler<'changePassword'> = async (
  c,
  { email, password, newPassword },
) => {
  const { env } = c
  const { person } = c.var
  const { userId, sessionId } = person
  const current = await env.DB.prepare(CURRENT).bind(userId).first<string>('passwordHash')
  if (!current) throw new ServiceError('userPrivilegeNotFound')

  const forgive = await expectFailure(env, c.req.raw.headers, person.emailKey)
  const isOwn = emailKey(email) === person.emailKey
  const hashes = async () => {
    const { isRight } = await verifyPassword(env, password, current)
    return isRight && isOwn ? hashPassword(env, newPassword) : undefined
  }
  const renewed = await hashes().catch(async (error: unknown) => {
    await forgive()
    throw error
  })
  if (!renewed) throw new ServiceError('invalidUsernameOrPassword')
  await forgive()
  const { changed } = await batch<{ changed: never }>(env.DB, {
    changed: env.DB.prepare(CHANGE).bind(userId, renewed, current),
    endPasscodes: endPasscodes(env, userId),
    endSessions: endSessions(env, userId, sessionId),
    clearFailures: await clearFailures(env, person.emailKey),
  })
  if (changed.meta.changes === 0) throw new ServiceError('invalidUsernameOrPassword')
  sendSecurityMail(c, { kind: 'passwordChanged', owner: person, userId })
}
