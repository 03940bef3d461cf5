import type { commentCalls } from '../../../contract/calls/comment.ts'
import type { Handler } from '../../http/create-service.ts'
import { COMMENTS_PER_QUESTION, POSTS_EVER_PER_QUESTION } from '../../../domain/comment.ts'
import { DAY, tokyoDay } from '../../../domain/question-day.ts'
import { now } from '../../config/clock.ts'
import type { PostedComment } from '../../../contract/schemas.ts'
import { ServiceError } from '../../http/service.ts'
import {
  hiddenColumns,
  hiddenJoins,
  ownText,
  shownHidden,
  type HiddenRow,
} from '../../cases/hidden.ts'
import { toComment } from '../../db/stored-comment.ts'
import { newId } from '../../db/id.ts'
import { publish } from '../../live/publish.ts'
import { authorizeWith, isAuthorized, type Person } from '../../identity/authorize.ts'

/**
 * The whole rule in one statement: the session is alive, the question is today's, one of the three places is free, and
 * fewer than six were ever posted. A key that is already there conflicts and posts nothing.
 */
const POST = `
  INSERT INTO comment (id, question_id, user_id, slot, text, created_at, idempotency_key)
  SELECT ?1, question.id, ?3, place.value, ?4, ?5, ?6
  FROM question CROSS JOIN json_each('[1, 2, 3]') AS place
  WHERE question.id = ?2 AND question.day = ?7
    AND ${isAuthorized('?3', '?8', '?5')}
    AND NOT EXISTS (SELECT 1 FROM comment WHERE user_id = ?3 AND question_id = question.id
      AND slot = place.value AND deleted_at IS NULL)
    AND (SELECT count(*) FROM comment WHERE user_id = ?3 AND question_id = question.id)
      < ${POSTS_EVER_PER_QUESTION}
  ORDER BY place.value LIMIT 1
  ON CONFLICT DO NOTHING
  RETURNING id`

/** What the rule goes by, for telling why nothing was posted. */
const POST_COUNTS = `
  SELECT
    EXISTS (SELECT 1 FROM question WHERE id = ?1 AND day = ?2) AS is_active,
    (SELECT count(*) FROM comment WHERE user_id = ?3 AND question_id = ?1) AS ever,
    (SELECT count(*) FROM comment
      WHERE user_id = ?3 AND question_id = ?1 AND deleted_at IS NULL) AS living`

const FIRST_RESULT = `
  SELECT comment.id, comment.text, comment.created_at AS createdAt, comment.deleted_at AS deletedAt,
    ${hiddenColumns}
  FROM comment ${hiddenJoins}
  WHERE comment.user_id = ?1 AND comment.idempotency_key = ?2`

const FORGET_KEY = 'UPDATE comment SET idempotency_key = NULL WHERE id = ?1'

interface FirstResult extends HiddenRow {
  id: string
  text: string
  createdAt: number
  deletedAt: number | null
}

/**
 * Posts a comment to today's question.
 * @throws ServiceError dataNotAvailable (`questionId`) when the question is not active, tooManyAttempts for a fourth
 *   living comment or a seventh ever, dataNotFound when the key's first comment has been deleted since
 */
export const postComment: Handler<typeof commentCalls.postComment> = async (c, posted, headers) => {
  const key = headers['Idempotency-Key']
  const stored = { id: newId(), text: posted.text, createdAt: now(c.env) }
  const statement = ({ userId, sessionId }: Pick<Person, 'userId' | 'sessionId'>) =>
    c.env.DB.prepare(POST).bind(
      stored.id,
      posted.questionId,
      userId,
      stored.text,
      stored.createdAt,
      key ?? null,
      tokyoDay(stored.createdAt),
      sessionId,
    )
  const { person, row } = await authorizeWith(c, statement)
  if (!row) {
    const first = key === undefined ? undefined : await firstResult(c.env, person, key)
    if (first) return [first]
    const reason = await refusal(c.env, person, posted.questionId)
    if (reason) throw reason
    // Since the first try a place has become free, or a key that is a day old has been forgotten.
    if (!(await statement(person).first())) throw new ServiceError('tooManyAttempts')
  }
  const comment = shape(person, stored)
  publish(c, posted.questionId)
  return [comment]
}

/** What the same key posted within the last day; an older key is forgotten. */
async function firstResult(
  env: Env,
  person: Person,
  key: string,
): Promise<PostedComment | undefined> {
  const first = await env.DB.prepare(FIRST_RESULT).bind(person.userId, key).first<FirstResult>()
  if (!first) return undefined
  if (first.createdAt <= now(env) - DAY) {
    await env.DB.prepare(FORGET_KEY).bind(first.id).run()
    return undefined
  }
  if (first.deletedAt !== null) throw new ServiceError('dataNotFound')
  const text = await ownText(env, first)
  return { ...shape(person, { ...first, text }), ...shownHidden(first) }
}

async function refusal(
  env: Env,
  person: Person,
  questionId: string,
): Promise<ServiceError | undefined> {
  const found = await env.DB.prepare(POST_COUNTS)
    .bind(questionId, tokyoDay(now(env)), person.userId)
    .first<{ is_active: number; ever: number; living: number }>()
  if (!found?.is_active) return new ServiceError('dataNotAvailable', { field: 'questionId' })
  const isFull = found.living >= COMMENTS_PER_QUESTION || found.ever >= POSTS_EVER_PER_QUESTION
  return isFull ? new ServiceError('tooManyAttempts') : undefined
}

function shape(person: Person, stored: { id: string; text: string; createdAt: number }) {
  return toComment({ ...person, ...stored })
}
