import type { Receipt, ReportedPost } from '../../../contract/moderation-schemas.ts'
import { epochSeconds } from '../../../domain/durations.ts'
import { emailKey } from '../../../domain/email.ts'
import type { Language } from '../../../domain/language.ts'
import {
  GUEST_WEIGHT,
  isNewcomer,
  MAX_NEWCOMERS_WEIGHT,
  reportWeight,
  urgentCategories,
} from '../../../domain/moderation.ts'
import { hideFrom, MIN_SCORE, newReference, openCase } from '../../cases/open-case.ts'
import { outcomeMails, tellReporters } from '../../cases/outcome-mails.ts'
import { now } from '../../config/clock.ts'
import { config } from '../../config/config.ts'
import { batch } from '../../db/database.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError, type ServiceContext } from '../../http/service.ts'
import { networkCounter } from '../../identity/rate-limit.ts'
import { keyedHash } from '../../keys/keyed-hash.ts'
import { seal } from '../../keys/seal.ts'
import { publish } from '../../live/publish.ts'
import { queueMails } from '../../mail/queue.ts'
import { readConfirmed, requestConfirmation, type Unconfirmed } from './confirmation.ts'

export type ReportForm = Pick<ReportedPost, 'words' | 'illegal'>

interface Reporter {
  /** The person's id, or `guest:` and a keyed hash of the address. */
  key: string
  language: Language
  weight: number
  /** Set for newcomers: reporters with the same value weigh together as one of them. */
  newcomerKey?: string | undefined
  userId?: string
  email?: string
}

const POST = `
  SELECT text, user_id AS authorId FROM comment
  WHERE id = ?1 AND deleted_at IS NULL AND (hidden_at IS NULL OR text <> '')`

/** @throws ServiceError dataNotFound unless the post is visible or held */
async function reportablePost(env: Env, commentId: string) {
  const statement = env.DB.prepare(POST).bind(commentId)
  const post = await statement.first<{ text: string; authorId: string }>()
  if (!post) throw new ServiceError('dataNotFound')
  return post
}

/**
 * Inserts a report; an identical one is ignored. ?11: the newcomer's key or NULL. A person's further reports on the
 * post, those in a cleared category, and newcomers' on a post once judged to be fine, weigh nothing.
 */
const INSERT = `
  INSERT INTO report (reference, case_id, reporter_id, reporter_key, sealed_email, language, category, sealed_form,
    weight, created_at, outcome, newcomer_key)
  SELECT ?1, opened.id, ?3, ?4, ?5, ?6, ?7, ?9,
    CASE WHEN opened.is_fine OR opened.is_further THEN 0
      WHEN ?11 IS NULL THEN ?8 WHEN opened.was_fine THEN 0
      ELSE max(0, min(?8 - opened.of_key, ${MAX_NEWCOMERS_WEIGHT} - opened.of_newcomers)) END,
    ?10, iif(opened.is_fine, 'dismissed', NULL), iif(opened.is_fine, NULL, ?11)
  FROM (SELECT moderation_case.id,
      EXISTS (SELECT 1 FROM json_each(moderation_case.fine_categories) WHERE value = ?7) AS is_fine,
      EXISTS (SELECT 1 FROM report WHERE case_id = moderation_case.id AND reporter_key = ?4
        AND outcome IS NULL) AS is_further,
      EXISTS (SELECT 1 FROM decision WHERE case_id = moderation_case.id
        AND action IN ('none', 'reverse')) AS was_fine,
      (SELECT total(weight) FROM report WHERE case_id = moderation_case.id
        AND newcomer_key = ?11 AND outcome IS NULL) AS of_key,
      (SELECT total(weight) FROM report WHERE case_id = moderation_case.id
        AND newcomer_key IS NOT NULL AND outcome IS NULL) AS of_newcomers
    FROM moderation_case JOIN comment ON comment.id = moderation_case.comment_id
    WHERE moderation_case.comment_id = ?2 AND comment.deleted_at IS NULL
      AND (comment.hidden_at IS NULL OR comment.text <> '')) AS opened
  WHERE true
  ON CONFLICT (case_id, reporter_key, category) DO NOTHING`

/**
 * A report with a new category or its own reason changes the version. No moderator then decides without having seen
 * it; more of the same does not matter.
 */
const WEIGH = `
  UPDATE moderation_case SET
    score = max((SELECT sum(weight) FROM report WHERE case_id = moderation_case.id AND outcome IS NULL),
      iif(filter IS NOT NULL OR EXISTS (SELECT 1 FROM rights_request
        WHERE case_id = moderation_case.id AND outcome IS NULL), ${MIN_SCORE}, 0)),
    version = version + (?3 = 'illegal' OR NOT EXISTS (SELECT 1 FROM report
      WHERE case_id = moderation_case.id AND category = ?3 AND outcome IS NULL AND reference <> ?2)),
    is_urgent = EXISTS (SELECT 1 FROM report
      WHERE case_id = moderation_case.id AND category IN ('${urgentCategories.join("', '")}') AND outcome IS NULL)
  WHERE comment_id = ?1 AND state = 'open'
    AND EXISTS (SELECT 1 FROM report WHERE reference = ?2 AND outcome IS NULL)`

const TELL_OUTCOME = tellReporters('reference = ?1 AND outcome IS NOT NULL')

const STORED = `
  SELECT report.reference, report.created_at AS createdAt, report.outcome FROM report
  JOIN moderation_case ON moderation_case.id = report.case_id
  WHERE moderation_case.comment_id = ?1 AND report.reporter_key = ?2 AND report.category = ?3`

interface StoredReport {
  reference: string
  createdAt: number
  outcome: 'upheld' | 'dismissed' | null
}

/**
 * Stores a report, opens the post's case and holds the post if reports weigh enough, in one transaction.
 * @throws ServiceError dataNotFound when the post is gone, dataNotAvailable (`illegal`) without its form
 */
async function storeReport(
  c: ServiceContext,
  reported: ReportedPost,
  reporter: Reporter,
): Promise<Receipt> {
  const { env } = c
  const { key, language, email, userId, weight, newcomerKey } = reporter
  const { commentId, category, words, illegal } = reported
  const { text } = await reportablePost(env, commentId)
  const reference = newReference('R')
  const sealedEmail = email ? seal(env, 'moderation', reference, email) : null
  const form: ReportForm = { words, ...(category === 'illegal' && { illegal }) }
  const nowMs = now(env)
  const { DB } = env
  const { stored, hidden } = await batch<{
    stored: StoredReport
    hidden: { questionId: string }
  }>(DB, {
    opened: openCase(env, { commentId, text }, { report: { category, reporterKey: key } }),
    inserted: DB.prepare(INSERT).bind(
      reference,
      commentId,
      userId ?? null,
      key,
      sealedEmail,
      language,
      category,
      weight,
      seal(env, 'moderation', reference, form),
      nowMs,
      newcomerKey ?? null,
    ),
    weighed: DB.prepare(WEIGH).bind(commentId, reference, category),
    outcome: DB.prepare(TELL_OUTCOME).bind(reference, nowMs),
    stored: DB.prepare(STORED).bind(commentId, key, category),
    ...hideFrom(env, commentId, config(env).holdScore),
  })
  const [report] = stored.results
  if (!report) throw new ServiceError('dataNotFound')
  const [held] = hidden.results
  if (held) publish(c, held.questionId)
  if (report.reference === reference && report.outcome) {
    const ended = { reference, language, sealed: sealedEmail }
    await queueMails(c, outcomeMails(env, 'report', [ended], report.outcome))
  }
  return { reference: report.reference, receivedAt: epochSeconds(report.createdAt) }
}

const RECORD = 'SELECT upheld, dismissed FROM reporter_record WHERE user_id = ?1'

/** Reports another person's post. @throws ServiceError dataNotFound, userPrivilegeNotFound for one's own post */
export const reportComment: Handler<'reportComment'> = async (c, reported) => {
  const { env } = c
  const { userId, createdAt, language } = c.var.person
  const { authorId } = await reportablePost(env, reported.commentId)
  if (authorId === userId) throw new ServiceError('userPrivilegeNotFound')
  const record = await env.DB.prepare(RECORD)
    .bind(userId)
    .first<{ upheld: number; dismissed: number }>()
  const ageMs = now(env) - createdAt
  const weight = reportWeight(ageMs, record?.upheld ?? 0, record?.dismissed ?? 0)
  const newcomerKey = isNewcomer(ageMs)
    ? await networkCounter(env, c.req.raw.headers, 'reporter')
    : undefined
  return [await storeReport(c, reported, { key: userId, language, userId, weight, newcomerKey })]
}

interface GuestReport extends Unconfirmed {
  kind: 'report'
  reported: ReportedPost
}

/** A guest's report, which counts once its code is confirmed. @throws ServiceError dataNotFound, tooManyAttempts */
export const reportAsGuest: Handler<'reportAsGuest'> = async (
  c,
  { email, language, ...reported },
) => {
  await reportablePost(c.env, reported.commentId)
  const report: GuestReport = { kind: 'report', email, language, reported }
  return [await requestConfirmation(c, report, 'reportCode')]
}

/** @throws ServiceError as `confirmed`; dataNotFound when the post is gone */
export const confirmGuestReport: Handler<'confirmGuestReport'> = async (c, confirmation) => {
  const { env } = c
  const confirmed = await readConfirmed<GuestReport>(env, confirmation, 'report')
  const { email, language, reported } = confirmed
  const key = `guest:${keyedHash(config(env), 'reporter', emailKey(email))}`
  const guest = { key, language, email, weight: GUEST_WEIGHT, newcomerKey: key }
  return [await storeReport(c, reported, guest)]
}
