import { epochSeconds } from '../../../domain/durations.ts'
import type { Receipt, RightsRequest } from '../../../contract/moderation-schemas.ts'
import { postIdOf } from '../../../domain/post-address.ts'
import { MIN_SCORE, newReference, openCase } from '../../cases/open-case.ts'
import { now } from '../../config/clock.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError, notAvailable, type ServiceContext } from '../../http/service.ts'
import { publicOrigin } from '../../http/site-origin.ts'
import { seal } from '../../keys/seal.ts'
import { queueMails } from '../../mail/queue.ts'
import { requestConfirmation, readConfirmed, type Unconfirmed } from './confirmation.ts'

/** The sealed form; moderators see neither address nor contact. */
type RequestForm = Pick<RightsRequest, 'name' | 'email' | 'contact' | 'right' | 'reason'>

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
  const post = await env.DB.prepare(POST)
    .bind(commentId)
    .first<{ text: string; hiddenAt: number | null }>()
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
  const sealed = await seal(env, 'moderation', reference, form)
  await env.DB.batch([
    await openCase(env, { commentId, text: post.text }, {}),
    env.DB.prepare(INSERT).bind(reference, commentId, procedure, language, sealed, nowMs),
    env.DB.prepare(RECORD).bind(reference, nowMs),
    env.DB.prepare(WEIGH).bind(commentId),
  ])
  const receipt = await storedReceipt(env, reference)
  if (!receipt) throw new ServiceError('dataNotFound')
  await queueMails(c, [{ to: email, language, kind: 'requestReceived', reference }])
  return receipt
}
