import { isEmailTaken } from '../../identity/availability.ts'
import type { Handler } from '../../http/create-service.ts'
import { emailKey } from '../../../domain/email.ts'
import { maskEmail } from '../../../domain/mask-email.ts'
import { now } from '../../config/clock.ts'
import { notAvailable, ServiceError } from '../../http/service.ts'
import { batch, isConstraintFailure } from '../../db/database.ts'
import { newId } from '../../db/id.ts'
import { mailKinds } from '../../mail/render.ts'
import { queueMail } from '../../mail/queue.ts'
import type { Person } from '../../identity/authorize.ts'
import { sha256 } from '../../keys/keyed-hash.ts'
import { publicOrigin } from '../../http/site-origin.ts'
import { securityLink, sendSecurityMail } from '../../identity/security-mail.ts'
import { endSessions, requireRecentSignIn } from '../../identity/sessions.ts'
import { countDay, countSending, endPasscodes } from '../../identity/send-passcode.ts'
import { hashPassword, verifyPassword } from '../../identity/password-hash.ts'
import { clearFailures, expectFailure } from '../../identity/sign-in.ts'

const DELETE_EARLIER = 'DELETE FROM email_change WHERE user_id = ?1'
const STORE =
  'INSERT INTO email_change (token_hash, user_id, new_email, expires_at) VALUES (?1, ?2, ?3, ?4)'

/**
 * Mails a link to the new address; nothing changes until it is used. Only the last link works.
 * @throws ServiceError userPrivilegeNotFound for social users, authorizationFailed without a recent sign-in
 *   (`docs/decisions/0014-…`), emailTaken, tooManyAttempts: one a minute and ten a day, for the person and for the
 *   address
 */
export const requestEmailChange: Handler<'requestEmailChange'> = async (c, input) => {
  const { env } = c
  const { userId, sessionId, emailKey: ownKey } = withPassword(c.var.person)
  const { newEmail } = input
  await requireRecentSignIn(env, sessionId)
  const key = emailKey(newEmail)
  // Counted before the lookup: the call reveals whether the address is taken.
  await countSending(env, ownKey, 'Link')
  if (key !== ownKey) await countDay(env, key)
  if (await isEmailTaken(env, key)) throw new ServiceError('emailTaken')

  const token = newId()
  await env.DB.batch([
    env.DB.prepare(DELETE_EARLIER).bind(userId),
    env.DB.prepare(STORE).bind(
      sha256(token),
      userId,
      newEmail,
      now(env) + mailKinds.emailConfirm.lifetimeMs,
    ),
  ])
  // For display on the page; browsers do not send the fragment.
  const fragment = encodeURIComponent(newEmail)
  const link = `${publicOrigin(env, c.req.url)}/email/confirm?token=${token}#${fragment}`
  const mail = { to: newEmail, language: input.language, userId, link }
  await queueMail(env, c.executionCtx, { ...mail, kind: 'emailConfirm' })
}

const CHANGE = `
  UPDATE user SET (email, email_key) = (
    SELECT new_email, lower(new_email) FROM email_change WHERE token_hash = ?1)
  WHERE id = (SELECT user_id FROM email_change
    WHERE token_hash = ?1 AND user_id = ?2 AND expires_at > ?3)
  RETURNING email`
const DELETE_UNACTIVATED = `
  DELETE FROM user WHERE activated_at IS NULL AND removed_at IS NULL AND id <> ?2
    AND email_key = (SELECT lower(new_email) FROM email_change
      WHERE token_hash = ?1 AND user_id = ?2 AND expires_at > ?3)`

const END_CODES = `
  DELETE FROM issued_passcode WHERE holder = ?2 AND EXISTS (SELECT 1 FROM email_change
    WHERE token_hash = ?1 AND user_id = ?2 AND expires_at > ?3)`
const USE_UP = 'DELETE FROM email_change WHERE token_hash = ?1 AND user_id = ?2'

/**
 * Sets the new address and notifies the former one by mail. The link works once; codes sent to the former address
 * end.
 * @throws ServiceError userPrivilegeNotFound for social users, dataNotAvailable (`token`), emailTaken
 */
export const confirmEmailChange: Handler<'confirmEmailChange'> = async (c, { token }) => {
  const { env } = c
  const { userId, email, language } = withPassword(c.var.person)
  const { link, statement } = securityLink(c, userId, email, 'email <> ?3')
  const values = [sha256(token), userId, now(env)]
  const bound = (sql: string) => env.DB.prepare(sql).bind(...values)
  const { changed } = await batch<{ changed: { email: string } }>(env.DB, {
    deleteUnactivated: bound(DELETE_UNACTIVATED),
    changed: bound(CHANGE),
    // Before any link that the new address gets.
    link: statement,
    endCodes: bound(END_CODES),
    useUp: env.DB.prepare(USE_UP).bind(values[0], userId),
  }).catch((error: unknown) => {
    throw isConstraintFailure(error, 'user.email_key') ? new ServiceError('emailTaken') : error
  })
  const [current] = changed.results
  if (!current) throw notAvailable('token')
  const newEmail = maskEmail(current.email)
  sendSecurityMail(c, { kind: 'emailChanged', owner: { email, language }, userId, newEmail, link })
}

/** @throws ServiceError userPrivilegeNotFound: the provider controls a social user's address */
function withPassword(person: Person): Person {
  if (person.isSocial) throw new ServiceError('userPrivilegeNotFound')
  return person
}

const CURRENT = 'SELECT password_hash AS passwordHash FROM user WHERE id = ?1'
/** No effect after a concurrent change. */
const CHANGE_PASSWORD = 'UPDATE user SET password_hash = ?2 WHERE id = ?1 AND password_hash = ?3'

/**
 * Changes the password, ends other sessions and all codes, and notifies the owner by mail. A repeated call, whose
 * `newPassword` is the current one already, changes nothing. Wrong passwords count as failed sign-ins.
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
  const isCurrent = async (text: string) => (await verifyPassword(env, text, current)).isRight
  const hashes = async () => {
    if (!isOwn) return undefined
    if (await isCurrent(password)) return hashPassword(env, newPassword)
    // Changed before, by a call whose response was lost.
    return (await isCurrent(newPassword)) ? current : undefined
  }
  const renewed = await hashes().catch(async (error: unknown) => {
    await forgive()
    throw error
  })
  if (!renewed) throw new ServiceError('invalidUsernameOrPassword')
  await forgive()
  if (renewed === current) return
  const { changed } = await batch<{ changed: never }>(env.DB, {
    changed: env.DB.prepare(CHANGE_PASSWORD).bind(userId, renewed, current),
    endPasscodes: endPasscodes(env, userId),
    endSessions: endSessions(env, userId, sessionId),
    clearFailures: clearFailures(env, person.emailKey),
  })
  if (changed.meta.changes === 0) throw new ServiceError('invalidUsernameOrPassword')
  sendSecurityMail(c, { kind: 'passwordChanged', owner: person, userId })
}
