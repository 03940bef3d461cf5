import { APPEAL_TIME_MS } from '../../domain/moderation.ts'
import { now } from '../config/clock.ts'
import { newId, randomLetters } from '../db/id.ts'
import { seal } from '../keys/seal.ts'

/** An existing `comment` row, or one inserted in the same batch. */
interface Post {
  commentId: string
  text: string
}

/** Minimum weight of a case opened by a filter or a request. */
export const MIN_SCORE = 1

/**
 * One case per post: reopens a closed case and keeps an open one. No effect on a deleted post, or one hidden by a
 * decision (its text is erased). A closed case stays closed for a category already cleared (?7) and for a duplicate
 * report (?8).
 */
const OPEN = `
  INSERT INTO moderation_case
    (id, comment_id, question_id, author_id, sealed_text, state, score, filter, opened_at, waiting_since)
  SELECT ?1, comment.id, comment.question_id, comment.user_id, ?3, 'open', ?6, ?5, ?4, ?4 FROM comment
  WHERE comment.id = ?2 AND comment.deleted_at IS NULL
    AND (comment.hidden_at IS NULL OR comment.text <> '')
    AND NOT EXISTS (SELECT 1 FROM moderation_case AS known WHERE known.comment_id = ?2
      AND known.state = 'closed'
      AND (EXISTS (SELECT 1 FROM json_each(known.fine_categories) WHERE value = ?7)
        OR EXISTS (SELECT 1 FROM report WHERE report.case_id = known.id
          AND report.reporter_key = ?8 AND report.category = ?7)))
  ON CONFLICT (comment_id) DO UPDATE SET
    state = iif(state = 'closed', 'open', state),
    score = max(score, excluded.score),
    filter = iif(state = 'closed', excluded.filter, coalesce(excluded.filter, filter)),
    version = version + (state = 'closed' OR excluded.filter IS NOT NULL),
    waiting_since = iif(state = 'closed', excluded.waiting_since, waiting_since),
    sealed_text = coalesce(sealed_text, excluded.sealed_text),
    expires_at = NULL`

interface Opening {
  filter?: string
  report?: { category: string; reporterKey: string }
}

export function openCase(env: Env, post: Post, { filter, report }: Opening): D1PreparedStatement {
  const sealed = seal(env, 'moderation', post.commentId, post.text)
  return env.DB.prepare(OPEN).bind(
    newId(),
    post.commentId,
    sealed,
    now(env),
    filter ?? null,
    filter === undefined ? 0 : MIN_SCORE,
    report?.category ?? null,
    report?.reporterKey ?? null,
  )
}

const HIDE = `
  UPDATE comment SET hidden_at = ?2 WHERE id = ?1 AND deleted_at IS NULL AND hidden_at IS NULL
    AND EXISTS (SELECT 1 FROM moderation_case
      WHERE comment_id = ?1 AND state = 'open' AND score >= ?3)
  RETURNING question_id AS questionId`

/** Limits the notice to this hold: a post inserted as hidden has the same `hidden_at`. */
const IS_HELD_NOW = `
  FROM comment JOIN moderation_case ON moderation_case.comment_id = comment.id
  WHERE comment.id = ?1 AND comment.hidden_at = ?2 AND moderation_case.state = 'open'`

const INSERT_NOTICE = `
  INSERT INTO notice (id, user_id, kind, case_id, created_at)
  SELECT ?3, comment.user_id, 'held', moderation_case.id, ?2 ${IS_HELD_NOW}
    AND NOT EXISTS (SELECT 1 FROM notice WHERE user_id = comment.user_id AND created_at = ?2
      AND kind = 'held' AND case_id = moderation_case.id)`

const RECORD = `
  INSERT INTO audit_log (at, actor_id, role, action, subject, why)
  SELECT ?2, '', 'system', 'hold', moderation_case.id, coalesce(moderation_case.filter, 'reports')
  ${IS_HELD_NOW} AND changes() > 0`

/**
 * Hides a post whose open case weighs at least `score`. `hidden` returns the `questionId` if the post was visible.
 */
export function hideFrom(env: Env, commentId: string, score: number, nowMs = now(env)) {
  return {
    hidden: env.DB.prepare(HIDE).bind(commentId, nowMs, score),
    notice: env.DB.prepare(INSERT_NOTICE).bind(commentId, nowMs, newId()),
    audit: env.DB.prepare(RECORD).bind(commentId, nowMs),
  }
}

/**
 * Holds a post for a filter: opens its case, hides it and notifies its author in one batch. No effect without the
 * post. For a new post these follow its INSERT, whose `hidden_at` is `nowMs`.
 * @param filter the filter's name, which is the reason shown
 * @param nowMs epoch milliseconds
 */
export function hold(env: Env, post: Post, filter: string, nowMs: number): D1PreparedStatement[] {
  return [
    openCase(env, post, { filter }),
    ...Object.values(hideFrom(env, post.commentId, 0, nowMs)),
  ]
}

/** SQL: the case is about an account; `comment_id` then repeats the case's id. */
export const IS_ABOUT_ACCOUNT = 'moderation_case.comment_id = moderation_case.id'

const INSERT = `
  INSERT INTO moderation_case (id, comment_id, question_id, author_id, state, opened_at, waiting_since, expires_at)
  VALUES (?1, ?1, '', ?2, 'closed', ?3, ?3, ?4)`

/** A case about an account is opened as decided; it carries the decision, its notice and an appeal. */
export function insertAccountCase(env: Env, id: string, userId: string): D1PreparedStatement {
  const nowMs = now(env)
  return env.DB.prepare(INSERT).bind(id, userId, nowMs, nowMs + APPEAL_TIME_MS)
}

/** A reference number for reading aloud: `R-7K3M9Q2XAB`, 49 random bits. */
export const newReference = (kind: 'R' | 'A' | 'Q'): string =>
  `${kind}-${randomLetters(10).toUpperCase()}`
