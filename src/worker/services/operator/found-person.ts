import type { Language } from '../../../domain/language.ts'
import type { FoundPerson } from '../../../contract/keeping-schemas.ts'
import { outranks, ranks, type Role } from '../../../domain/moderation.ts'
import { personActions, type PersonAction } from '../../../domain/person-changes.ts'
import { IS_ABOUT_ACCOUNT } from '../../cases/account-case.ts'
import type { authorizeRole } from '../../identity/authorize-role.ts'

export type Caller = Awaited<ReturnType<typeof authorizeRole>>

/** Rows of a person that are shown. */
const MAX_SESSIONS = 20
const MAX_CASES = 20

/** SQL: `user` is the person, ?2 is now. */
const RUNNING_BAN = `ban
  WHERE ban.user_id = user.id AND starts_at <= ?2 AND (ends_at IS NULL OR ends_at > ?2)`

/** SQL: a person; `where` names ?1. ?2: now. */
const personWhere = (where: string) => `
  SELECT id AS userId, username, email, email_key AS emailKey, language, created_at AS createdAt,
    activated_at IS NOT NULL AS isActivated,
    EXISTS (SELECT 1 FROM social_identity WHERE user_id = user.id) AS isSocial,
    (SELECT json_group_array(role) FROM user_role WHERE user_id = user.id) AS roles,
    (SELECT count(*) FROM (
      SELECT 1 FROM comment WHERE user_id = user.id AND deleted_at IS NULL LIMIT 1000)) AS posts,
    (SELECT json_array(ends_at, reason) FROM ${RUNNING_BAN}
      ORDER BY ends_at IS NULL DESC, ends_at DESC LIMIT 1) AS stop,
    EXISTS (SELECT 1 FROM ${RUNNING_BAN} AND role IS NOT 'moderator') AS isStopKept,
    (SELECT json_group_array(json_array(created_at, expires_at, device_name, local_region)) FROM (
      SELECT * FROM session WHERE user_id = user.id AND expires_at > ?2
      ORDER BY created_at DESC LIMIT ${MAX_SESSIONS})) AS sessions,
    (SELECT json_group_array(json_array(id, state, opened_at)) FROM (
      SELECT * FROM moderation_case WHERE author_id = user.id AND NOT (${IS_ABOUT_ACCOUNT})
      ORDER BY opened_at DESC LIMIT ${MAX_CASES})) AS cases
  FROM user WHERE ${where} AND removed_at IS NULL`

export const byId = personWhere('id = ?1')
export const byUsername = personWhere('username_key = ?1')
export const byEmail = personWhere('email_key = ?1')

export interface PersonRow {
  userId: string
  username: string
  email: string
  emailKey: string
  language: Language
  createdAt: number
  isActivated: number
  isSocial: number
  roles: string
  posts: number
  stop: string | null
  /** A ban is running that operators alone end: an operator's, or of a decision on a case. */
  isStopKept: number
  sessions: string
  cases: string
}

const seconds = (ms: number) => Math.floor(ms / 1000)

const rolesOf = ({ roles }: PersonRow) => JSON.parse(roles) as Role[]

/** The highest role of a person. */
const highestRole = (row: PersonRow): Role | undefined =>
  rolesOf(row).sort((a, b) => ranks[b] - ranks[a])[0]

/** Whom a caller may act on: a person with a lower role, and not the caller. */
export const isActionable = (caller: Caller, row: PersonRow): boolean =>
  row.userId !== caller.userId && outranks(caller.role, highestRole(row))

/** What the caller may do to the person now. */
function actionsFor(caller: Caller, row: PersonRow): PersonAction[] {
  if (!isActionable(caller, row)) return []
  const isOperator = caller.role === 'operator'
  const isStopped = row.stop !== null
  const isAllowed: Record<PersonAction, boolean> = {
    endSessions: true,
    sendCode: isOperator && !row.isSocial,
    lift: isStopped && (isOperator || !row.isStopKept),
    pause: !isStopped,
    ban: !isStopped,
    delete: isOperator,
  }
  return personActions.filter((action) => isAllowed[action])
}

/** As the contract shows it to the caller; the address to operators alone. */
export function foundPerson(row: PersonRow, caller: Caller): FoundPerson {
  const stop = row.stop === null ? undefined : (JSON.parse(row.stop) as [number | null, string])
  const sessions = JSON.parse(row.sessions) as [number, number, string | null, string | null][]
  const cases = JSON.parse(row.cases) as [string, FoundPerson['cases'][number]['state'], number][]
  return {
    userId: row.userId,
    username: row.username,
    ...(caller.role === 'operator' && { email: row.email }),
    createdAt: seconds(row.createdAt),
    isActivated: Boolean(row.isActivated),
    isSocial: Boolean(row.isSocial),
    roles: rolesOf(row),
    posts: row.posts,
    ...(stop && {
      stop: { until: stop[0] === null ? null : seconds(stop[0]), reason: stop[1] },
    }),
    actions: actionsFor(caller, row),
    sessions: sessions.map(([startedAt, expiresAt, device, region]) => ({
      startedAt: seconds(startedAt),
      expiresAt: seconds(expiresAt),
      device: device ?? '',
      region: region ?? '',
    })),
    cases: cases.map(([caseId, state, openedAt]) => ({
      caseId,
      state,
      openedAt: seconds(openedAt),
    })),
  }
}
