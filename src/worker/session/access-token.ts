import { fromBase64Url } from '../db/id.ts'
import { keyedHash, purposeKey } from './keyed-hash.ts'

/** An access token lives 15 minutes. */
export const ACCESS_TOKEN_LIFETIME_MS = 15 * 60_000

const encoder = new TextEncoder()

/** `<session id>.<expiry, epoch seconds>.<signature>`: the signature tells expired from invalid, the session's row tells alive from ended. */
export async function issueAccessToken(env: Env, sessionId: string, nowMs: number): Promise<string> {
  const payload = `${sessionId}.${Math.floor((nowMs + ACCESS_TOKEN_LIFETIME_MS) / 1000)}`
  return `${payload}.${await keyedHash(env, 'access-token', payload)}`
}

export interface AccessToken {
  sessionId: string
  /** Epoch seconds. */
  expiresAt: number
}

/** The content of a token that this deployment signed, expired or not; `undefined` for any other text. */
export async function readAccessToken(env: Env, token: string): Promise<AccessToken | undefined> {
  const [sessionId, expiry, signature, ...rest] = token.split('.')
  if (!sessionId || !expiry || !signature || rest.length > 0) return undefined
  const bytes = fromBase64Url(signature)
  if (!bytes) return undefined
  const key = await purposeKey(env, 'access-token')
  const isOurs = await crypto.subtle.verify('HMAC', key, bytes, encoder.encode(`${sessionId}.${expiry}`))
  return isOurs ? { sessionId, expiresAt: Number(expiry) } : undefined
}
