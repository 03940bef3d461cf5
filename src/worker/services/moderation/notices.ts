import { epochSeconds } from '../../../domain/durations.ts'
import {
  type ModerationNotice,
  moderationNoticeSchema,
} from '../../../contract/moderation-schemas.ts'
import { APPEAL_TIME_MS } from '../../../domain/moderation.ts'
import { decisionJson, type DecisionRow, toDecision } from '../../cases/decision.ts'
import { IS_ABOUT_ACCOUNT, MIN_SCORE, newReference } from '../../cases/open-case.ts'
import { ownText } from '../../cases/hidden.ts'
import { now } from '../../config/clock.ts'
import type { Handler } from '../../http/create-service.ts'
import { opened, seal } from '../../keys/seal.ts'
import { isNewestDecision } from './cases.ts'
import { batch } from '../../db/database.ts'
import { shownRow } from '../../db/shown-row.ts'
import { ServiceError, notAvailable } from '../../http/service.ts'

const SHOWN = 50

const NOTICES = `
  SELECT listed.id AS noticeId, listed.kind, nullif(${IS_ABOUT_ACCOUNT}, 0) AS isAboutAccount,
    listed.created_at AS createdAt, listed.read_at IS NOT NULL AS isRead, listed.reference,
    moderation_case.comment_id AS commentId, moderation_case.sealed_text AS sealedText,
    coalesce(suggestion.text, iif(comment.hidden_at IS NULL, comment.text, NULL)) AS postText,
    iif(listed.kind = 'held', moderation_case.filter, NULL) AS filter, decision.id AS decisionId,
    ${decisionJson} AS decision, NULL AS moderator,
    coalesce(report.outcome, appeal.outcome, rights_request.outcome) AS outcome,
    nullif(appeal.explanation, '') AS explanation,
    iif(rights_request.reply IS NULL AND rights_request.outcome IS NULL, rights_request.reply_due_at / 1000, NULL) AS replyDueAt,
    iif(listed.kind = 'inquiry', rights_request.reply IS NOT NULL, NULL) AS isReplied,
    rights_request.sealed_form AS requestForm,
    listed.kind = 'decision' AND decision.action NOT IN ('none', 'reverse') AND ${isNewestDecision}
      AND made.reference IS NULL AS isAppealable,
    iif(made.outcome IS NULL, made.created_at / 1000, NULL) AS appealedAt
  FROM (SELECT id, kind, user_id, created_at, read_at, reference, case_id, decision_id FROM notice
    UNION ALL SELECT reference, 'report', reporter_id, created_at, created_at, reference, case_id, NULL FROM report
    WHERE outcome IS NULL AND EXISTS (SELECT 1 FROM moderation_case WHERE id = case_id AND state <> 'closed')) AS listed
  LEFT JOIN moderation_case ON moderation_case.id = listed.case_id
  LEFT JOIN comment ON comment.id = moderation_case.comment_id AND comment.deleted_at IS NULL
  LEFT JOIN decision ON decision.id = listed.decision_id
  LEFT JOIN report ON listed.kind = 'outcome' AND report.reference = listed.reference
  LEFT JOIN appeal ON listed.kind = 'appeal' AND appeal.reference = listed.reference
  LEFT JOIN appeal AS made ON listed.kind = 'decision' AND made.decision_id = decision.id
  LEFT JOIN rights_request ON listed.kind = 'inquiry' AND rights_request.reference = listed.reference
  LEFT JOIN suggestion ON listed.kind = 'suggestion' AND suggestion.id = listed.case_id
  WHERE listed.user_id = ?1 AND (listed.kind <> 'held' OR moderation_case.state = 'open' AND comment.id IS NOT NULL)
  ORDER BY listed.kind IN ('decision', 'inquiry') AND listed.created_at > ?2 DESC, listed.kind = 'report',
    listed.created_at DESC LIMIT ${SHOWN}`

interface NoticeRow extends DecisionRow {
  kind: ModerationNotice['kind']
  createdAt: number
  reference: string | null
  commentId: string | null
  sealedText: string | null
  /** Of a public post. */
  postText: string | null
  decisionId: string | null
  requestForm: string | null
  /** Until the period is over. */
  isAppealable: number
}

export const listNotices: Handler<'listNotices'> = async (c) => {
  const { env } = c
  const { userId } = c.var.person
  const { results } = await env.DB.prepare(NOTICES)
    .bind(userId, now(env) - APPEAL_TIME_MS)
    .all<NoticeRow>()
  // Nothing takes the place of a decision that can be appealed, or of an inquiry.
  return results
    .sort((one, other) => other.createdAt - one.createdAt)
    .map((row) => toNotice(env, row))
}

function toNotice(env: Env, row: NoticeRow): ModerationNotice {
  const { kind, commentId: id, postText } = row
  const decision = row.decisionId === null ? undefined : toDecision(row, false)
  // The words of one that is not public are its author's alone.
  const sealedText = kind === 'outcome' || kind === 'report' ? null : row.sealedText
  const text = ownText(env, { id, text: postText, sealedText })
  const form = opened<{ right: string; reason: string }>(env, row.reference, row.requestForm)
  const appealUntil = (decision?.decidedAt ?? 0) + APPEAL_TIME_MS / 1000
  return shownRow(moderationNoticeSchema, {
    ...row,
    createdAt: epochSeconds(row.createdAt),
    text,
    decision,
    ...(row.isAppealable && appealUntil * 1000 > now(env) && { appealUntil }),
    ...(form && { reason: `${form.right}\n${form.reason}` }),
  })
}

const READ = `
  UPDATE notice SET read_at = ?2
  WHERE user_id = ?1 AND read_at IS NULL AND id IN (SELECT value FROM json_each(?3))`

export const markNoticesRead: Handler<'markNoticesRead'> = async (c, { noticeIds }) => {
  const { env } = c
  const { userId } = c.var.person
  await env.DB.prepare(READ).bind(userId, now(env), JSON.stringify(noticeIds)).run()
}

const OWN_DECISION = `
  FROM decision JOIN moderation_case ON moderation_case.id = decision.case_id
  WHERE decision.id = ?1 AND moderation_case.author_id = ?2 AND decision.action NOT IN ('none', 'reverse')`

/** ?5: now, ?6: start of the appeal period. A unique index on the decision allows one appeal. */
const INSERT = `
  INSERT INTO appeal (reference, decision_id, author_id, sealed_text, created_at)
  SELECT ?3, decision.id, ?2, ?4, ?5 ${OWN_DECISION}
    AND decision.created_at > ?6 AND moderation_case.state = 'closed' AND ${isNewestDecision}
  ON CONFLICT (decision_id) DO NOTHING`

/** An appealed case returns to the queue and keeps its text until the appeal is decided. */
const REOPEN = `
  UPDATE moderation_case SET state = 'appealed', score = ${MIN_SCORE}, waiting_since = ?2, expires_at = NULL,
    version = version + 1
  WHERE state = 'closed' AND id = (
    SELECT decision.case_id FROM appeal JOIN decision ON decision.id = appeal.decision_id
    WHERE appeal.reference = ?1)
  RETURNING id`

/**
 * Appeals against a decision about one's own post, also while suspended.
 * @throws ServiceError dataNotFound; dataNotAvailable (`decisionId`) when it is too late, already appealed or replaced
 */
export const appeal: Handler<'appeal'> = async (c, { decisionId, text }) => {
  const { env } = c
  const { userId } = c.var.person
  const reference = newReference('A')
  const nowMs = now(env)
  const sealed = seal(env, 'moderation', reference, text)
  const { own, reopened } = await batch<{ own: object; reopened: object }>(env.DB, {
    own: env.DB.prepare(`SELECT 1 ${OWN_DECISION}`).bind(decisionId, userId),
    inserted: env.DB.prepare(INSERT).bind(
      decisionId,
      userId,
      reference,
      sealed,
      nowMs,
      nowMs - APPEAL_TIME_MS,
    ),
    reopened: env.DB.prepare(REOPEN).bind(reference, nowMs),
  })
  if (!own.results.length) throw new ServiceError('dataNotFound')
  if (!reopened.results.length) throw notAvailable('decisionId')
  return [{ reference, receivedAt: epochSeconds(nowMs) }]
}
