import { passcodePurpose } from '../../../domain/passcode.ts'
import type { PersonChange } from '../../../domain/moderation.ts'
import { translator } from '../../../i18n/server.ts'
import { insertAccountCase } from '../../cases/open-case.ts'
import { audit } from '../../cases/audit.ts'
import {
  endSuspensions,
  insertSuspension,
  insertDecision,
  notifyAuthor,
  suspensionEnd,
  type NewDecision,
} from '../../cases/decision.ts'
import { noticesLink, statementOfReasons, type SuspensionStatement } from '../../cases/statement.ts'
import { now } from '../../config/clock.ts'
import { batchOrRefuse, requireState } from '../../db/database.ts'
import { newId } from '../../db/id.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError, notAvailable, type ServiceContext } from '../../http/service.ts'
import { publicOrigin } from '../../http/site-origin.ts'
import { countSending, sendPasscode } from '../../identity/send-passcode.ts'
import { endSessions } from '../../identity/sessions.ts'
import { queueMails } from '../../mail/queue.ts'
import { type Caller, personToChange, refusalOf, shownPerson, suspensionOf } from './people.ts'
import { type PersonRow, runningSuspensionIds } from './person-queries.ts'

type Change = Parameters<Handler<'changePerson'>>[1]

/**
 * Changes a person and logs it to the audit log, in one transaction. A pause or a ban is the decision of a case about
 * the account, with a notice and one appeal.
 * @throws ServiceError rolePrivilegeNotFound, dataNotFound, userPrivilegeNotFound, dataNotAvailable (`until`,
 *   `ground`, `change`), tooManyAttempts
 */
export const changePerson: Handler<'changePerson'> = async (c, change) => {
  const isCode = change.change === 'sendCode'
  const caller = c.var.person
  if (isCode && caller.role !== 'operator') throw new ServiceError('rolePrivilegeNotFound')
  const row = await personToChange(c, caller, change.userId)
  const { env } = c
  const { ground, explanation } = change
  const isOnSuspension = !isCode && change.change !== 'endSessions'
  if (isOnSuspension && suspensionOf(row)?.suspensionId !== change.seenId) throw notPossible()
  const refusal = refusalOf(caller, row, change.change)
  if (refusal) throw refusal === 'dataNotAvailable' ? notPossible() : new ServiceError(refusal)
  const decision = decisionOf(env, caller, change)
  const statements = isCode
    ? await codeSent(c, row)
    : statementsOf(env, caller, row, { change: change.change, decision })
  const why = [ground?.text, explanation].filter(Boolean).join(' — ')
  const entry = audit(env, caller, `person.${change.change}`, row.userId, why)
  await batchOrRefuse(env, [...statements, entry], notPossible)
  if (decision || change.change === 'lift') await mailChange(c, row, decision, explanation)
  return [await shownPerson(env, caller, row.userId)]
}

const notPossible = () => notAvailable('change')

type Suspension = NewDecision & SuspensionStatement

/**
 * The decision of a pause or a ban; `undefined` for other changes.
 * @throws ServiceError dataNotAvailable (`until`, `ground`, `explanation`)
 */
function decisionOf(env: Env, caller: Caller, input: Change): Suspension | undefined {
  const { change, until, ground, explanation = '' } = input
  if (change !== 'pause' && change !== 'ban') return undefined
  const endsAt = suspensionEnd(env, change === 'pause', until)
  if (!ground) throw notAvailable('ground')
  if (!explanation) throw notAvailable('explanation')
  const ids = { id: newId(), caseId: newId(), moderatorId: caller.userId }
  return { ...ids, action: change, endsAt, ground, explanation }
}

/** Pauses and bans are unchanged since the caller read them, so the result of `refusalOf` still holds. */
const AS_SEEN = `${runningSuspensionIds('?1')} = ?3`

/** Without a decision, ends active suspensions or sessions; a ban also ends the pause that it replaces. */
function statementsOf(
  env: Env,
  caller: Caller,
  { userId, suspensionIds }: PersonRow,
  { change, decision }: { change: PersonChange; decision: Suspension | undefined },
): D1PreparedStatement[] {
  if (change === 'endSessions') return [endSessions(env, userId)]
  return [
    requireState(env, AS_SEEN, userId, now(env), suspensionIds),
    ...endSuspensions(env, JSON.parse(suspensionIds) as string[]),
    ...(decision ? suspensionStatements(env, caller, userId, decision) : []),
  ]
}

/** The case's audit entry names the person, so that both can be found after the account's deletion. */
function suspensionStatements(env: Env, caller: Caller, userId: string, suspension: Suspension) {
  const { caseId, id: decisionId, action } = suspension
  return [
    insertAccountCase(env, caseId, userId),
    insertDecision(env, suspension),
    insertSuspension(env, suspension, userId, caller.role),
    notifyAuthor(env, userId, 'decision', { caseId, decisionId }),
    audit(env, caller, `decide:${action}`, caseId, userId),
  ]
}

async function codeSent(
  c: ServiceContext,
  { userId: id, email, emailKey, language, isActivated }: PersonRow,
): Promise<[]> {
  const { env } = c
  const purpose = isActivated ? passcodePurpose.passwordReset : passcodePurpose.activation
  await countSending(env, emailKey, purpose)
  const origin = publicOrigin(env, c.req.url)
  await sendPasscode(env, c.executionCtx, { id, email, emailKey }, { purpose, language, origin })
  return []
}

async function mailChange(
  c: ServiceContext,
  { language, email: to, userId }: PersonRow,
  decision: Suspension | undefined,
  explanation = '',
): Promise<void> {
  const t = translator(language)
  const mail = decision
    ? {
        kind: 'accountDecision' as const,
        link: noticesLink(c),
        details: statementOfReasons(language, decision),
      }
    : {
        kind: 'accountLifted' as const,
        link: `${publicOrigin(c.env, c.req.url)}/login`,
        details: explanation ? [t('moderation.told.explanation', { explanation })] : [],
      }
  await queueMails(c, [{ to, userId, language, ...mail }])
}
