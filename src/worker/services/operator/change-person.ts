import type { Context } from 'hono'
import type { keepingCalls } from '../../../contract/calls/operator-keeping.ts'
import { passcodePurpose } from '../../../domain/passcode.ts'
import { translator } from '../../../i18n/server.ts'
import { insertAccountCase } from '../../cases/account-case.ts'
import { audit } from '../../cases/audit.ts'
import { insertBan, insertDecision, tellAuthor, type NewDecision } from '../../cases/decision.ts'
import { noticesLink, statementOfReasons, type ToldStop } from '../../cases/statement.ts'
import { now } from '../../config/clock.ts'
import { expect, isUnmet } from '../../db/expectation.ts'
import { newId } from '../../db/id.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError, type ServiceBindings } from '../../http/service.ts'
import { publicOrigin } from '../../http/site-origin.ts'
import { authorizeRole } from '../../identity/authorize-role.ts'
import { countSending } from '../../identity/check-passcode.ts'
import { sendPasscode } from '../../identity/send-passcode.ts'
import { endSessions } from '../../identity/sessions.ts'
import { sendMail } from '../../mail/send.ts'
import type { Caller, PersonRow } from './found-person.ts'
import { personToChange, shownPerson } from './people.ts'

type Change = Parameters<Handler<typeof keepingCalls.changePerson>>[1]

/**
 * One change of a person, with its entry in the audit log in the same transaction. A pause and a ban are a decision of a
 * case about the account, with its notice and one appeal.
 * @throws ServiceError as `authorizeRole`; dataNotFound, userPrivilegeNotFound, dataNotAvailable (`until`, `ground`,
 *   `change`), tooManyAttempts
 */
export const changePerson: Handler<typeof keepingCalls.changePerson> = async (c, change) => {
  const isCode = change.change === 'sendCode'
  const caller = await authorizeRole(c, isCode ? 'operator' : 'moderator')
  const row = await personToChange(c, caller, change.userId)
  const { env } = c
  const { ground, explanation } = change
  const decision = decisionOf(env, caller, change)
  const statements = isCode
    ? await codeSent(c, row)
    : decision
      ? stopStatements(env, caller, row, decision)
      : statementsOf(env, caller, row, change)
  const batch = env.DB.batch([
    ...statements,
    audit(env, {
      actorId: caller.userId,
      role: caller.role,
      action: `person.${change.change}`,
      subject: row.userId,
      why: [ground?.text, explanation].filter(Boolean).join(' — '),
    }),
  ])
  await batch.catch((error: unknown) => {
    throw isUnmet(error) ? new ServiceError('userPrivilegeNotFound') : error
  })
  if (decision) await tellStop(c, row, decision)
  else if (change.change === 'lift') await tellEnd(c, row, explanation)
  return [await shownPerson(env, caller, row.userId)]
}

type Stop = NewDecision & ToldStop

/**
 * The decision of a pause or a ban; `undefined` for another change.
 * @throws ServiceError dataNotAvailable (`until`, `ground`)
 */
function decisionOf(env: Env, caller: Caller, asked: Change): Stop | undefined {
  const { change, until, ground, explanation = '' } = asked
  if (change !== 'pause' && change !== 'ban') return undefined
  const endsAt = until === undefined ? null : until * 1000
  const isRight = change === 'pause' ? endsAt !== null && endsAt > now(env) : endsAt === null
  if (!isRight) throw new ServiceError('dataNotAvailable', { field: 'until' })
  if (!ground) throw new ServiceError('dataNotAvailable', { field: 'ground' })
  const { userId: moderatorId } = caller
  const ids = { id: newId(), caseId: newId(), moderatorId }
  return { ...ids, action: change, endsAt, ground, explanation, foundByFilter: false }
}

function stopStatements(env: Env, { role }: Caller, { userId }: PersonRow, decision: Stop) {
  const { caseId, id: decisionId } = decision
  return [
    insertAccountCase(env, caseId, userId),
    insertDecision(env, decision),
    insertBan(env, decision, userId, role),
    tellAuthor(env, userId, 'decision', { caseId, decisionId }),
  ]
}

const RUNNING = 'ban WHERE user_id = ?1 AND (ends_at IS NULL OR ends_at > ?2)'
const LIFT = `DELETE FROM ${RUNNING}`
/** SQL: every running ban was set at this page by somebody with the role ?3. A decision is taken back by its appeal. */
const IS_OWN = `NOT EXISTS (SELECT 1 FROM ${RUNNING} AND role IS NOT ?3)`

function statementsOf(env: Env, { role }: Caller, row: PersonRow, { change }: Change) {
  if (change === 'endSessions') return [endSessions(env, row.userId)]
  const nowMs = now(env)
  if (row.stop === null) throw new ServiceError('dataNotAvailable', { field: 'change' })
  return [
    ...(role === 'operator' ? [] : [expect(env, IS_OWN, row.userId, nowMs, role)]),
    env.DB.prepare(LIFT).bind(row.userId, nowMs),
  ]
}

/** The code that the account waits for: of the activation, or of a new password. Its own limits hold here too. */
async function codeSent(
  c: Context<ServiceBindings>,
  { userId: id, email, emailKey, language, isActivated, isSocial }: PersonRow,
): Promise<[]> {
  const { env } = c
  if (isSocial) throw new ServiceError('dataNotAvailable', { field: 'change' })
  const purpose = isActivated ? passcodePurpose.passwordReset : passcodePurpose.activation
  await countSending(env, emailKey, purpose)
  const waitUntil = (promise: Promise<unknown>) => c.executionCtx.waitUntil(promise)
  const origin = publicOrigin(env, c.req.url)
  await sendPasscode(env, waitUntil, { id, email, emailKey }, { purpose, language, origin })
  return []
}

/** Mails the statement of reasons, which the person also reads among their notices. */
async function tellStop(c: Context<ServiceBindings>, row: PersonRow, stop: Stop): Promise<void> {
  await mailTo(c, row, 'accountDecision', noticesLink(c), statementOfReasons(row.language, stop))
}

/** Mails that the pause or the ban is over. */
async function tellEnd(c: Context<ServiceBindings>, row: PersonRow, explanation?: string) {
  const t = translator(row.language)
  const details = explanation ? [t('moderation.told.explanation', { explanation })] : []
  await mailTo(c, row, 'accountLifted', `${publicOrigin(c.env, c.req.url)}/login`, details)
}

async function mailTo(
  c: Context<ServiceBindings>,
  { language, email: to, userId }: PersonRow,
  kind: 'accountDecision' | 'accountLifted',
  link: string,
  details: readonly string[],
): Promise<void> {
  const waitUntil = (promise: Promise<unknown>) => c.executionCtx.waitUntil(promise)
  await sendMail(c.env, waitUntil, { to, userId, language, kind, link, details })
}
