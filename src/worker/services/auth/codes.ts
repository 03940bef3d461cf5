import type { authCalls } from '../../../contract/calls/auth.ts'
import type { Handler } from '../../http/create-service.ts'
import { now } from '../../config/clock.ts'
import { ServiceError } from '../../http/service.ts'
import { emailKey } from '../../../domain/email.ts'
import { passcodePurpose } from '../../../domain/passcode.ts'
import { sha256 } from '../../keys/keyed-hash.ts'
import { consumePasscode, checkPasscode } from '../../identity/check-passcode.ts'
import { endPasscodes, type PasscodeHolder } from '../../identity/issue-passcode.ts'
import { hashPassword } from '../../identity/password-hash.ts'
import { MAIL_OWNER, sendSecurityMail, type MailOwner } from '../../identity/security-mail.ts'
import { endSessions } from '../../identity/sessions.ts'
import { clearFailures } from '../../identity/sign-in-failures.ts'

async function holderOf(env: Env, email: string): Promise<PasscodeHolder> {
  const key = emailKey(email)
  const row = await env.DB.prepare(
    'SELECT id FROM user WHERE email_key = ?1 AND removed_at IS NULL',
  )
    .bind(key)
    .first<{ id: string }>()
  return { userId: row?.id, emailKey: key }
}

/** @throws ServiceError dataNotAvailable (`passcode`), tooManyAttempts */
export const checkCode: Handler<typeof authCalls.checkCode> = async (c, query) => {
  const holder = await holderOf(c.env, query.email)
  await checkPasscode(c.env, holder, query.passcode)
}

const ACTIVATE =
  'UPDATE user SET activated_at = COALESCE(activated_at, ?2), language = ?3 WHERE id = ?1'

/** @throws ServiceError dataNotAvailable (`passcode`), tooManyAttempts */
export const activate: Handler<typeof authCalls.activate> = async (c, body) => {
  const { env } = c
  const holder = await holderOf(env, body.email)
  await consumePasscode(env, holder, body.passcode, passcodePurpose.activation, (userId) => [
    env.DB.prepare(ACTIVATE).bind(userId, now(env), body.language),
  ])
}

/**
 * Sets a new password by code, ends every session and code of the account and tells its owner by mail.
 * @throws ServiceError dataNotAvailable (`passcode`), tooManyAttempts
 */
export const resetPassword: Handler<typeof authCalls.resetPassword> = async (c, body) => {
  const { env } = c
  const holder = await holderOf(env, body.email)
  await consumePasscode(
    env,
    holder,
    body.passcode,
    passcodePurpose.passwordReset,
    async (userId) => [
      env.DB.prepare('UPDATE user SET password_hash = ?2 WHERE id = ?1').bind(
        userId,
        await hashPassword(env, body.newPassword),
      ),
      endPasscodes(env, userId),
      endSessions(env, userId),
      await clearFailures(env, holder.emailKey),
    ],
  )
  // A redeemed code has a holder.
  const userId = holder.userId!
  const owner = await env.DB.prepare(MAIL_OWNER).bind(userId).first<MailOwner>()
  if (owner) sendSecurityMail(c, { kind: 'passwordChanged', owner, userId })
}

/**
 * Opens code entry again after a hundred failures in a row; the link works once.
 * @throws ServiceError dataNotAvailable (`token`)
 */
export const unlockCodes: Handler<typeof authCalls.unlockCodes> = async (c, { token }) => {
  const unlocked = await c.env.DB.prepare(
    'DELETE FROM passcode_lock WHERE unlock_hash = ?1 RETURNING user_id',
  )
    .bind(await sha256(token))
    .first()
  if (!unlocked) throw new ServiceError('dataNotAvailable', { field: 'token' })
}
