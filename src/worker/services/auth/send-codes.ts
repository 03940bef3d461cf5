import type { Context } from 'hono'
import type { authCalls } from '../../../contract/calls/auth.ts'
import type { Handler } from '../../http/create-service.ts'
import type { ServiceBindings } from '../../http/service.ts'
import { log, errorName } from '../../logging/log.ts'
import { emailKey } from '../../../domain/email.ts'
import type { Language } from '../../../domain/language.ts'
import { passcodePurpose } from '../../../domain/passcode.ts'
import { issueDecoy } from '../../identity/issue-passcode.ts'
import { setNextSending } from '../../http/count-in-database.ts'
import { publicOrigin } from '../../http/site-origin.ts'
import { countSending, sendPasscode } from '../../identity/send-passcode.ts'
import { queueMail } from '../../mail/queue.ts'

/** Accounts that get mail: for activation those that wait for a passcode, for a reset all. */
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
 * Sends a passcode if the address has an account. The account is looked up after the response, so that neither the
 * response nor its time reveals it.
 * An account without a password gets a mail that says how to log in.
 * The response tells when the next can be sent.
 * @throws ServiceError tooManyAttempts
 */
async function requestPasscode(
  c: Context<ServiceBindings>,
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

export const sendActivationCode: Handler<typeof authCalls.sendActivationCode> = (c, query) =>
  requestPasscode(c, passcodePurpose.activation, query)

export const sendResetCode: Handler<typeof authCalls.sendResetCode> = (c, query) =>
  requestPasscode(c, passcodePurpose.passwordReset, query)
