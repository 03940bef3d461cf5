import { randomBytes } from 'node:crypto'
import { DAY_MS, epochSeconds, HOUR_MS, MINUTE_MS } from '../../domain/durations.ts'
import { REFRESH_GRACE_MS } from '../../domain/update-token.ts'
import { now } from '../config/clock.ts'
import { newId } from '../db/id.ts'
import { ServiceError, type ServiceContext } from '../http/service.ts'
import { isKeyedHash, keyedHash, sha256 } from '../keys/keyed-hash.ts'
import { sendSecurityMail } from './security-mail.ts'
import { browserHashOf, type SignIn } from './sign-in.ts'
import { config } from '../config/config.ts'

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
export function issueAccessToken(
  env: Env,
  session: { userId: string; sessionId: string },
  nowMs: number,
): string {
  const expiresAt = epochSeconds(nowMs + ACCESS_TOKEN_LIFETIME_MS)
  const payload = `${session.userId}.${session.sessionId}.${expiresAt}`
  return `${payload}.${keyedHash(config(env), 'access-token', payload)}`
}

/** Reads a token of this deployment, expired or not; `undefined` for any other text. */
export function readAccessToken(env: Env, token: string): AccessToken | undefined {
  const [userId, sessionId, expiry, signature, ...rest] = token.split('.')
  if (!userId || !sessionId || !expiry || !signature || rest.length > 0) return undefined
  const payload = `${userId}.${sessionId}.${expiry}`
  const isSigned = isKeyedHash(config(env), 'access-token', payload, signature)
  return isSigned ? { userId, sessionId, expiresAt: Number(expiry) } : undefined
}

/**
 * `<session id>.<256 bits>.<signature>`, valid while its hash is in the session's row. The signature tells a reused
 * token, which ends the session, from a forged one.
 * @param bits random, or derived from the previous token
 */
export function signedUpdateToken(
  env: Env,
  sessionId: string,
  bits = randomBytes(32).toString('base64url'),
): string {
  const payload = `${sessionId}.${bits}`
  return `${payload}.${keyedHash(config(env), 'update-token', payload)}`
}

/** The token's successor; the same for every use. */
function successorOf(env: Env, sessionId: string, updateToken: string): string {
  const bits = keyedHash(config(env), 'update-token', `after ${updateToken}`)
  return signedUpdateToken(env, sessionId, bits)
}

function isSignedUpdateToken(env: Env, updateToken: string): boolean {
  const end = updateToken.lastIndexOf('.')
  const [payload, signature] = [updateToken.slice(0, end), updateToken.slice(end + 1)]
  return isKeyedHash(config(env), 'update-token', payload, signature)
}

/** `sliding` from the last refresh, `absolute` from the sign-in; milliseconds. */
const lifetimes = {
  kept: { sliding: 30 * DAY_MS, absolute: 90 * DAY_MS },
  tab: { sliding: 12 * HOUR_MS, absolute: 12 * HOUR_MS },
} as const

export interface Tokens {
  accessToken: string
  updateToken: string
}

const OPEN_SESSION = `
  INSERT INTO session (id, user_id, kept, created_at, expires_at, ends_at,
    local_ip, local_language, device_name, resolution, timezone_offset, local_region, local_time, dst_offset, token_hash,
    browser_hash)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)`

/**
 * Creates a session's tokens and the statement that makes them valid, for the sign-in's batch. Stores only the
 * SHA-256 of the update token.
 */
export function openSession(
  env: Env,
  userId: string,
  signIn: SignIn,
): { tokens: Tokens; statement: D1PreparedStatement } {
  const nowMs = now(env)
  const sessionId = newId()
  const updateToken = signedUpdateToken(env, sessionId)
  const { sliding, absolute } = signIn.isPersistent ? lifetimes.kept : lifetimes.tab
  return {
    tokens: { accessToken: issueAccessToken(env, { userId, sessionId }, nowMs), updateToken },
    statement: env.DB.prepare(OPEN_SESSION).bind(
      sessionId,
      userId,
      Number(signIn.isPersistent),
      nowMs,
      nowMs + sliding,
      nowMs + absolute,
      ...signIn.device,
      sha256(updateToken),
      signIn.browserHash,
    ),
  }
}

/** Maximum age of a sign-in for changing the account's credentials. */
const RECENT_SIGN_IN_MS = 15 * MINUTE_MS

/** @throws ServiceError authorizationFailed for an older sign-in */
export async function requireRecentSignIn(env: Env, sessionId: string): Promise<void> {
  const recent = await env.DB.prepare('SELECT 1 FROM session WHERE id = ?1 AND created_at > ?2')
    .bind(sessionId, now(env) - RECENT_SIGN_IN_MS)
    .first()
  if (!recent) throw new ServiceError('authorizationFailed')
}

export function endSession(env: Env, sessionId: string): D1PreparedStatement {
  return env.DB.prepare('DELETE FROM session WHERE id = ?1').bind(sessionId)
}

export function endSessions(env: Env, userId: string, butFor = ''): D1PreparedStatement {
  return env.DB.prepare('DELETE FROM session WHERE user_id = ?1 AND id <> ?2').bind(userId, butFor)
}

/** `?3` is the token's hash, `?4` its successor's, `?8` the browser's. */
const ROTATE = `
  UPDATE session SET
    expires_at = MIN(ends_at, ?2 + CASE kept WHEN 1 THEN ?5 ELSE ?6 END),
    used_at = CASE token_hash WHEN ?3 THEN ?2 ELSE used_at END,
    used_hash = ?3, token_hash = ?4
  WHERE id = ?1 AND expires_at > ?2 AND ends_at > ?2
    AND (token_hash = ?3 OR (used_hash = ?3 AND used_at > ?2 - ?7))
    AND (browser_hash IS NULL OR browser_hash = ?8)
  RETURNING user_id`

/** The row has the hash of the previous token; older ones are recognised by signature (`?3`). */
const END_MISUSED = `
  DELETE FROM session WHERE id = ?1 AND (?3 OR ?2 IN (token_hash, used_hash))
  RETURNING user_id AS userId, browser_hash IS NOT NULL AND browser_hash IS NOT ?4 AS isElsewhere`

/**
 * Rotates an update token, in one statement. The successor is derived from its parent: within the grace period every
 * use returns the same one without storing plaintext. Later reuse ends the session, and so does use in another browser
 * than the one that signed in, of which the owner is notified by mail.
 * @throws ServiceError invalidUpdateToken
 */
export async function rotate(c: ServiceContext, updateToken: string): Promise<Tokens> {
  const { env } = c
  const [sessionId = ''] = updateToken.split('.')
  const nowMs = now(env)
  const successor = successorOf(env, sessionId, updateToken)
  const tokenHash = sha256(updateToken)
  const browserHash = browserHashOf(c)
  const userId = await env.DB.prepare(ROTATE)
    .bind(
      sessionId,
      nowMs,
      tokenHash,
      sha256(successor),
      lifetimes.kept.sliding,
      lifetimes.tab.sliding,
      REFRESH_GRACE_MS,
      browserHash,
    )
    .first<string>('user_id')
  if (!userId) {
    const ended = await env.DB.prepare(END_MISUSED)
      .bind(sessionId, tokenHash, Number(isSignedUpdateToken(env, updateToken)), browserHash)
      .first<{ userId: string; isElsewhere: number }>()
    if (ended?.isElsewhere) sendSecurityMail(c, { kind: 'sessionEnded', userId: ended.userId })
    throw new ServiceError('invalidUpdateToken')
  }
  return {
    accessToken: issueAccessToken(env, { userId, sessionId }, nowMs),
    updateToken: successor,
  }
}
