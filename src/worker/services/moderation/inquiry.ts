import { REPLY_TIME_MS } from '../../../domain/moderation.ts'
import { audit } from '../../cases/audit.ts'
import { notifyAuthor } from '../../cases/decision.ts'
import { noticesLink } from '../../cases/statement.ts'
import { now } from '../../config/clock.ts'
import { batch } from '../../db/database.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError, notAvailable } from '../../http/service.ts'
import { seal } from '../../keys/seal.ts'
import { queueMails } from '../../mail/queue.ts'
import { readWholeCase } from './case-detail.ts'
import { decidableCase, checkRank } from './decidable-case.ts'
import { authorMail, changeCase } from './decision-statements.ts'

const OPEN_REQUEST = `
  SELECT inquired_at AS inquiredAt, outcome FROM rights_request WHERE reference = ?1 AND case_id = ?2`

const SET_INQUIRED = `
  UPDATE rights_request SET inquired_at = ?2, reply_due_at = ?3 WHERE reference = ?1`
const INCREMENT_VERSION = 'UPDATE moderation_case SET version = version + 1 WHERE id = ?1'
/**
 * Asks the poster about a request, once, by notice and mail. The reply is due in seven days.
 * @throws ServiceError dataNotFound; dataNotAvailable (`version`, `reference`); userPrivilegeNotFound
 */
export const inquire: Handler<'inquire'> = async (c, { caseId, version, reference }) => {
  const { env } = c
  const caller = c.var.person
  const link = noticesLink(c)
  const request = await env.DB.prepare(OPEN_REQUEST)
    .bind(reference, caseId)
    .first<{ inquiredAt: number | null; outcome: string | null }>()
  if (!request) throw new ServiceError('dataNotFound')
  const caseRow = await decidableCase(env, caseId, caller.userId, {
    version,
    states: ['open', 'appealed'],
  })
  checkRank(caller, caseRow, false)
  const { authorId } = caseRow
  if (request.inquiredAt !== null || request.outcome !== null || !authorId)
    throw notAvailable('reference')
  const nowMs = now(env)
  await changeCase(env, caseRow, {
    inquired: env.DB.prepare(SET_INQUIRED).bind(reference, nowMs, nowMs + REPLY_TIME_MS),
    version: env.DB.prepare(INCREMENT_VERSION).bind(caseId),
    notice: notifyAuthor(env, authorId, 'inquiry', { caseId, reference }),
    audit: audit(env, caller, 'inquire', caseId, reference),
  })
  await queueMails(
    c,
    authorMail(caseRow, () => ({ kind: 'inquiry', link })),
  )
  return [await readWholeCase(c, caseId, caller)]
}

const INQUIRY = `
  SELECT reference, case_id AS caseId FROM notice WHERE id = ?1 AND user_id = ?2 AND kind = 'inquiry'`
const REPLY = `
  UPDATE rights_request SET reply = ?2, sealed_reply = ?3
  WHERE reference = ?1 AND reply IS NULL AND outcome IS NULL`
/** Must follow REPLY in its batch. */
const INCREMENT_IF_REPLIED = `${INCREMENT_VERSION} AND changes() > 0`

/**
 * Replies to an inquiry, once and until the decision; also after seven days and while suspended.
 * @throws ServiceError dataNotFound; dataNotAvailable (`noticeId`)
 */
export const replyToInquiry: Handler<'replyToInquiry'> = async (c, { noticeId, reply, words }) => {
  const { env } = c
  const { userId } = c.var.person
  const inquiry = await env.DB.prepare(INQUIRY)
    .bind(noticeId, userId)
    .first<{ reference: string; caseId: string }>()
  if (!inquiry) throw new ServiceError('dataNotFound')
  const { reference, caseId } = inquiry
  const sealed = words ? await seal(env, 'moderation', reference, words) : null
  const { replied } = await batch<{ replied: never }>(env.DB, {
    replied: env.DB.prepare(REPLY).bind(reference, reply, sealed),
    version: env.DB.prepare(INCREMENT_IF_REPLIED).bind(caseId),
  })
  if (!replied.meta.changes) throw notAvailable('noticeId')
  await audit(env, { userId, role: 'member' }, `reply:${reply}`, caseId, reference).run()
}
