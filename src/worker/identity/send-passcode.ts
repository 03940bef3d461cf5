import { config } from '../config/config.ts'
import { newId } from '../db/id.ts'
import type { Language } from '../../domain/language.ts'
import { passcodePurpose, type PasscodePurpose } from '../../domain/passcode.ts'
import type { MailKind } from '../mail/message.ts'
import { queueMail } from '../mail/queue.ts'
import { sha256 } from '../keys/keyed-hash.ts'
import { issueDecoy, issuePasscode } from './issue-passcode.ts'
import type { Lifetime } from '../http/lifetime.ts'

const kinds: Record<PasscodePurpose, MailKind> = {
  [passcodePurpose.activation]: 'activation',
  [passcodePurpose.passwordReset]: 'passwordReset',
  [passcodePurpose.accountDeletion]: 'accountDeletion',
}

const LOCK =
  'UPDATE passcode_lock SET unlock_hash = ?2 WHERE user_id = ?1 AND failures >= ?3 RETURNING user_id'

interface Sending {
  purpose: PasscodePurpose
  language: Language
  /** Origin of links: `https://ichimon.example`. */
  origin: string
}

/**
 * Mails a new passcode. While passcode entry is locked it mails the link that unlocks it instead: 128 random bits, of
 * which only the last one sent works.
 */
export async function sendPasscode(
  env: Env,
  lifetime: Lifetime,
  user: { id: string; email: string; emailKey: string },
  { purpose, language, origin }: Sending,
): Promise<void> {
  const token = newId()
  const locked = await env.DB.prepare(LOCK)
    .bind(user.id, await sha256(token), config(env).limits.codeFailuresInARow)
    .first()
  const mail = { to: user.email, language, userId: user.id }
  if (locked) {
    await issueDecoy(env, user.emailKey)
    const link = `${origin}/unlock_code?token=${token}`
    return queueMail(env, lifetime, { ...mail, kind: 'unlock', link })
  }
  const passcode = await issuePasscode(env, user.id, purpose)
  return queueMail(env, lifetime, { ...mail, kind: kinds[purpose], code: passcode })
}
