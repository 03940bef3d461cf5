import { APPEAL_TIME_MS } from '../../domain/moderation.ts'
import { now } from '../config/clock.ts'
import { newId } from '../db/id.ts'
import { seal } from '../keys/seal.ts'

/** A post that is, or in the same batch becomes, a row of `comment`. */
interface Post {
  commentId: string
  text: string
}

/** Least weight of a case that a filter or a request has opened. */
export const MIN_SCORE = 1

/**
 * One case per post: a closed case is opened again, an open one stays. Does nothing without a post that is not deleted,
 * and nothing for a post that a decision has hidden (its text is erased). A closed case stays closed for a report whose
 * category was judged fine (?7), and for one that is there already (?8).
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

/** Why a case opens: a filter, or a person whose report would be new. */
interface Opening {
  filter?: string
  report?: { category: string; reporterKey: string }
}

/** The statement that opens the case of a post, or opens it again. */
export async function openCase(
  env: Env,
  post: Post,
  { filter, report }: Opening,
): Promise<D1PreparedStatement> {
  const sealed = await seal(env, 'moderation', post.commentId, post.text)
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

/** Only for the hold of this instant: a post that is inserted as hidden is sent to its author as well. */
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
 * The statements that hide a post whose case is open and weighs at least `score`, notify its author and record it. `hidden`
 * returns the `questionId` of a post that was visible.
 */
export function hideFrom(env: Env, commentId: string, score: number, nowMs = now(env)) {
  return {
    hidden: env.DB.prepare(HIDE).bind(commentId, nowMs, score),
    notice: env.DB.prepare(INSERT_NOTICE).bind(commentId, nowMs, newId()),
    audit: env.DB.prepare(RECORD).bind(commentId, nowMs),
  }
}

/**
 * Holds a post for a filter: the statements, for one batch, that open its case, hide it and tell its author, so that it
 * is never held without being in the queue. They do nothing when there is no such post. For a post that is being
 * written they follow its INSERT, which sets `hidden_at` to the same time: by it the hold is recognised as this one.
 * @param filter name of the filter, as the interface names its reason
 * @param nowMs time of the hold, epoch milliseconds
 */
export async function hold(
  env: Env,
  post: Post,
  filter: string,
  nowMs: number,
): Promise<D1PreparedStatement[]> {
  return [
    await openCase(env, post, { filter }),
    ...Object.values(hideFrom(env, post.commentId, 0, nowMs)),
  ]
}

/** SQL: the case is about an account, not about a post. Its own id is in the place of the post's. */
export const IS_ABOUT_ACCOUNT = 'moderation_case.comment_id = moderation_case.id'

const INSERT = `
  INSERT INTO moderation_case (id, comment_id, question_id, author_id, state, opened_at, waiting_since, expires_at)
  VALUES (?1, ?1, '', ?2, 'closed', ?3, ?3, ?4)`

/** A case about an account, decided as it is opened: it carries the decision, its notice and an appeal. */
export function insertAccountCase(env: Env, id: string, userId: string): D1PreparedStatement {
  const nowMs = now(env)
  return env.DB.prepare(INSERT).bind(id, userId, nowMs, nowMs + APPEAL_TIME_MS)
}

/** Without letters and digits that are mistaken for each other. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 10

/** A reference number that people read to each other: `R-7K3M9Q2XAB`, 50 random bits. */
export function newReference(kind: 'R' | 'A' | 'Q'): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH))
  return `${kind}-${Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('')}`
}
