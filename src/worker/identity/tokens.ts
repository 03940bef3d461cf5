import { epochSeconds, MINUTE_MS } from '../../domain/durations.ts'
import { config } from '../config/config.ts'
import { base64Url } from '../db/id.ts'
import { isKeyedHash, keyedHash } from '../keys/keyed-hash.ts'

const ACCESS_TOKEN_LIFETIME_MS = 15 * MINUTE_MS

export interface AccessToken {
  userId: string
  sessionId: string
  /** Epoch seconds. */
  expiresAt: number
}

/**
 * `<user id>.<session id>.<expiry, epoch seconds>.<signature>`. The signature tells expired from forged; the rows of
 * session and user tell active from ended or deleted.
 */
export async function issueAccessToken(
  env: Env,
  session: { userId: string; sessionId: string },
  nowMs: number,
): Promise<string> {
  const expiresAt = epochSeconds(nowMs + ACCESS_TOKEN_LIFETIME_MS)
  const payload = `${session.userId}.${session.sessionId}.${expiresAt}`
  return `${payload}.${await keyedHash(config(env), 'access-token', payload)}`
}

/** Reads a token of this deployment, expired or not; `undefined` for any other text. */
export async function readAccessToken(env: Env, token: string): Promise<AccessToken | undefined> {
  const [userId, sessionId, expiry, signature, ...rest] = token.split('.')
  if (!userId || !sessionId || !expiry || !signature || rest.length > 0) return undefined
  const payload = `${userId}.${sessionId}.${expiry}`
  const isSigned = await isKeyedHash(config(env), 'access-token', payload, signature)
  return isSigned ? { userId, sessionId, expiresAt: Number(expiry) } : undefined
}

/**
 * `<session id>.<256 bits>.<signature>`, valid while its hash is in the session's row. The signature tells a reused
 * token, which ends the session, from a forged one.
 * @param bits random, or derived from the previous token
 */
export async function signedUpdateToken(
  env: Env,
  sessionId: string,
  bits = base64Url(crypto.getRandomValues(new Uint8Array(32))),
): Promise<string> {
  const payload = `${sessionId}.${bits}`
  return `${payload}.${await keyedHash(config(env), 'update-token', payload)}`
}

/** The token's successor; the same for every use. */
export async function successorOf(
  env: Env,
  sessionId: string,
  updateToken: string,
): Promise<string> {
  const bits = await keyedHash(config(env), 'update-token', `after ${updateToken}`)
  return signedUpdateToken(env, sessionId, bits)
}

export function isSignedUpdateToken(env: Env, updateToken: string): Promise<boolean> {
  const end = updateToken.lastIndexOf('.')
  const [payload, signature] = [updateToken.slice(0, end), updateToken.slice(end + 1)]
  return isKeyedHash(config(env), 'update-token', payload, signature)
}
