import { HOUR_MS } from '../../domain/durations.ts'
import { now } from '../config/clock.ts'
import { config } from '../config/config.ts'
import { newId } from '../db/id.ts'
import { isKeyedHash, keyedHash, sha256 } from '../keys/keyed-hash.ts'

const USE = `
  INSERT INTO used_token (token_hash, expires_at) VALUES (?1, ?2)
  ON CONFLICT DO NOTHING RETURNING token_hash`

/** Whether the token was not used before; of concurrent uses one is the first. */
export async function isFirstUse(env: Env, token: string, expiresAt: number): Promise<boolean> {
  const first = await env.DB.prepare(USE).bind(sha256(token), expiresAt).first()
  return first !== null
}

const CHALLENGE_LIFETIME_MS = HOUR_MS
/** Nonce, expiry in seconds and signature: a multiple of four characters, since passkeys sign the decoded bytes. */
const CHALLENGE = /^([\w-]{22}(\d{11}))([\w-]{43})$/

/**
 * Issues a challenge for a passkey without storing it.
 * @param holder who may answer it: a session, or the hash of a browser's cookie
 */
export function newChallenge(env: Env, holder: string): string {
  const expiresAt = Math.ceil((now(env) + CHALLENGE_LIFETIME_MS) / 1000)
  const nonce = newId() + String(expiresAt).padStart(11, '0')
  return nonce + keyedHash(config(env), 'passkey', `${nonce} ${holder}`)
}

/** Whether the challenge is the holder's, not expired, and used for the first time. */
export async function useChallenge(env: Env, holder: string, challenge: string): Promise<boolean> {
  const [, nonce = '', seconds = '', signature = ''] = CHALLENGE.exec(challenge) ?? []
  const expiresAt = Number(seconds) * 1000
  if (expiresAt <= now(env)) return false
  const isHolders = isKeyedHash(config(env), 'passkey', `${nonce} ${holder}`, signature)
  return isHolders && isFirstUse(env, nonce, expiresAt)
}
