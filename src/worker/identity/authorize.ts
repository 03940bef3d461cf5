import type { Context } from 'hono'
import { pauseEnd, isSuspended, isBanned } from '../db/suspension.ts'
import { now } from '../config/clock.ts'
import { ServiceError, type ServiceBindings } from '../http/service.ts'
import { readAccessToken, type AccessToken } from './access-token.ts'

/** The signed-in person. Times in epoch milliseconds unless named otherwise. */
export interface Person {
  userId: string
  sessionId: string
  /** Epoch seconds of the access token's expiry: `tokenExpired` of the contract. */
  tokenExpired: number
  username: string
  pictureId: string | null
  isActivated: boolean
  /** Signs in with the provider only: has no password. */
  isSocial: boolean
  /** While suspended; `until` in epoch milliseconds, none without an end. */
  suspension?: { until: number | undefined }
}

interface PersonRow {
  session_id: string | null
  username: string
  picture_id: string | null
  activated_at: number | null
  removed_at: number | null
  is_social: number
  suspended: number
  banned: number
  pause_end: number | null
}

/** SQL: a row of `user` signs in with the social provider only (`docs/product.md#social-sign-in`). */
export const IS_SOCIAL = `(user.password_hash IS NULL
  AND EXISTS (SELECT 1 FROM social_identity WHERE social_identity.user_id = user.id))`

const PERSON = `
  SELECT session.id AS session_id, user.username, user.picture_id, user.activated_at, user.removed_at,
    ${IS_SOCIAL} AS is_social,
    ${isSuspended('?3')} AS suspended,
    ${isBanned('?3')} AS banned, ${pauseEnd('?3')} AS pause_end
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

/** States of a person that a call admits; by default it refuses them. */
interface Allowance {
  unactivated?: boolean
  suspended?: boolean
}

/**
 * The signed-in person of a request's `Authorization: Bearer` header. It is always the primary database that says
 * whether a session is active: a replica may not know yet that it was ended.
 * @throws ServiceError accessTokenExpired, invalidAccessToken (also when its session has ended), userRemoved (also
 *   when the user no longer exists), userBanned, userTemporarilyBanned, userNotActivated
 */
export async function authorize(
  c: Context<ServiceBindings>,
  allow: Allowance = {},
): Promise<Person> {
  const token = await unexpiredToken(c)
  return personOf(token, await personStatement(c.env, token).first<PersonRow>(), allow)
}

/** SQL: `authorize` admits the person of this session. Each argument names a parameter. */
export const isAuthorized = (userId: string, sessionId: string, nowMs: string): string => `
  EXISTS (SELECT 1 FROM user JOIN session ON session.user_id = user.id
    WHERE user.id = ${userId} AND user.removed_at IS NULL AND user.activated_at IS NOT NULL
      AND session.id = ${sessionId} AND session.expires_at > ${nowMs} AND session.ends_at > ${nowMs}
      AND NOT ${isSuspended(nowMs)})`

/**
 * `authorize` and a statement in one transaction and one round trip. A statement that writes must itself do nothing
 * unless `isAuthorized` holds.
 * @throws ServiceError as `authorize` does
 */
export async function authorizeWith<Row>(
  c: Context<ServiceBindings>,
  statement: (token: AccessToken) => D1PreparedStatement | Promise<D1PreparedStatement>,
  allow: Allowance = {},
): Promise<{ person: Person; row: Row | undefined }> {
  const token = await unexpiredToken(c)
  const own = await statement(token)
  const [people, rows] = await c.env.DB.batch([personStatement(c.env, token), own])
  const person = personOf(token, (people?.results[0] as PersonRow | undefined) ?? null, allow)
  return { person, row: rows?.results[0] as Row | undefined }
}

/**
 * The content of a token that has not expired. Only the database says whether its session is active: see `isAuthorized`.
 * @throws ServiceError accessTokenExpired, invalidAccessToken
 */
export async function unexpiredToken(c: Context<ServiceBindings>): Promise<AccessToken> {
  const token = await bearerToken(c)
  if (token.expiresAt * 1000 <= now(c.env)) throw new ServiceError('accessTokenExpired')
  return token
}

function personStatement(env: Env, { userId, sessionId }: AccessToken): D1PreparedStatement {
  return env.DB.prepare(PERSON).bind(userId, sessionId, now(env))
}

function personOf(
  { userId, sessionId, expiresAt }: AccessToken,
  row: PersonRow | null,
  allow: Allowance,
): Person {
  if (!row || row.removed_at !== null) throw new ServiceError('userRemoved')
  if (row.session_id === null) throw new ServiceError('invalidAccessToken')
  if (row.suspended && !allow.suspended) {
    throw new ServiceError(row.banned ? 'userBanned' : 'userTemporarilyBanned')
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
    ...(row.suspended && {
      suspension: { until: row.banned ? undefined : (row.pause_end ?? undefined) },
    }),
  }
}
