import { emailKey } from '../../../domain/email.ts'
import { usernameKey } from '../../../domain/username.ts'
import { audit } from '../../cases/audit.ts'
import { ownText } from '../../cases/hidden.ts'
import { now } from '../../config/clock.ts'
import { batchOrRefuse, requireState } from '../../db/database.ts'
import { shownRow, shownRows } from '../../db/shown-row.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError, notAvailable, type ServiceContext } from '../../http/service.ts'
import { afterDeletion, prepareDeletion } from '../../account-deletion/delete-person.ts'
import {
  type FoundPerson,
  foundPersonSchema,
  listedPersonSchema,
} from '../../../contract/calls/operator-people.ts'
import {
  outranks,
  ranks,
  type Role,
  personActions,
  type PersonAction,
} from '../../../domain/moderation.ts'
import type { PersonFor } from '../../identity/authorize.ts'
import { type DecisionRow, toDecision } from '../../cases/decision.ts'
import { BEGINS, byEmail, byId, byUsername, NOTED, type PersonRow } from './person-queries.ts'

export type Caller = PersonFor<Role>

export const listPeople: Handler<'listPeople'> = ({ env }, { start }) => {
  const listed = env.DB.prepare(start ? BEGINS : NOTED)
  return shownRows(listedPersonSchema, listed.bind(usernameKey(start ?? ''), now(env)))
}

const highestRole = ({ roles }: PersonRow): Role | undefined =>
  (JSON.parse(roles) as Role[]).sort((a, b) => ranks[b] - ranks[a])[0]

const isActionable = (caller: Caller, row: PersonRow): boolean =>
  row.userId !== caller.userId && outranks(caller.role, highestRole(row))

export const suspensionOf = ({ suspension }: PersonRow) =>
  suspension === null ? undefined : (JSON.parse(suspension) as FoundPerson['suspension'])

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
function foundPerson(env: Env, row: PersonRow, caller: Caller): FoundPerson {
  type Stored = { commentId: string; text: string | null; sealedText: string | null }
  type Found = Omit<FoundPerson['cases'][number], 'decisions' | 'text'> & Stored
  const cases = JSON.parse(row.cases) as (Found & { decisions: DecisionRow[] })[]
  const posted = JSON.parse(row.latestPosts) as (Stored & FoundPerson['latestPosts'][number])[]
  const textOf = ({ commentId, ...stored }: Stored) => ownText(env, { id: commentId, ...stored })
  return shownRow(foundPersonSchema, {
    ...row,
    email: caller.role === 'operator' ? row.email : null,
    latestPosts: posted.map(({ sealedText, ...post }) => ({
      ...post,
      text: textOf({ ...post, sealedText }),
    })),
    actions: personActions.filter(
      (action) => !refusalOf(caller, row, action) && (action !== 'sendCode' || row.awaitsCode),
    ),
    cases: cases.map(({ decisions, commentId, text, sealedText, ...one }) => ({
      ...one,
      ...(commentId !== one.caseId && { text: textOf({ commentId, text, sealedText }) }),
      decisions: decisions.map((decision) => toDecision(decision, row.userId !== caller.userId)),
    })),
  })
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
  return foundPerson(env, row, caller)
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
