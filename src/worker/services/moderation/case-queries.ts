import { textsByLanguage } from '../../db/question-texts.ts'
import { decisionColumns } from './decision-shape.ts'
import { summaryColumns, summaryJoins } from './case-summary.ts'
import { isUndeleted, newestFirst } from '../../db/comment.ts'

/** Entries of each list that a case shows. */
const SHOWN = 50

/** ?1 is the case's id in all of these. */
export const caseQueries = {
  whole: `
    SELECT ${summaryColumns}, moderation_case.question_id AS questionId,
      coalesce(comment.created_at, moderation_case.opened_at) AS postedAt,
      comment.id IS NULL OR comment.deleted_at IS NOT NULL AS isDeleted,
      ${textsByLanguage('json_quote(text)', 'moderation_case.question_id')} AS questionTexts,
      author.id AS authorId, author.created_at AS memberSince,
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
