import { emailKey } from '../../../domain/email.ts'
import { usernameKey } from '../../../domain/username.ts'
import { audit } from '../../cases/audit.ts'
import { now } from '../../config/clock.ts'
import { batchOrRefuse, requireState, type RowOf, withoutNulls } from '../../db/database.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError, notAvailable, type ServiceContext } from '../../http/service.ts'
import { afterDeletion, prepareDeletion } from '../../account-deletion/delete-person.ts'
import type { FoundPerson, ListedPerson } from '../../../contract/calls/operator-people.ts'
import {
  MAX_COUNTED,
  outranks,
  ranks,
  type Role,
  roles,
  personActions,
  type PersonAction,
} from '../../../domain/moderation.ts'
import { IS_ABOUT_ACCOUNT } from '../../cases/open-case.ts'
import { IS_SOCIAL, type PersonFor } from '../../identity/authorize.ts'
import { isUndeleted, newestFirst } from '../../db/comment.ts'

export type Caller = PersonFor<Role>

const MAX_SESSIONS = 20
const MAX_CASES = 20
const MAX_POSTS = 10
const MAX_LISTED = 100

const runningSuspensions = (userId: string) => `ban
  WHERE ban.user_id = ${userId} AND (ban.ends_at IS NULL OR ban.ends_at > ?2)`

export const runningSuspensionIds = (userId: string) => `
  (SELECT json_group_array(id) FROM (SELECT id FROM ${runningSuspensions(userId)} ORDER BY id))`

/** SQL: the last decision of a case; of one about an account its suspension, since the others concern the appeal. */
const ofDecision = (columns: string) => `(
  SELECT ${columns} FROM decision WHERE case_id = moderation_case.id AND (action IN ('pause', 'ban') OR NOT ${IS_ABOUT_ACCOUNT})
  ORDER BY created_at DESC LIMIT 1)`

/** SQL: `roles` and the `suspension` that ends last, as JSON. */
const STANDING = `username, (SELECT json_group_array(role) FROM user_role WHERE user_id = user.id) AS roles,
  (SELECT json_object('until', ends_at / 1000, 'reason', reason) FROM ${runningSuspensions('user.id')}
    ORDER BY ends_at IS NULL DESC, ends_at DESC LIMIT 1) AS suspension`

/** `ids` are limited first, since the standing of each person is a query. */
const listed = (ids: string) => `
  SELECT ${STANDING} FROM user WHERE id IN (${ids}) AND removed_at IS NULL
  ORDER BY suspension IS NULL, username_key`
const NOTED = `
  SELECT user_id FROM user_role WHERE role IN (${roles.map((role) => `'${role}'`).join()}) UNION
  SELECT * FROM (SELECT DISTINCT user_id FROM ban WHERE ends_at IS NULL OR ends_at > ?2
    ORDER BY ends_at IS NULL, ends_at LIMIT ${MAX_LISTED})`
const BEGINS = `
  SELECT id FROM user WHERE username_key >= ?1 AND username_key < ?1 || '~' ORDER BY username_key LIMIT ${MAX_LISTED}`

export const listPeople: Handler<'listPeople'> = async ({ env }, { start }) => {
  const { results } = await env.DB.prepare(listed(start ? BEGINS : NOTED))
    .bind(usernameKey(start ?? ''), now(env))
    .all<Pick<PersonRow, 'username' | 'roles' | 'suspension'>>()
  return results.map(standingOf)
}

/** SQL: a person; `where` uses ?1. ?2: now. */
const personWhere = (where: string) => `
  SELECT id AS userId, ${STANDING}, email, email_key AS emailKey, language, created_at / 1000 AS createdAt,
    activated_at IS NOT NULL AS isActivated,
    ${IS_SOCIAL} AS isSocial,
    (SELECT count(*) FROM (
      SELECT 1 FROM comment WHERE user_id = user.id AND ${isUndeleted} LIMIT ${MAX_COUNTED})) AS posts,
    ${runningSuspensionIds('user.id')} AS suspensionIds,
    (SELECT json_group_array(json_object('commentId', id, 'questionId', question_id, 'text', text,
      'postedAt', created_at / 1000)) FROM (
      SELECT * FROM comment WHERE user_id = user.id AND ${isUndeleted} AND text <> ''
      ORDER BY ${newestFirst} LIMIT ${MAX_POSTS})) AS latestPosts,
    EXISTS (SELECT 1 FROM ${runningSuspensions('user.id')} AND role IS NOT 'moderator') AS isLiftRestricted,
    (SELECT json_group_array(json_object('startedAt', created_at / 1000, 'expiresAt', expires_at / 1000,
      'device', coalesce(device_name, 'unknown'), 'region', coalesce(local_region, ''))) FROM (
      SELECT * FROM session WHERE user_id = user.id AND expires_at > ?2
      ORDER BY created_at DESC LIMIT ${MAX_SESSIONS})) AS sessions,
    (SELECT json_group_array(json_object('caseId', id, 'state', state, 'openedAt', opened_at / 1000,
      'action', action, 'text', text, 'reason', reason, 'moderator', moderator, 'endedAt', ended_at / 1000)) FROM (
      SELECT id, state, opened_at, ${ofDecision('action')} AS action, ${ofDecision('ended_at')} AS ended_at,
        ${ofDecision("nullif(concat_ws(' — ', nullif(ground, ''), nullif(explanation, '')), '')")} AS reason,
        ${ofDecision('(SELECT username FROM user WHERE id = moderator_id)')} AS moderator,
        (SELECT nullif(text, '') FROM comment WHERE id = comment_id AND state <> 'closed' AND ${isUndeleted}) AS text
      FROM moderation_case WHERE author_id = user.id
      ORDER BY opened_at DESC LIMIT ${MAX_CASES})) AS cases
  FROM user WHERE ${where} AND removed_at IS NULL`

const byId = personWhere('id = ?1')
const byUsername = personWhere('username_key = ?1')
const byEmail = personWhere('email_key = ?1')

/** `roles`, `suspension` (the last to end), `latestPosts`, `sessions` and `cases` are JSON. */
export interface PersonRow extends Pick<
  FoundPerson,
  'userId' | 'username' | 'createdAt' | 'language' | 'posts'
> {
  email: string
  emailKey: string
  isActivated: number
  isSocial: number
  roles: string
  suspensionIds: string
  suspension: string | null
  /** Only operators can end one of the active suspensions: an operator's own, or one of a case. */
  isLiftRestricted: number
  latestPosts: string
  sessions: string
  cases: string
}

const rolesOf = ({ roles }: Pick<PersonRow, 'roles'>) => JSON.parse(roles) as Role[]

const highestRole = (row: PersonRow): Role | undefined =>
  rolesOf(row).sort((a, b) => ranks[b] - ranks[a])[0]

const isActionable = (caller: Caller, row: PersonRow): boolean =>
  row.userId !== caller.userId && outranks(caller.role, highestRole(row))

const suspensionOf = ({ suspension }: Pick<PersonRow, 'suspension'>) =>
  suspension === null ? undefined : (JSON.parse(suspension) as FoundPerson['suspension'])

function standingOf(row: Pick<PersonRow, 'username' | 'roles' | 'suspension'>): ListedPerson {
  const suspension = suspensionOf(row)
  return { username: row.username, roles: rolesOf(row), ...(suspension && { suspension }) }
}

type Refusal = 'userPrivilegeNotFound' | 'dataNotAvailable'

/**
 * Why the caller cannot make this change now: their role, or the account's state. A ban replaces a pause that the
 * caller may end.
 */
export function refusalOf(
  caller: Caller,
  row: PersonRow,
  action: PersonAction,
): Refusal | undefined {
  if (!isActionable(caller, row)) return 'userPrivilegeNotFound'
  const isOperator = caller.role === 'operator'
  const suspension = suspensionOf(row)
  const isRestricted = Boolean(row.isLiftRestricted) && !isOperator
  const isOfOperators = action === 'sendCode' || action === 'delete'
  const isOnSuspension = action === 'lift' || action === 'ban'
  if ((isOfOperators && !isOperator) || (isOnSuspension && isRestricted))
    return 'userPrivilegeNotFound'
  const isPossible: Record<PersonAction, boolean> = {
    endSessions: true,
    sendCode: !row.isSocial,
    lift: suspension !== undefined,
    pause: suspension === undefined,
    ban: suspension === undefined || suspension.until !== null,
    delete: true,
  }
  return isPossible[action] ? undefined : 'dataNotAvailable'
}

/** Only operators see the address. */
function foundPerson(row: PersonRow, caller: Caller): FoundPerson {
  const { userId, createdAt, language, posts } = row
  const cases = JSON.parse(row.cases) as RowOf<FoundPerson['cases'][number]>[]
  return {
    ...standingOf(row),
    userId,
    ...(caller.role === 'operator' && { email: row.email }),
    createdAt,
    isActivated: Boolean(row.isActivated),
    isSocial: Boolean(row.isSocial),
    language,
    posts,
    latestPosts: JSON.parse(row.latestPosts) as FoundPerson['latestPosts'],
    actions: personActions.filter((action) => !refusalOf(caller, row, action)),
    sessions: JSON.parse(row.sessions) as FoundPerson['sessions'],
    cases: cases.map(withoutNulls),
  }
}

/** @throws ServiceError dataNotFound; userPrivilegeNotFound for a moderator with an address */
export const findPerson: Handler<'findPerson'> = async (c, { name }) => {
  const caller = c.var.person
  const isAddress = name.includes('@')
  if (isAddress && caller.role !== 'operator') throw new ServiceError('userPrivilegeNotFound')
  const key = isAddress ? emailKey(name) : usernameKey(name)
  const row = await personRow(c.env, isAddress ? byEmail : byUsername, key)
  return [await shown(c.env, caller, row)]
}

/** @throws ServiceError dataNotFound */
async function personRow(env: Env, sql: string, key: string): Promise<PersonRow> {
  const row = await env.DB.prepare(sql).bind(key, now(env)).first<PersonRow>()
  if (!row) throw new ServiceError('dataNotFound')
  return row
}

/** Logs access to an address before it is shown. */
async function shown(env: Env, caller: Caller, row: PersonRow) {
  if (caller.role === 'operator') await audit(env, caller, 'person.address', row.userId).run()
  return foundPerson(row, caller)
}

export async function shownPerson(env: Env, caller: Caller, userId: string) {
  return shown(env, caller, await personRow(env, byId, userId))
}

/**
 * The person, if the caller may act on them: a lower role, and not the caller.
 * @throws ServiceError dataNotFound, userPrivilegeNotFound
 */
export async function personToChange(
  c: ServiceContext,
  caller: Caller,
  userId: string,
): Promise<PersonRow> {
  const row = await personRow(c.env, byId, userId)
  if (!isActionable(caller, row)) throw new ServiceError('userPrivilegeNotFound')
  return row
}

/** SQL: person ?1 has no pending appeal against a decision of ?2. Deletion would end it unread. */
const NO_APPEAL = `NOT EXISTS (
  SELECT 1 FROM appeal JOIN decision ON decision.id = appeal.decision_id
  WHERE appeal.author_id = ?1 AND appeal.outcome IS NULL AND decision.moderator_id = ?2)`

/**
 * Deletes an account as its owner can; the caller confirms by typing the username.
 * @throws ServiceError dataNotFound, userPrivilegeNotFound, dataNotAvailable (`username`, or `appeal` for a pending
 *   appeal against a decision of the caller)
 */
export const deletePerson: Handler<'deletePerson'> = async (c, { userId, username, why }) => {
  const caller = c.var.person
  const row = await personToChange(c, caller, userId)
  if (row.username !== username) throw notAvailable('username')
  const mayGo = c.env.DB.prepare(`SELECT ${NO_APPEAL} AS mayGo`).bind(userId, caller.userId)
  if (!(await mayGo.first<number>('mayGo'))) throw hasAppeal()
  const deletion = await prepareDeletion(c.env, userId)
  if (!deletion) throw new ServiceError('dataNotFound')
  const statements = [
    requireState(c.env, NO_APPEAL, userId, caller.userId),
    ...deletion.statements,
    audit(c.env, caller, 'person.delete', userId, why),
  ]
  await batchOrRefuse(c.env, statements, hasAppeal)
  afterDeletion(c, deletion)
}

const hasAppeal = () => notAvailable('appeal')
