import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/durations.ts'
import { now } from '../config/clock.ts'
import { ServiceError } from '../http/service.ts'
import { newId } from '../db/id.ts'
import { issueAccessToken } from './access-token.ts'
import type { SignIn } from './sign-in-headers.ts'
import { sha256 } from '../keys/keyed-hash.ts'
import { signedUpdateToken } from './signed-update-token.ts'

/** Session lifetimes: `sliding` from the last refresh, `absolute` from the sign-in; milliseconds. */
export const lifetimes = {
  kept: { sliding: 30 * DAY_MS, absolute: 90 * DAY_MS },
  tab: { sliding: 12 * HOUR_MS, absolute: 12 * HOUR_MS },
} as const

export interface Tokens {
  accessToken: string
  updateToken: string
}

const OPEN_SESSION = `
  INSERT INTO session (id, user_id, kept, created_at, expires_at, ends_at,
    local_ip, local_language, device_name, resolution, timezone_offset, local_region, local_time, dst_offset, token_hash)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)`

/**
 * A new session: its two tokens, and the statement that makes them valid, to be run in one batch with whatever else
 * the sign-in writes. Of the update token only the SHA-256 is stored.
 */
export async function openSession(
  env: Env,
  userId: string,
  signIn: SignIn,
): Promise<{ tokens: Tokens; statement: D1PreparedStatement }> {
  const nowMs = now(env)
  const sessionId = newId()
  const updateToken = await signedUpdateToken(env, sessionId)
  const { sliding, absolute } = signIn.isPersistent ? lifetimes.kept : lifetimes.tab
  return {
    tokens: { accessToken: await issueAccessToken(env, { userId, sessionId }, nowMs), updateToken },
    statement: env.DB.prepare(OPEN_SESSION).bind(
      sessionId,
      userId,
      Number(signIn.isPersistent),
      nowMs,
      nowMs + sliding,
      nowMs + absolute,
      ...signIn.device,
      await sha256(updateToken),
    ),
  }
}

/** Time after a sign-in within which its session may change the account's credentials. */
const RECENT_SIGN_IN_MS = 15 * MINUTE_MS

/** @throws ServiceError authorizationFailed for a session whose sign-in is longer ago */
export async function requireRecentSignIn(env: Env, sessionId: string): Promise<void> {
  const recent = await env.DB.prepare('SELECT 1 FROM session WHERE id = ?1 AND created_at > ?2')
    .bind(sessionId, now(env) - RECENT_SIGN_IN_MS)
    .first()
  if (!recent) throw new ServiceError('authorizationFailed')
}

/** Ends one session and with it its tokens. */
export function endSession(env: Env, sessionId: string): D1PreparedStatement {
  return env.DB.prepare('DELETE FROM session WHERE id = ?1').bind(sessionId)
}

/** Ends every session of a person, but for the one given. */
export function endSessions(env: Env, userId: string, butFor = ''): D1PreparedStatement {
  return env.DB.prepare('DELETE FROM session WHERE user_id = ?1 AND id <> ?2').bind(userId, butFor)
}
