import type { Access } from '../../contract/call.ts'
import type { Language } from '../../domain/language.ts'
import { roles, type Role } from '../../domain/moderation.ts'
import { pauseEnd, isSuspended, isBanned } from '../db/suspension.ts'
import { now } from '../config/clock.ts'
import { ServiceError, type ServiceContext } from '../http/service.ts'
import { type AccessToken, readAccessToken } from './sessions.ts'

/** The signed-in person. */
export interface Person extends Omit<PersonRow, 'sessionId'> {
  userId: string
  sessionId: string
  /** Expiry of the access token, epoch seconds. */
  tokenExpired: number
}

export type PersonFor<A extends Access> = A extends 'token'
  ? AccessToken
  : A extends Role
    ? Person & { role: Role }
    : Person

export interface AccountState {
  activatedAt: number | null
  removedAt: number | null
  isSuspended: number
  isBanned: number
}

/** SQL: columns of `AccountState`. `nowMs` names a parameter. */
export const accountState = (nowMs: string): string => `
  user.activated_at AS activatedAt, user.removed_at AS removedAt,
  ${isSuspended(nowMs)} AS isSuspended, ${isBanned(nowMs)} AS isBanned`

/** Times in epoch milliseconds. */
interface PersonRow extends AccountState {
  sessionId: string | null
  username: string
  email: string
  emailKey: string
  language: Language
  pictureId: string | null
  createdAt: number
  gender: number
  birthYear: number
  termsVersion: string
  hidesEcho: number | null
  hidesOthers: number | null
  pendingEmail: string | null
  /** The provider's id of the person. */
  subject: string | null
  isSocial: number
  pauseEnd: number | null
  /** With commas between; NULL without one. */
  roles: string | null
}

/** SQL: the `user` row signs in with the social provider only (`docs/product.md#social-sign-in`). */
export const IS_SOCIAL = `(user.password_hash IS NULL
  AND EXISTS (SELECT 1 FROM social_identity WHERE social_identity.user_id = user.id))`

const PERSON = `
  SELECT session.id AS sessionId, user.username, user.email, user.email_key AS emailKey, user.language,
    user.picture_id AS pictureId, user.created_at AS createdAt, user.gender, user.birth_year AS birthYear,
    user.terms_version AS termsVersion, user.hides_echo AS hidesEcho, user.hides_others AS hidesOthers,
    (SELECT subject FROM social_identity WHERE user_id = user.id ORDER BY created_at LIMIT 1) AS subject,
    (SELECT new_email FROM email_change WHERE user_id = user.id AND expires_at > ?3) AS pendingEmail,
    ${IS_SOCIAL} AS isSocial, ${pauseEnd('?3')} AS pauseEnd, ${accountState('?3')},
    (SELECT group_concat(role) FROM user_role WHERE user_id = user.id) AS roles
  FROM user LEFT JOIN session ON session.id = ?2 AND session.user_id = user.id
    AND session.expires_at > ?3 AND session.ends_at > ?3
  WHERE user.id = ?1`

/** Access levels that admit suspended or unactivated people; all others refuse both. */
const admits: Partial<Record<Access, { suspended: true; unactivated?: true }>> = {
  author: { suspended: true },
  account: { suspended: true, unactivated: true },
}

/** Reads the `Authorization: Bearer` token, expired or not. @throws ServiceError invalidAccessToken */
export function bearerToken(c: ServiceContext): AccessToken {
  const [scheme, token, ...rest] = (c.req.header('Authorization') ?? '').split(' ')
  const isBearer = scheme?.toLowerCase() === 'bearer' && rest.length === 0
  const read = isBearer && token ? readAccessToken(c.env, token) : undefined
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
  c: ServiceContext,
  access: A,
): Promise<PersonFor<A>>
export async function authorize(c: ServiceContext, access: Access): Promise<PersonFor<Access>> {
  if (access === 'token') return bearerToken(c)
  const token = unexpiredToken(c)
  const { userId, sessionId } = token
  const person = c.env.DB.prepare(PERSON).bind(userId, sessionId, now(c.env))
  const caller = admitted(token, await person.first<PersonRow>(), access)
  if (!isRole(access)) return caller
  // The highest counts.
  const role = (['operator', access] as const).find((name) =>
    caller.roles?.split(',').includes(name),
  )
  if (!role) throw new ServiceError('rolePrivilegeNotFound')
  return { ...caller, role }
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
export function unexpiredToken(c: ServiceContext): AccessToken {
  const token = bearerToken(c)
  if (token.expiresAt * 1000 <= now(c.env)) throw new ServiceError('accessTokenExpired')
  return token
}

function isRole(access: Access): access is Role {
  return roles.includes(access as Role)
}

function admitted(token: AccessToken, row: PersonRow | null, access: Access): Person {
  if (!row || row.removedAt !== null) throw new ServiceError('userRemoved')
  if (row.sessionId === null) throw new ServiceError('invalidAccessToken')
  requireActive(row, admits[access])
  const { userId, sessionId, expiresAt: tokenExpired } = token
  return { ...row, userId, sessionId, tokenExpired }
}

/**
 * Call only after authentication: the error reveals the account's state.
 * @throws ServiceError userRemoved, userBanned, userTemporarilyBanned, userNotActivated
 */
export function requireActive(
  account: AccountState,
  admitted: { suspended?: boolean; unactivated?: boolean } = {},
): void {
  if (account.removedAt !== null) throw new ServiceError('userRemoved')
  if (account.isSuspended && !admitted.suspended)
    throw new ServiceError(account.isBanned ? 'userBanned' : 'userTemporarilyBanned')
  if (account.activatedAt === null && !admitted.unactivated)
    throw new ServiceError('userNotActivated')
}
