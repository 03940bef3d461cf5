import type { Context } from 'hono'
import type { keepingCalls } from '../../../contract/calls/operator-keeping.ts'
import type { Role } from '../../../domain/moderation.ts'
import { passcodePurpose } from '../../../domain/passcode.ts'
import { formatDate } from '../../../i18n/dates.ts'
import { translator } from '../../../i18n/server.ts'
import { audit } from '../../cases/audit.ts'
import { now } from '../../config/clock.ts'
import { config } from '../../config/config.ts'
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
import type { PersonRow } from './found-person.ts'
import { personToChange, shownPerson } from './people.ts'

type Change = Parameters<Handler<typeof keepingCalls.changePerson>>[1]

/**
 * One change of a person, with its entry in the audit log in the same transaction.
 * @throws ServiceError as `authorizeRole`; dataNotFound, userPrivilegeNotFound, dataNotAvailable (`until`, `ground`,
 *   `change`), tooManyAttempts
 */
export const changePerson: Handler<typeof keepingCalls.changePerson> = async (c, change) => {
  const isCode = change.change === 'sendCode'
  const caller = await authorizeRole(c, isCode ? 'operator' : 'moderator')
  const row = await personToChange(c, caller, change.userId)
  const { env } = c
  const { ground, explanation } = change
  const statements = isCode ? await codeSent(c, row) : statementsOf(env, caller.role, row, change)
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
  if (change.change !== 'sendCode' && change.change !== 'endSessions') await tell(c, row, change)
  return [await shownPerson(env, caller, row.userId)]
}

const BAN = `
  INSERT INTO ban (id, user_id, starts_at, ends_at, reason, role) VALUES (?1, ?2, ?3, ?4, ?5, ?6)`
const RUNNING = 'ban WHERE user_id = ?1 AND (ends_at IS NULL OR ends_at > ?2)'
const LIFT = `DELETE FROM ${RUNNING}`
/** SQL: every running ban was set at this page by somebody with the role ?3. A decision is taken back by its appeal. */
const IS_OWN = `NOT EXISTS (SELECT 1 FROM ${RUNNING} AND role IS NOT ?3)`

function statementsOf(env: Env, role: Role, row: PersonRow, { change, until, ground }: Change) {
  const nowMs = now(env)
  const { DB } = env
  if (change === 'endSessions') return [endSessions(env, row.userId)]
  if (change === 'lift') {
    if (row.stop === null) throw new ServiceError('dataNotAvailable', { field: 'change' })
    return [
      ...(role === 'operator' ? [] : [expect(env, IS_OWN, row.userId, nowMs, role)]),
      DB.prepare(LIFT).bind(row.userId, nowMs),
    ]
  }
  const endsAt = until === undefined ? null : until * 1000
  const isRight = change === 'pause' ? endsAt !== null && endsAt > nowMs : endsAt === null
  if (!isRight) throw new ServiceError('dataNotAvailable', { field: 'until' })
  if (!ground) throw new ServiceError('dataNotAvailable', { field: 'ground' })
  return [DB.prepare(BAN).bind(newId(), row.userId, nowMs, endsAt, ground.text, role)]
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

/** Mails the person what was decided, its ground, and where to object. */
async function tell(c: Context<ServiceBindings>, row: PersonRow, change: Change): Promise<void> {
  const { language, email: to, userId } = row
  const t = translator(language)
  const { ground, explanation, until } = change
  const { contact } = config(c.env).operator
  const endsAt = (until ?? 0) * 1000
  const date = until
    ? `${formatDate(t, 'theme_date', endsAt)} ${formatDate(t, 'amPmHhMm', endsAt)}`
    : ''
  const groundKey =
    ground?.kind === 'law' ? 'moderation.told.groundLaw' : 'moderation.told.groundTerms'
  const details = [
    t(`people.told.${change.change as 'pause' | 'ban' | 'lift'}`, { date }),
    ground && t(groundKey, { ground: ground.text }),
    explanation && t('moderation.told.explanation', { explanation }),
    change.change !== 'lift' && contact && t('people.told.contact', { contact }),
  ].filter((line): line is string => Boolean(line))
  const waitUntil = (promise: Promise<unknown>) => c.executionCtx.waitUntil(promise)
  const link = `${publicOrigin(c.env, c.req.url)}/rules`
  await sendMail(c.env, waitUntil, { to, userId, language, kind: 'accountDecision', link, details })
}
