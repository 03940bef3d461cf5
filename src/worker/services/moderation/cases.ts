import type { moderationCalls } from '../../../contract/calls/moderation.ts'
import type { CaseSummary, Decision } from '../../../contract/case-schemas.ts'
import { epochSeconds } from '../../../domain/durations.ts'
import { FIRST_LANGUAGE, type Language } from '../../../domain/language.ts'
import type { CaseState, GroundKind, ReportCategory } from '../../../domain/moderation.ts'
import { postLanguage } from '../../../domain/post-language.ts'
import { IS_ABOUT_ACCOUNT } from '../../cases/open-case.ts'
import { opened } from '../../keys/seal.ts'
import { isUndeleted, newestFirst } from '../../db/comment.ts'
import { textsByLanguage } from '../../db/question.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError } from '../../http/service.ts'

/** Times in epoch milliseconds. */
export interface DecisionRow {
  decisionId: string
  action: Decision['action']
  endsAt: number | null
  endedAt: number | null
  groundKind: GroundKind | null
  ground: string
  explanation: string
  foundByFilter: number
  decidedAt: number
  moderator: string | null
}

export const decisionColumns = `
  decision.id AS decisionId, decision.action, decision.ends_at AS endsAt, decision.ended_at AS endedAt,
  decision.ground_kind AS groundKind,
  decision.ground, decision.explanation, decision.found_by_filter AS foundByFilter,
  decision.created_at AS decidedAt`

/** Only moderators see the moderator's name. */
export function toDecision(row: DecisionRow, isForModerators: boolean): Decision {
  return {
    decisionId: row.decisionId,
    action: row.action,
    ...(row.endsAt !== null && { until: epochSeconds(row.endsAt) }),
    ...(row.endedAt !== null && { endedAt: epochSeconds(row.endedAt) }),
    ...(row.groundKind && { ground: { kind: row.groundKind, text: row.ground } }),
    explanation: row.explanation,
    foundByFilter: Boolean(row.foundByFilter),
    decidedAt: epochSeconds(row.decidedAt),
    ...(isForModerators && row.moderator !== null && { moderator: row.moderator }),
  }
}

/** A case in the queue. Times in epoch milliseconds. */
export interface SummaryRow {
  id: string
  commentId: string
  version: number
  state: CaseState
  score: number
  openedAt: number
  waitingSince: number
  filter: string | null
  sealedText: string | null
  isHeld: number
  isAboutAccount: number
  authorId: string | null
  author: string | null
  authorLanguage: Language | null
  categories: string
  hasRequest: number
}

const summaryColumns = `
  moderation_case.id, moderation_case.comment_id AS commentId, moderation_case.version, moderation_case.state,
  moderation_case.score, moderation_case.opened_at AS openedAt, moderation_case.waiting_since AS waitingSince,
  moderation_case.filter, moderation_case.sealed_text AS sealedText,
  coalesce(comment.hidden_at IS NOT NULL AND comment.deleted_at IS NULL, 0) AS isHeld,
  ${IS_ABOUT_ACCOUNT} AS isAboutAccount,
  author.id AS authorId, author.username AS author, author.language AS authorLanguage,
  (SELECT json_group_array(json_object('category', category, 'count', number)) FROM (
    SELECT category, count(*) AS number FROM report
    WHERE case_id = moderation_case.id AND outcome IS NOT 'dismissed'
    GROUP BY category ORDER BY number DESC, category)) AS categories,
  EXISTS (SELECT 1 FROM rights_request
    WHERE case_id = moderation_case.id AND outcome IS NULL) AS hasRequest`

const summaryJoins = `
  LEFT JOIN comment ON comment.id = moderation_case.comment_id
  LEFT JOIN user AS author ON author.id = moderation_case.author_id`

/** @param isOwn the reader wrote the post and does not learn what others reported */
export async function toSummary(env: Env, row: SummaryRow, isOwn: boolean): Promise<CaseSummary> {
  const { commentId, sealedText } = row
  const text = (await opened<string>(env, commentId, sealedText)) ?? ''
  return {
    caseId: row.id,
    version: row.version,
    state: row.state,
    isHeld: Boolean(row.isHeld),
    isAboutAccount: Boolean(row.isAboutAccount),
    score: isOwn ? 0 : row.score,
    openedAt: epochSeconds(row.openedAt),
    waitingSince: epochSeconds(row.waitingSince),
    ...(row.filter && { filter: row.filter }),
    text,
    language: postLanguage(text, row.authorLanguage ?? FIRST_LANGUAGE),
    author: row.author ?? '',
    categories: isOwn
      ? []
      : (JSON.parse(row.categories) as { category: ReportCategory; count: number }[]),
    hasRequest: !isOwn && Boolean(row.hasRequest),
  }
}

/**
 * Ordered and paged by the queue's index, regardless of the number of cases. No rank exceeds 0; stating it makes the
 * first page an index search too.
 */
const queue = (isAfter: string) => `
  SELECT ${summaryColumns}
  FROM moderation_case INDEXED BY moderation_case_queue ${summaryJoins}
  WHERE moderation_case.state <> 'closed' AND moderation_case.rank <= 0 ${isAfter}
  ORDER BY moderation_case.rank, moderation_case.waiting_since, moderation_case.id LIMIT ?1`

const FIRST = queue('')
/** Bound values instead of a subquery, so that SQLite seeks by all three columns. */
const AFTER = queue(
  'AND (moderation_case.rank, moderation_case.waiting_since, moderation_case.id) > (?2, ?3, ?4)',
)
const CURSOR = 'SELECT rank, waiting_since AS waitingSince FROM moderation_case WHERE id = ?1'

/**
 * Waiting cases, heaviest and oldest first. `Next-After` names the next page.
 * @throws ServiceError dataNotAvailable (`after`)
 */
export const listCases: Handler<typeof moderationCalls.listCases> = async (c, { after, limit }) => {
  const { env } = c
  const cursor =
    after === undefined
      ? undefined
      : await env.DB.prepare(CURSOR).bind(after).first<{ rank: number; waitingSince: number }>()
  if (cursor === null) throw new ServiceError('dataNotAvailable', { field: 'after' })
  const statement = cursor
    ? env.DB.prepare(AFTER).bind(limit + 1, cursor.rank, cursor.waitingSince, after)
    : env.DB.prepare(FIRST).bind(limit + 1)
  const { results } = await statement.all<SummaryRow>()
  const page = results.slice(0, limit)
  const last = page.at(-1)
  if (results.length > limit && last) c.header('Next-After', last.id)
  const { userId } = c.var.person
  return Promise.all(page.map((row) => toSummary(env, row, row.authorId === userId)))
}

const SHOWN = 50

export const caseQueries = {
  whole: `
    SELECT ${summaryColumns}, moderation_case.question_id AS questionId,
      coalesce(comment.created_at, moderation_case.opened_at) AS postedAt,
      comment.id IS NULL OR comment.deleted_at IS NOT NULL AS isDeleted,
      ${textsByLanguage('json_quote(text)', 'moderation_case.question_id')} AS questionTexts,
      author.created_at AS memberSince,
      (SELECT role FROM user_role WHERE user_id = author.id
        ORDER BY role = 'operator' DESC, role = 'moderator' DESC LIMIT 1) AS authorRole
    FROM moderation_case ${summaryJoins}
    WHERE moderation_case.id = ?1`,

  otherPosts: `
    SELECT comment.text, comment.created_at AS postedAt, comment.question_id AS questionId
    FROM moderation_case JOIN comment ON comment.user_id = moderation_case.author_id
    WHERE moderation_case.id = ?1 AND ${isUndeleted} AND comment.text <> ''
      AND comment.id <> moderation_case.comment_id
    ORDER BY ${newestFirst} LIMIT 10`,

  earlierDecisions: `
    SELECT ${decisionColumns}, moderator.username AS moderator
    FROM moderation_case
    JOIN moderation_case AS earlier ON earlier.author_id = moderation_case.author_id
    JOIN decision ON decision.case_id = earlier.id
    LEFT JOIN user AS moderator ON moderator.id = decision.moderator_id
    WHERE moderation_case.id = ?1 AND earlier.id <> moderation_case.id
    ORDER BY decision.created_at DESC LIMIT ${SHOWN}`,

  reports: `
    SELECT reference, category, sealed_form AS sealedForm, created_at AS createdAt, weight,
      reporter_key LIKE 'guest:%' AS isGuest, outcome
    FROM report WHERE case_id = ?1 ORDER BY created_at DESC LIMIT ${SHOWN}`,

  requests: `
    SELECT reference, kind, sealed_form AS sealedForm, created_at AS createdAt, inquired_at AS inquiredAt,
      reply_due_at AS replyDueAt, reply, sealed_reply AS sealedReply, outcome
    FROM rights_request WHERE case_id = ?1 ORDER BY created_at LIMIT ${SHOWN}`,

  decisions: `
    SELECT ${decisionColumns}, moderator.username AS moderator FROM decision
    LEFT JOIN user AS moderator ON moderator.id = decision.moderator_id
    WHERE decision.case_id = ?1 ORDER BY decision.created_at`,

  appeal: `
    SELECT appeal.reference, appeal.sealed_text AS sealedText, appeal.created_at AS createdAt,
      decision.moderator_id AS moderatorId, appeal.outcome, appeal.explanation
    FROM decision JOIN appeal ON appeal.decision_id = decision.id
    WHERE decision.case_id = ?1 ORDER BY appeal.created_at DESC LIMIT 1`,

  history: `
    SELECT audit_log.at, actor.username AS actor, audit_log.action, audit_log.why FROM audit_log
    LEFT JOIN user AS actor ON actor.id = audit_log.actor_id
    WHERE audit_log.subject = ?1 ORDER BY audit_log.seq DESC LIMIT ${SHOWN}`,
} as const
