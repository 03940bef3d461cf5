import { config } from '../config/config.ts'
import { now } from '../config/clock.ts'
import {
  PASSCODE_LENGTH,
  PASSCODE_LIFETIME_MS,
  type PasscodePurpose,
} from '../../domain/passcode.ts'
import { emailCounter } from './rate-limit.ts'
import { keyedHash } from '../keys/keyed-hash.ts'

/**
 * The owner of a passcode; `userId` is `undefined` when the address has no account. Both cases must be
 * indistinguishable in response and statements.
 */
export interface PasscodeHolder {
  userId: string | undefined
  emailKey: string
}

/** Value of `issued_passcode.holder`. Constant time with and without an account. */
export async function holderKey(env: Env, { userId, emailKey }: PasscodeHolder): Promise<string> {
  const withoutAccount = await emailCounter(env, emailKey, 'decoy')
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
  const hash = await passcodeHash(env, userId, purpose, passcode)
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
    .bind(await holderKey(env, holder), purpose, userId, null, now(env) + PASSCODE_LIFETIME_MS)
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
): Promise<string> {
  return keyedHash(config(env), 'passcode', `${purpose}\n${userId}\n${passcode}`)
}

export function randomPasscode(): string {
  const count = 10 ** PASSCODE_LENGTH
  const unbiased = Math.floor(2 ** 32 / count) * count
  for (;;) {
    const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
    if (number < unbiased) return String(number % count).padStart(PASSCODE_LENGTH, '0')
  }
}
