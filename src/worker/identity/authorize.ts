import type { Context } from 'hono'
import type { Access } from '../../contract/call.ts'
import type { Language } from '../../domain/language.ts'
import { roles, type Role } from '../../domain/moderation.ts'
import { batch } from '../db/database.ts'
import { pauseEnd, isSuspended, isBanned } from '../db/suspension.ts'
import { now } from '../config/clock.ts'
import { ServiceError, type ServiceBindings } from '../http/service.ts'
import { type AccessToken, readAccessToken } from './tokens.ts'

/** The signed-in person. Times in epoch milliseconds unless noted. */
export interface Person {
  userId: string
  sessionId: string
  /** Expiry of the access token, epoch seconds. */
  tokenExpired: number
  username: string
  email: string
  emailKey: string
  language: Language
  pictureId: string | null
  createdAt: number
  isActivated: boolean
  isSocial: boolean
  settings: Settings
  /** `until` in epoch milliseconds, `undefined` for a ban. */
  suspension?: { until: number | undefined }
}

interface Settings {
  gender: number
  birthYear: number
  termsVersion: string
  hidesEcho: number | null
  hidesOthers: number | null
  /** The provider's id of the person. */
  subject: string | null
}

export type PersonFor<A extends Access> = A extends 'token'
  ? AccessToken
  : A extends Role
    ? Person & { role: Role }
    : Person

interface PersonRow extends Settings {
  sessionId: string | null
  username: string
  email: string
  emailKey: string
  language: Language
  pictureId: string | null
  createdAt: number
  activatedAt: number | null
  removedAt: number | null
  isSocial: number
  isSuspended: number
  isBanned: number
  pauseEnd: number | null
}

/** SQL: the `user` row signs in with the social provider only (`docs/product.md#social-sign-in`). */
export const IS_SOCIAL = `(user.password_hash IS NULL
  AND EXISTS (SELECT 1 FROM social_identity WHERE social_identity.user_id = user.id))`

const PERSON = `
  SELECT session.id AS sessionId, user.username, user.email, user.email_key AS emailKey, user.language,
    user.picture_id AS pictureId, user.created_at AS createdAt, user.activated_at AS activatedAt,
    user.removed_at AS removedAt, user.gender, user.birth_year AS birthYear,
    user.terms_version AS termsVersion, user.hides_echo AS hidesEcho, user.hides_others AS hidesOthers,
    (SELECT subject FROM social_identity WHERE user_id = user.id ORDER BY created_at LIMIT 1) AS subject,
    ${IS_SOCIAL} AS isSocial, ${isSuspended('?3')} AS isSuspended, ${isBanned('?3')} AS isBanned,
    ${pauseEnd('?3')} AS pauseEnd
  FROM user LEFT JOIN session ON session.id = ?2 AND session.user_id = user.id
    AND session.expires_at > ?3 AND session.ends_at > ?3
  WHERE user.id = ?1`

/** The highest role of ?1, counting only ?2 and `operator`. */
const ROLE = `
  SELECT role FROM user_role WHERE user_id = ?1 AND role IN (?2, 'operator')
  ORDER BY role = 'operator' DESC LIMIT 1`

/** Access levels that admit suspended or unactivated people; all others refuse both. */
const admits: Partial<Record<Access, { suspended: true; unactivated?: true }>> = {
  author: { suspended: true },
  account: { suspended: true, unactivated: true },
}

/** Reads the `Authorization: Bearer` token, expired or not. @throws ServiceError invalidAccessToken */
export async function bearerToken(c: Context<ServiceBindings>): Promise<AccessToken> {
  const [scheme, token, ...rest] = (c.req.header('Authorization') ?? '').split(' ')
  const isBearer = scheme?.toLowerCase() === 'bearer' && rest.length === 0
  const read = isBearer && token ? await readAccessToken(c.env, token) : undefined
  if (!read) throw new ServiceError('invalidAccessToken')
  return read
}

/**
 * Authenticates the caller by the `Authorization: Bearer` token. Reads the primary: a replica may not know yet that a
 * session has ended.
 * @throws ServiceError accessTokenExpired, invalidAccessToken (also for an ended session), userRemoved (also for a
 *   deleted user), userBanned, userTemporarilyBanned, userNotActivated, rolePrivilegeNotFound
 */
export async function authorize<A extends Access>(
  c: Context<ServiceBindings>,
  access: A,
): Promise<PersonFor<A>>
export async function authorize(
  c: Context<ServiceBindings>,
  access: Access,
): Promise<AccessToken | Person> {
  if (access === 'token') return bearerToken(c)
  const token = await unexpiredToken(c)
  const { userId, sessionId } = token
  const person = c.env.DB.prepare(PERSON).bind(userId, sessionId, now(c.env))
  if (!isRole(access)) return admitted(token, await person.first<PersonRow>(), access)
  const role = c.env.DB.prepare(ROLE).bind(userId, access)
  const results = await batch<{ person: PersonRow; role: { role: Role } }>(c.env.DB, {
    person,
    role,
  })
  const caller = admitted(token, results.person.results[0] ?? null, access)
  const [held] = results.role.results
  if (!held) throw new ServiceError('rolePrivilegeNotFound')
  return { ...caller, ...held }
}

/** SQL equivalent of `authorize` for members. Arguments are parameter names. */
export const isAuthorized = (userId: string, sessionId: string, nowMs: string): string => `
  EXISTS (SELECT 1 FROM user JOIN session ON session.user_id = user.id
    WHERE user.id = ${userId} AND user.removed_at IS NULL AND user.activated_at IS NOT NULL
      AND session.id = ${sessionId} AND session.expires_at > ${nowMs} AND session.ends_at > ${nowMs}
      AND NOT ${isSuspended(nowMs)})`

/**
 * Reads an unexpired token, without checking its session: see `isAuthorized`.
 * @throws ServiceError accessTokenExpired, invalidAccessToken
 */
export async function unexpiredToken(c: Context<ServiceBindings>): Promise<AccessToken> {
  const token = await bearerToken(c)
  if (token.expiresAt * 1000 <= now(c.env)) throw new ServiceError('accessTokenExpired')
  return token
}

function isRole(access: Access): access is Role {
  return roles.includes(access as Role)
}

function admitted(token: AccessToken, row: PersonRow | null, access: Access): Person {
  if (!row || row.removedAt !== null) throw new ServiceError('userRemoved')
  if (row.sessionId === null) throw new ServiceError('invalidAccessToken')
  if (row.isSuspended && !admits[access]?.suspended)
    throw new ServiceError(row.isBanned ? 'userBanned' : 'userTemporarilyBanned')
  if (row.activatedAt === null && !admits[access]?.unactivated)
    throw new ServiceError('userNotActivated')
  const { username, email, emailKey, language, pictureId, createdAt } = row
  const { gender, birthYear, termsVersion, hidesEcho, hidesOthers, subject } = row
  return {
    userId: token.userId,
    sessionId: token.sessionId,
    tokenExpired: token.expiresAt,
    username,
    email,
    emailKey,
    language,
    pictureId,
    createdAt,
    isActivated: row.activatedAt !== null,
    isSocial: Boolean(row.isSocial),
    settings: { gender, birthYear, termsVersion, hidesEcho, hidesOthers, subject },
    ...(row.isSuspended && {
      suspension: { until: row.isBanned ? undefined : (row.pauseEnd ?? undefined) },
    }),
  }
}
