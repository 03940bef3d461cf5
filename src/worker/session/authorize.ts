import type { Context } from 'hono'
import { now } from '../clock.ts'
import { ServiceError, type ServiceBindings } from '../contract/service.ts'
import { readAccessToken } from './access-token.ts'

/** Who asks. Times in epoch milliseconds unless named otherwise. */
export interface Person {
  userId: string
  sessionId: string
  /** Epoch seconds of the access token's expiry: `tokenExpired` of the contract. */
  tokenExpired: number
  username: string
  pictureId: string | null
  isActivated: boolean
  isSocial: boolean
}

interface SessionRow {
  user_id: string
  username: string
  picture_id: string | null
  activated_at: number | null
  removed_at: number | null
  is_social: number
  banned: number
  permanently: number
}

const SESSION = `
  SELECT session.user_id, user.username, user.picture_id, user.activated_at, user.removed_at,
    EXISTS (SELECT 1 FROM social_identity WHERE social_identity.user_id = user.id) AS is_social,
    EXISTS (SELECT 1 FROM ban WHERE ban.user_id = user.id
      AND ban.starts_at <= ?2 AND (ban.ends_at IS NULL OR ban.ends_at > ?2)) AS banned,
    EXISTS (SELECT 1 FROM ban WHERE ban.user_id = user.id
      AND ban.starts_at <= ?2 AND ban.ends_at IS NULL) AS permanently
  FROM session JOIN user ON user.id = session.user_id
  WHERE session.id = ?1 AND session.expires_at > ?2 AND session.ends_at > ?2`

/**
 * The signed-in person of a request's `Authorization: Bearer` header.
 * @param allow states that this call is open to although it is closed by default
 * @throws ServiceError accessTokenExpired, invalidAccessToken, userRemoved, userBanned, userTemporarilyBanned,
 *   userNotActivated
 */
export async function authorize(
  c: Context<ServiceBindings>,
  allow: { unactivated?: boolean; banned?: boolean } = {},
): Promise<Person> {
  const [scheme, token] = (c.req.header('Authorization') ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token) throw new ServiceError('invalidAccessToken')
  const read = await readAccessToken(c.env, token)
  if (!read) throw new ServiceError('invalidAccessToken')
  const nowMs = now(c.env)
  if (read.expiresAt * 1000 <= nowMs) throw new ServiceError('accessTokenExpired')

  const row = await c.env.DB.prepare(SESSION).bind(read.sessionId, nowMs).first<SessionRow>()
  if (!row) throw new ServiceError('invalidAccessToken')
  if (row.removed_at !== null) throw new ServiceError('userRemoved')
  if (row.banned && !allow.banned) {
    throw new ServiceError(row.permanently ? 'userBanned' : 'userTemporarilyBanned')
  }
  if (row.activated_at === null && !allow.unactivated) throw new ServiceError('userNotActivated')
  return {
    userId: row.user_id,
    sessionId: read.sessionId,
    tokenExpired: read.expiresAt,
    username: row.username,
    pictureId: row.picture_id,
    isActivated: row.activated_at !== null,
    isSocial: Boolean(row.is_social),
  }
}
