import { randomInt } from 'node:crypto'
import { DAY_MS, MINUTE_MS } from '../../domain/durations.ts'
import { config } from '../config/config.ts'
import { newId } from '../db/id.ts'
import type { Language } from '../../domain/language.ts'
import {
  PASSCODE_LENGTH,
  PASSCODE_LIFETIME_MS,
  passcodePurpose,
  type PasscodePurpose,
} from '../../domain/passcode.ts'
import type { MailKind } from '../mail/render.ts'
import { queueMail } from '../mail/queue.ts'
import { keyedHash, sha256 } from '../keys/keyed-hash.ts'
import { countAttempt, emailCounter } from './rate-limit.ts'
import type { Lifetime } from '../http/service.ts'
import { now } from '../config/clock.ts'

/**
 * The owner of a passcode; `userId` is `undefined` when the address has no account. Both cases must be
 * indistinguishable in response and statements.
 */
export interface PasscodeHolder {
  userId: string | undefined
  emailKey: string
}

/** Value of `issued_passcode.holder`. Constant time with and without an account. */
export function holderKey(env: Env, { userId, emailKey }: PasscodeHolder): string {
  const withoutAccount = emailCounter(env, emailKey, 'decoy')
  return userId ?? withoutAccount
}

const REPLACE = `
  INSERT INTO issued_passcode (holder, purpose, user_id, code_hash, expires_at) VALUES (?1, ?2, ?3, ?4, ?5)
  ON CONFLICT (holder, purpose) DO UPDATE SET
    code_hash = excluded.code_hash, attempts = 0, expires_at = excluded.expires_at`

/** Replaces the account's previous passcode of this purpose. */
export async function issuePasscode(
  env: Env,
  userId: string,
  purpose: PasscodePurpose,
): Promise<string> {
  const passcode = randomPasscode()
  const hash = passcodeHash(env, userId, purpose, passcode)
  await env.DB.prepare(REPLACE)
    .bind(userId, purpose, userId, hash, now(env) + PASSCODE_LIFETIME_MS)
    .run()
  return passcode
}

/** Stores a decoy where no passcode is sent, so that attempts are counted and refused alike. */
export async function issueDecoy(
  env: Env,
  holder: PasscodeHolder,
  purpose: PasscodePurpose,
): Promise<void> {
  const { userId = null } = holder
  await env.DB.prepare(REPLACE)
    .bind(holderKey(env, holder), purpose, userId, null, now(env) + PASSCODE_LIFETIME_MS)
    .run()
}

export function endPasscodes(env: Env, userId: string): D1PreparedStatement {
  return env.DB.prepare('DELETE FROM issued_passcode WHERE holder = ?1').bind(userId)
}

export function passcodeHash(
  env: Env,
  userId: string,
  purpose: PasscodePurpose,
  passcode: string,
): string {
  return keyedHash(config(env), 'passcode', `${purpose}\n${userId}\n${passcode}`)
}

export const randomPasscode = (): string =>
  String(randomInt(10 ** PASSCODE_LENGTH)).padStart(PASSCODE_LENGTH, '0')

const kinds: Record<PasscodePurpose, MailKind> = {
  [passcodePurpose.activation]: 'activation',
  [passcodePurpose.passwordReset]: 'passwordReset',
  [passcodePurpose.accountDeletion]: 'accountDeletion',
}

/**
 * Counts one mail with a passcode or a link, before the account lookup so that nothing is revealed.
 * @returns seconds until the next mail
 * @throws ServiceError tooManyAttempts: one a minute for each purpose, ten a day for each address
 */
export async function countSending(
  env: Env,
  emailKey: string,
  purpose: PasscodePurpose | 'Report' | 'Link',
): Promise<number> {
  const minute = emailCounter(env, emailKey, `send${purpose}`)
  const { codeSendsPerMinute } = config(env).limits
  const untilNext = await countAttempt(env, minute, codeSendsPerMinute, MINUTE_MS)
  return Math.max(untilNext, await countDay(env, emailKey))
}

export const countDay = (env: Env, emailKey: string): Promise<number> =>
  countAttempt(env, emailCounter(env, emailKey, 'send'), config(env).limits.codeSendsPerDay, DAY_MS)

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
    .bind(user.id, sha256(token), config(env).limits.codeFailuresInARow)
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
