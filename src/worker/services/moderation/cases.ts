import { type CaseSummary, caseSummarySchema } from '../../../contract/case-schemas.ts'
import { FIRST_LANGUAGE, type Language } from '../../../domain/language.ts'
import { postLanguage } from '../../../domain/post-language.ts'
import { APPEALED_MODERATOR, HAS_REQUEST, REPLY_DUE_AT } from '../../cases/deciders.ts'
import { decisionJson, toDecision } from '../../cases/decision.ts'
import { ownText } from '../../cases/hidden.ts'
import { IS_ABOUT_ACCOUNT } from '../../cases/open-case.ts'
import { isUndeleted, newestFirst } from '../../db/comment.ts'
import { textsByLanguage } from '../../db/question.ts'
import { shownRow } from '../../db/shown-row.ts'
import type { Handler } from '../../http/create-service.ts'
import { notAvailable } from '../../http/service.ts'
import { isWithheld } from './decidable-case.ts'

/** SQL: no later decision has replaced it. */
export const isNewestDecision = `NOT EXISTS (SELECT 1 FROM decision AS later
  WHERE later.case_id = decision.case_id AND later.created_at > decision.created_at)`

export interface SummaryRow extends Pick<CaseSummary, 'caseId' | 'state'> {
  commentId: string
  sealedText: string | null
  postText: string | null
  authorId: string | null
  authorLanguage: Language | null
  /** Of the decision that is appealed. */
  deciderId: string | null
  /** Read with decided cases. */
  decision?: string
  moderator?: string | null
}

const summaryColumns = `
  moderation_case.id AS caseId, moderation_case.comment_id AS commentId, moderation_case.version,
  moderation_case.state, moderation_case.score,
  moderation_case.waiting_since / 1000 AS waitingSince,
  moderation_case.filter, moderation_case.sealed_text AS sealedText, comment.text AS postText,
  coalesce(comment.hidden_at IS NOT NULL AND comment.deleted_at IS NULL, 0) AS isHeld,
  ${IS_ABOUT_ACCOUNT} AS isAboutAccount,
  author.id AS authorId, coalesce(author.username, '') AS author, author.language AS authorLanguage,
  (SELECT json_group_array(json_object('category', category, 'count', number)) FROM (
    SELECT category, count(*) AS number FROM report
    WHERE case_id = moderation_case.id AND outcome IS NOT 'dismissed'
    GROUP BY category ORDER BY number DESC, category)) AS categories,
  ${HAS_REQUEST} AS hasRequest,
  EXISTS (SELECT 1 FROM rights_request
    WHERE case_id = moderation_case.id AND outcome IS NULL AND reply IS NOT NULL) AS hasReply,
  ${REPLY_DUE_AT} / 1000 AS replyDueAt, ${APPEALED_MODERATOR} AS deciderId`

const summaryJoins = `
  LEFT JOIN comment ON comment.id = moderation_case.comment_id
  LEFT JOIN user AS author ON author.id = moderation_case.author_id`

const WITHHELD = { score: 0, categories: [], hasRequest: 0, replyDueAt: null }

/** @param isOwn `isWithheld` from the reader */
export function toSummary(
  env: Env,
  row: SummaryRow,
  { userId, isOwn }: { userId: string; isOwn: boolean },
): CaseSummary {
  const { commentId: id, postText, sealedText, decision, moderator = null } = row
  const text = ownText(env, { id, text: postText, sealedText })
  return shownRow(caseSummarySchema, {
    ...row,
    text,
    language: postLanguage(text, row.authorLanguage ?? FIRST_LANGUAGE),
    isOwnDecision: row.deciderId === userId || undefined,
    decision: decision && toDecision({ decision, moderator }, !isOwn),
    ...(isOwn && WITHHELD),
  })
}

/**
 * Ordered and paged by the queue's index, regardless of the number of cases. Bound values instead of a subquery, so that
 * SQLite seeks by all three columns. No rank exceeds 0.
 */
const QUEUE = `
  SELECT ${summaryColumns}
  FROM moderation_case INDEXED BY moderation_case_queue ${summaryJoins}
  WHERE moderation_case.state <> 'closed' AND moderation_case.rank <= 0
    AND (moderation_case.rank, moderation_case.waiting_since, moderation_case.id) > (?2, ?3, ?4)
  ORDER BY moderation_case.rank, moderation_case.waiting_since, moderation_case.id LIMIT ?1`
const QUEUE_CURSOR = `
  SELECT rank AS major, waiting_since AS minor FROM moderation_case WHERE id = ?1 AND state <> 'closed'`

/** Closed cases with their last decision, the newest first. */
const DECIDED = `
  SELECT ${summaryColumns}, ${decisionJson} AS decision, moderator.username AS moderator
  FROM decision INDEXED BY decision_created
  JOIN moderation_case ON moderation_case.id = decision.case_id ${summaryJoins}
  LEFT JOIN user AS moderator ON moderator.id = decision.moderator_id
  WHERE moderation_case.state = 'closed' AND ${isNewestDecision}
    AND (decision.created_at, decision.case_id) < (?2, ?4)
  ORDER BY decision.created_at DESC, decision.case_id DESC LIMIT ?1`
const DECIDED_CURSOR = `
  SELECT created_at AS major, 0 AS minor FROM decision WHERE case_id = ?1
  ORDER BY created_at DESC LIMIT 1`

/**
 * Waiting cases, urgent, heaviest and oldest first, or decided ones. `Next-After` names the next page.
 * @throws ServiceError dataNotAvailable (`after`)
 */
export const listCases: Handler<'listCases'> = async (c, { state, after = '', limit }) => {
  const { env } = c
  const [sql, start, cursorSql] =
    state === 'closed'
      ? [DECIDED, Number.MAX_SAFE_INTEGER, DECIDED_CURSOR]
      : [QUEUE, -Number.MAX_VALUE, QUEUE_CURSOR]
  const cursor = after
    ? await env.DB.prepare(cursorSql).bind(after).first<{ major: number; minor: number }>()
    : { major: start, minor: 0 }
  if (cursor === null) throw notAvailable('after')
  const { results } = await env.DB.prepare(sql)
    .bind(limit + 1, cursor.major, cursor.minor, after)
    .all<SummaryRow>()
  const page = results.slice(0, limit)
  const last = page.at(-1)
  if (results.length > limit && last) c.header('Next-After', last.caseId)
  const { userId } = c.var.person
  return Promise.all(
    page.map(async (row) =>
      toSummary(env, row, { userId, isOwn: await isWithheld(env, row, userId) }),
    ),
  )
}

const SHOWN = 50

export const caseQueries = {
  whole: `
    SELECT ${summaryColumns}, moderation_case.question_id AS questionId,
      coalesce(comment.created_at, moderation_case.opened_at) / 1000 AS postedAt,
      comment.id IS NULL OR comment.deleted_at IS NOT NULL AS isDeleted, moderation_case.expires_at IS NULL AS isErased,
      (SELECT nullif(word, '') FROM filter_hit WHERE comment_id = comment.id AND outcome = 'held'
        AND at BETWEEN opened_at - 1000 AND opened_at + 1000) AS filterWord,
      ${textsByLanguage('json_quote(text)', 'moderation_case.question_id')} AS texts,
      author.created_at / 1000 AS memberSince,
      (SELECT role FROM user_role WHERE user_id = author.id
        ORDER BY role = 'operator' DESC, role = 'moderator' DESC LIMIT 1) AS role
    FROM moderation_case ${summaryJoins}
    WHERE moderation_case.id = ?1`,

  otherPosts: `
    SELECT comment.text, comment.created_at / 1000 AS postedAt
    FROM moderation_case JOIN comment ON comment.user_id = moderation_case.author_id
    WHERE moderation_case.id = ?1 AND ${isUndeleted} AND comment.text <> ''
      AND comment.id <> moderation_case.comment_id
    ORDER BY ${newestFirst} LIMIT 10`,

  earlierDecisions: `
    SELECT ${decisionJson} AS decision, moderator.username AS moderator, earlier.id AS caseId,
      earlier.comment_id AS id, earlier.sealed_text AS sealedText, coalesce(comment.text, '') AS text
    FROM moderation_case
    JOIN moderation_case AS earlier ON earlier.author_id = moderation_case.author_id
    JOIN decision ON decision.case_id = earlier.id
    LEFT JOIN comment ON comment.id = earlier.comment_id
    LEFT JOIN user AS moderator ON moderator.id = decision.moderator_id
    WHERE moderation_case.id = ?1 AND earlier.id <> moderation_case.id
    ORDER BY decision.created_at DESC LIMIT ${SHOWN}`,

  reports: `
    SELECT reference, category, sealed_form AS sealedForm, created_at / 1000 AS reportedAt,
      reporter_id AS reporterId, reporter_key LIKE 'guest:%' AS isGuest, outcome
    FROM report WHERE case_id = ?1 ORDER BY created_at DESC LIMIT ${SHOWN}`,

  requests: `
    SELECT reference, kind, language, sealed_form AS sealedForm, created_at / 1000 AS requestedAt,
      reply_due_at / 1000 AS replyDueAt, reply, sealed_reply AS sealedReply, outcome
    FROM rights_request WHERE case_id = ?1 ORDER BY created_at LIMIT ${SHOWN}`,

  decisions: `
    SELECT ${decisionJson} AS decision, moderator.username AS moderator FROM decision
    LEFT JOIN user AS moderator ON moderator.id = decision.moderator_id
    WHERE decision.case_id = ?1 ORDER BY decision.created_at`,

  appeal: `
    SELECT appeal.reference, appeal.sealed_text AS sealedText, appeal.created_at / 1000 AS appealedAt,
      decision.moderator_id AS moderatorId, appeal.decided_at / 1000 AS decidedAt
    FROM decision JOIN appeal ON appeal.decision_id = decision.id
    WHERE decision.case_id = ?1 ORDER BY appeal.created_at DESC LIMIT 1`,

  history: `
    SELECT audit_log.at / 1000 AS at, coalesce(actor.username, '') AS actor, audit_log.action,
      iif(audit_log.why = moderation_case.author_id, '', audit_log.why) AS why
    FROM audit_log JOIN moderation_case ON moderation_case.id = audit_log.subject
    LEFT JOIN user AS actor ON actor.id = audit_log.actor_id
    WHERE audit_log.subject = ?1 ORDER BY audit_log.seq DESC LIMIT ${SHOWN}`,
} as const
