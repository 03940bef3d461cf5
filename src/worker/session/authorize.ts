import type { Context } from 'hono'
import { now } from '../clock.ts'
import { ServiceError, type ServiceBindings } from '../contract/service.ts'
import { readAccessToken, type AccessToken } from './access-token.ts'

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

interface PersonRow {
  session_id: string | null
  username: string
  picture_id: string | null
  activated_at: number | null
  removed_at: number | null
  is_social: number
  banned: number
  permanently: number
}

const PERSON = `
  SELECT session.id AS session_id, user.username, user.picture_id, user.activated_at, user.removed_at,
    EXISTS (SELECT 1 FROM social_identity WHERE social_identity.user_id = user.id) AS is_social,
    EXISTS (SELECT 1 FROM ban WHERE ban.user_id = user.id
      AND ban.starts_at <= ?3 AND (ban.ends_at IS NULL OR ban.ends_at > ?3)) AS banned,
    EXISTS (SELECT 1 FROM ban WHERE ban.user_id = user.id
      AND ban.starts_at <= ?3 AND ban.ends_at IS NULL) AS permanently
  FROM user LEFT JOIN session ON session.id = ?2 AND session.user_id = user.id
    AND session.expires_at > ?3 AND session.ends_at > ?3
  WHERE user.id = ?1`

/**
 * The content of the request's `Authorization: Bearer` token, expired or not.
 * @throws ServiceError invalidAccessToken
 */
export async function bearerToken(c: Context<ServiceBindings>): Promise<AccessToken> {
  const [scheme, token, ...rest] = (c.req.header('Authorization') ?? '').split(' ')
  const isBearer = scheme?.toLowerCase() === 'bearer' && rest.length === 0
  const read = isBearer && token ? await readAccessToken(c.env, token) : undefined
  if (!read) throw new ServiceError('invalidAccessToken')
  return read
}

/**
 * The signed-in person of a request's `Authorization: Bearer` header.
 * @param allow states that this call is open to although it is closed by default
 * @throws ServiceError accessTokenExpired, invalidAccessToken (also when its session has ended), userRemoved (also
 *   when the user no longer exists), userBanned, userTemporarilyBanned, userNotActivated
 */
export async function authorize(
  c: Context<ServiceBindings>,
  allow: { unactivated?: boolean; banned?: boolean } = {},
): Promise<Person> {
  const { userId, sessionId, expiresAt } = await bearerToken(c)
  const nowMs = now(c.env)
  if (expiresAt * 1000 <= nowMs) throw new ServiceError('accessTokenExpired')

  const row = await c.env.DB.prepare(PERSON).bind(userId, sessionId, nowMs).first<PersonRow>()
  if (!row || row.removed_at !== null) throw new ServiceError('userRemoved')
  if (row.session_id === null) throw new ServiceError('invalidAccessToken')
  if (row.banned && !allow.banned) {
    throw new ServiceError(row.permanently ? 'userBanned' : 'userTemporarilyBanned')
  }
  if (row.activated_at === null && !allow.unactivated) throw new ServiceError('userNotActivated')
  return {
    userId,
    sessionId,
    tokenExpired: expiresAt,
    username: row.username,
    pictureId: row.picture_id,
    isActivated: row.activated_at !== null,
    isSocial: Boolean(row.is_social),
  }
}
