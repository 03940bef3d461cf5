import { epochSeconds } from '../../../domain/durations.ts'
import type { Receipt, RightsRequest } from '../../../contract/moderation-schemas.ts'
import { postIdOf } from '../../../domain/post-address.ts'
import { MIN_SCORE, newReference, openCase } from '../../cases/open-case.ts'
import { now } from '../../config/clock.ts'
import type { Handler } from '../../http/create-service.ts'
import { notAvailable, type ServiceContext, ServiceError } from '../../http/service.ts'
import { publicOrigin } from '../../http/site-origin.ts'
import { seal } from '../../keys/seal.ts'
import { queueMails } from '../../mail/queue.ts'
import { requestConfirmation, readConfirmed, type Unconfirmed } from './confirmation.ts'
import { REPLY_TIME_MS } from '../../../domain/moderation.ts'
import { audit } from '../../cases/audit.ts'
import { notifyAuthor } from '../../cases/decision.ts'
import { noticesLink } from '../../cases/statement.ts'
import { batch } from '../../db/database.ts'
import { readWholeCase } from './case-detail.ts'
import { decidableCase, checkRank } from './decidable-case.ts'
import { authorMail, changeCase } from './decision-statements.ts'

/** The sealed form; moderators see neither address nor contact. */
export type RequestForm = Pick<RightsRequest, 'name' | 'email' | 'contact' | 'right' | 'reason'>

interface UnconfirmedRequest extends Unconfirmed {
  kind: 'request'
  /** Chosen before the code, so that confirming twice makes one request. */
  reference: string
  commentId: string
  procedure: RightsRequest['kind']
  form: RequestForm
}

/**
 * A removal request by an affected person, which counts once its code is confirmed (`docs/product.md#request`).
 * @throws ServiceError dataNotFound when the post is gone; dataNotAvailable (`post`; `hidden` when a decision already
 *   hides the post), tooManyAttempts
 */
export const requestRemoval: Handler<'requestRemoval'> = async (
  c,
  { kind: procedure, post, language, inGoodFaith: _, ...form },
) => {
  const commentId = postIdOf(post, publicOrigin(c.env, c.req.url))
  if (!commentId) throw notAvailable('post')
  await shownPost(c.env, commentId)
  const request: UnconfirmedRequest = {
    kind: 'request',
    email: form.email,
    language,
    reference: newReference('Q'),
    commentId,
    procedure,
    form,
  }
  return [await requestConfirmation(c, request, 'requestCode')]
}

const POST = 'SELECT text, hidden_at AS hiddenAt FROM comment WHERE id = ?1 AND deleted_at IS NULL'

/** @throws ServiceError dataNotFound when the post is gone; dataNotAvailable (`hidden`) when a decision hides it */
async function shownPost(env: Env, commentId: string): Promise<{ text: string }> {
  const statement = env.DB.prepare(POST).bind(commentId)
  const post = await statement.first<{ text: string; hiddenAt: number | null }>()
  if (!post) throw new ServiceError('dataNotFound')
  if (post.hiddenAt !== null && post.text === '') throw notAvailable('hidden')
  return post
}

/** @throws ServiceError as `confirmed`; dataNotFound when the post is gone */
export const confirmRequest: Handler<'confirmRequest'> = async (c, confirmation) => {
  const request = await readConfirmed<UnconfirmedRequest>(c.env, confirmation, 'request')
  return [(await storedReceipt(c.env, request.reference)) ?? (await store(c, request))]
}

const STORED = 'SELECT created_at AS createdAt FROM rights_request WHERE reference = ?1'

async function storedReceipt(env: Env, reference: string): Promise<Receipt | undefined> {
  const row = await env.DB.prepare(STORED).bind(reference).first<{ createdAt: number }>()
  return row ? { reference, receivedAt: epochSeconds(row.createdAt) } : undefined
}

const INSERT = `
  INSERT INTO rights_request (reference, case_id, kind, language, sealed_form, created_at)
  SELECT ?1, id, ?3, ?4, ?5, ?6 FROM moderation_case WHERE comment_id = ?2 AND state = 'open'
  ON CONFLICT (reference) DO NOTHING`

/** Must follow INSERT in its batch. */
const RECORD = `
  INSERT INTO audit_log (at, actor_id, role, action, subject, why)
  SELECT ?2, '', 'guest', 'request', case_id, reference FROM rights_request
  WHERE reference = ?1 AND changes() > 0`

/** Changes the version: a moderator with the case open has not seen the request. */
const WEIGH = `
  UPDATE moderation_case SET score = max(score, ${MIN_SCORE}), version = version + 1
  WHERE comment_id = ?1 AND changes() > 0`

async function store(c: ServiceContext, request: UnconfirmedRequest): Promise<Receipt> {
  const { env } = c
  const { reference, commentId, procedure, language, email, form } = request
  const post = await shownPost(env, commentId)
  const nowMs = now(env)
  const sealed = seal(env, 'moderation', reference, form)
  await env.DB.batch([
    openCase(env, { commentId, text: post.text }, {}),
    env.DB.prepare(INSERT).bind(reference, commentId, procedure, language, sealed, nowMs),
    env.DB.prepare(RECORD).bind(reference, nowMs),
    env.DB.prepare(WEIGH).bind(commentId),
  ])
  const receipt = await storedReceipt(env, reference)
  if (!receipt) throw new ServiceError('dataNotFound')
  await queueMails(c, [{ to: email, language, kind: 'requestReceived', reference }])
  return receipt
}

const OPEN_REQUEST = `
  SELECT inquired_at AS inquiredAt, outcome FROM rights_request WHERE reference = ?1 AND case_id = ?2`

const SET_INQUIRED = `
  UPDATE rights_request SET inquired_at = ?2, reply_due_at = ?3 WHERE reference = ?1`
const INCREMENT_VERSION = 'UPDATE moderation_case SET version = version + 1 WHERE id = ?1'
/**
 * Asks the author about a request, once, by notice and mail. The reply is due in seven days.
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
  const sealed = words ? seal(env, 'moderation', reference, words) : null
  const { replied } = await batch<{ replied: never }>(env.DB, {
    replied: env.DB.prepare(REPLY).bind(reference, reply, sealed),
    version: env.DB.prepare(INCREMENT_IF_REPLIED).bind(caseId),
  })
  if (!replied.meta.changes) throw notAvailable('noticeId')
  await audit(env, { userId, role: 'member' }, `reply:${reply}`, caseId, reference).run()
}
