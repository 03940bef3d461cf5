import { DAY_MS, MINUTE_MS } from '../../domain/durations.ts'
import { config } from '../config/config.ts'
import { newId } from '../db/id.ts'
import type { Language } from '../../domain/language.ts'
import { passcodePurpose, type PasscodePurpose } from '../../domain/passcode.ts'
import type { MailKind } from '../mail/message.ts'
import { queueMail } from '../mail/queue.ts'
import { sha256 } from '../keys/keyed-hash.ts'
import { countAttempt, emailCounter } from './rate-limit.ts'
import { issueDecoy, issuePasscode } from './issue-passcode.ts'
import type { Lifetime } from '../http/service.ts'

const kinds: Record<PasscodePurpose, MailKind> = {
  [passcodePurpose.activation]: 'activation',
  [passcodePurpose.passwordReset]: 'passwordReset',
  [passcodePurpose.accountDeletion]: 'accountDeletion',
}

/**
 * Counts one passcode mail, before the account lookup so that nothing is revealed.
 * @returns seconds until the next mail
 * @throws ServiceError tooManyAttempts: one a minute for each purpose, ten a day for each address
 */
export async function countSending(
  env: Env,
  emailKey: string,
  purpose: PasscodePurpose | 'Report',
): Promise<number> {
  const minute = await emailCounter(env, emailKey, `send${purpose}`)
  const { codeSendsPerMinute, codeSendsPerDay } = config(env).limits
  const untilNext = await countAttempt(env, minute, codeSendsPerMinute, MINUTE_MS)
  const day = await emailCounter(env, emailKey, 'send')
  return Math.max(untilNext, await countAttempt(env, day, codeSendsPerDay, DAY_MS))
}

const SET_UNLOCK_LINK =
  'UPDATE passcode_lock SET unlock_hash = ?2 WHERE user_id = ?1 AND failures >= ?3 RETURNING user_id'

interface Sending {
  purpose: PasscodePurpose
  language: Language
  origin: string
}

/**
 * Mails a new passcode, or an unlock link while passcode entry is locked. The link has 128 random bits; only the last
 * one sent works.
 */
export async function sendPasscode(
  env: Env,
  lifetime: Lifetime,
  user: { id: string; email: string; emailKey: string },
  { purpose, language, origin }: Sending,
): Promise<void> {
  const token = newId()
  const locked = await env.DB.prepare(SET_UNLOCK_LINK)
    .bind(user.id, await sha256(token), config(env).limits.codeFailuresInARow)
    .first()
  const mail = { to: user.email, language, userId: user.id }
  if (locked) {
    await issueDecoy(env, { userId: user.id, emailKey: user.emailKey }, purpose)
    const link = `${origin}/unlock_code?token=${token}`
    return queueMail(env, lifetime, { ...mail, kind: 'unlock', link })
  }
  const passcode = await issuePasscode(env, user.id, purpose)
  return queueMail(env, lifetime, { ...mail, kind: kinds[purpose], code: passcode })
}
