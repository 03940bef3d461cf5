import { emailKey } from '../../../domain/email.ts'
import type { Language } from '../../../domain/language.ts'
import { passcodePurpose } from '../../../domain/passcode.ts'
import { now } from '../../config/clock.ts'
import { setNextSending } from '../../identity/rate-limit.ts'
import type { Handler } from '../../http/create-service.ts'
import { notAvailable, type ServiceContext } from '../../http/service.ts'
import { publicOrigin } from '../../http/site-origin.ts'
import { checkPasscode, consumePasscode } from '../../identity/check-passcode.ts'
import {
  countSending,
  endPasscodes,
  issueDecoy,
  type PasscodeHolder,
  sendPasscode,
} from '../../identity/send-passcode.ts'
import { hashPassword } from '../../identity/password-hash.ts'
import { sendSecurityMail } from '../../identity/security-mail.ts'
import { endSessions } from '../../identity/sessions.ts'
import { clearFailures } from '../../identity/sign-in.ts'
import { sha256 } from '../../keys/keyed-hash.ts'
import { errorName, log } from '../../logging/log.ts'
import { queueMail } from '../../mail/queue.ts'

/** Activation mails go to unactivated accounts only. */
const RECIPIENT = {
  [passcodePurpose.activation]: 'activated_at IS NULL',
  [passcodePurpose.passwordReset]: 'TRUE',
}

interface Account {
  id: string
  email: string
  isRecipient: number
  hasPassword: number
}

/**
 * Sends a passcode if the address has an account. Looks the account up after the response, so that neither content
 * nor timing reveals it. An account without a password gets a mail that explains how to sign in. The response states
 * when another may be sent.
 * @throws ServiceError tooManyAttempts
 */
async function requestPasscode(
  c: ServiceContext,
  purpose: keyof typeof RECIPIENT,
  query: { email: string; language: Language },
): Promise<void> {
  const { env, executionCtx } = c
  const key = emailKey(query.email)
  const untilNext = await countSending(env, key, purpose)
  const { language } = query
  const origin = publicOrigin(env, c.req.url)

  const find = `
    SELECT id, email, ${RECIPIENT[purpose]} AS isRecipient, password_hash IS NOT NULL AS hasPassword
    FROM user WHERE email_key = ?1 AND removed_at IS NULL`
  const send = async () => {
    const user = await env.DB.prepare(find).bind(key).first<Account>()
    if (user?.isRecipient && user.hasPassword) {
      const { id, email } = user
      const person = { id, email, emailKey: key }
      return sendPasscode(env, executionCtx, person, { purpose, language, origin })
    }
    await issueDecoy(env, { userId: user?.id, emailKey: key }, purpose)
    if (!user?.isRecipient) return
    const mail = { to: user.email, language, userId: user.id, link: `${origin}/login` }
    await queueMail(env, executionCtx, { ...mail, kind: 'socialLogin' })
  }
  executionCtx.waitUntil(
    send().catch((error: unknown) =>
      log(env, 'error', 'request-passcode', { error: errorName(error) }),
    ),
  )
  setNextSending(c, untilNext)
}

export const sendActivationCode: Handler<'sendActivationCode'> = (c, query) =>
  requestPasscode(c, passcodePurpose.activation, query)

export const sendResetCode: Handler<'sendResetCode'> = (c, query) =>
  requestPasscode(c, passcodePurpose.passwordReset, query)

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
export const checkCode: Handler<'checkCode'> = async (c, query) => {
  const holder = await holderOf(c.env, query.email)
  await checkPasscode(c.env, holder, query.passcode)
}

const ACTIVATE =
  'UPDATE user SET activated_at = COALESCE(activated_at, ?2), language = ?3 WHERE id = ?1'

/** @throws ServiceError dataNotAvailable (`passcode`), tooManyAttempts */
export const activate: Handler<'activate'> = async (c, body) => {
  const { env } = c
  const holder = await holderOf(env, body.email)
  await consumePasscode(env, holder, body.passcode, passcodePurpose.activation, (userId) => [
    env.DB.prepare(ACTIVATE).bind(userId, now(env), body.language),
  ])
}

/**
 * Sets a new password by code, ends all sessions and codes, and notifies the owner by mail.
 * @throws ServiceError dataNotAvailable (`passcode`), tooManyAttempts
 */
export const resetPassword: Handler<'resetPassword'> = async (c, body) => {
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
      clearFailures(env, holder.emailKey),
    ],
  )
  // A consumed code has a holder.
  sendSecurityMail(c, { kind: 'passwordChanged', userId: holder.userId! })
}

/**
 * Unlocks passcode entry after a hundred failures in a row; the link works once.
 * @throws ServiceError dataNotAvailable (`token`)
 */
export const unlockCodes: Handler<'unlockCodes'> = async (c, { token }) => {
  const unlocked = await c.env.DB.prepare(
    'DELETE FROM passcode_lock WHERE unlock_hash = ?1 RETURNING user_id',
  )
    .bind(sha256(token))
    .first()
  if (!unlocked) throw notAvailable('token')
}
