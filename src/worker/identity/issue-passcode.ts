import { config } from '../config/config.ts'
import { now } from '../config/clock.ts'
import {
  PASSCODE_LENGTH,
  PASSCODE_LIFETIME_MS,
  type PasscodePurpose,
} from '../../domain/passcode.ts'
import { emailCounter } from './client-address.ts'
import { keyedHash } from '../keys/keyed-hash.ts'

const REPLACE = `
  INSERT INTO passcode (user_id, purpose, code_hash, attempts, created_at, expires_at) VALUES (?1, ?2, ?3, 0, ?4, ?5)
  ON CONFLICT (user_id) DO UPDATE SET purpose = excluded.purpose, code_hash = excluded.code_hash, attempts = 0,
    created_at = excluded.created_at, expires_at = excluded.expires_at`

/** A new passcode. It replaces the account's previous one, whatever its purpose. */
export async function issuePasscode(
  env: Env,
  userId: string,
  purpose: PasscodePurpose,
): Promise<string> {
  const passcode = randomPasscode()
  const nowMs = now(env)
  await env.DB.prepare(REPLACE)
    .bind(
      userId,
      purpose,
      await passcodeHash(env, userId, purpose, passcode),
      nowMs,
      nowMs + PASSCODE_LIFETIME_MS,
    )
    .run()
  return passcode
}

const REPLACE_DECOY = `
  INSERT INTO attempt_counter (name, count, window_ends_at) VALUES (?1, 0, ?2)
  ON CONFLICT (name) DO UPDATE SET count = 0, window_ends_at = excluded.window_ends_at`

/** The decoy of a passcode where none is sent, so that attempts are counted and refused in the same way. */
export async function issueDecoy(env: Env, emailKey: string): Promise<void> {
  const name = await emailCounter(env, emailKey, 'decoy')
  await env.DB.prepare(REPLACE_DECOY)
    .bind(name, now(env) + PASSCODE_LIFETIME_MS)
    .run()
}

/** The stored form of a passcode. */
export function passcodeHash(
  env: Env,
  userId: string,
  purpose: PasscodePurpose,
  passcode: string,
): Promise<string> {
  return keyedHash(config(env), 'passcode', `${purpose}\n${userId}\n${passcode}`)
}

/** Six digits, each of the million equally likely. */
export function randomPasscode(): string {
  const count = 10 ** PASSCODE_LENGTH
  const unbiased = Math.floor(2 ** 32 / count) * count
  for (;;) {
    const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
    if (number < unbiased) return String(number % count).padStart(PASSCODE_LENGTH, '0')
  }
}
