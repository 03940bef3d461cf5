import type { PostedComment } from '../../../contract/schemas.ts'
import { COMMENTS_EVER_PER_QUESTION, COMMENTS_PER_QUESTION } from '../../../domain/comment-limit.ts'
import { DAY_MS } from '../../../domain/durations.ts'
import { repeatKey } from '../../../domain/filter/judge-post.ts'
import { FIRST_LANGUAGE } from '../../../domain/language.ts'
import { postLanguage } from '../../../domain/post-language.ts'
import { tokyoDay } from '../../../domain/question-day.ts'
import { hiddenColumns, hiddenJoins, ownText, shownHidden } from '../../cases/hidden.ts'
import { hold } from '../../cases/open-case.ts'
import { now } from '../../config/clock.ts'
import { config } from '../../config/config.ts'
import {
  dayNumber,
  everPostedOn,
  isUndeleted,
  newestFirst,
  toComment,
  undeletedPostsOn,
} from '../../db/comment.ts'
import { batch } from '../../db/database.ts'
import { newShortId, SHORT_ID_LENGTH } from '../../db/id.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError, notAvailable } from '../../http/service.ts'
import { authorize, isAuthorized, type Person, unexpiredToken } from '../../identity/authorize.ts'
import { sha256 } from '../../keys/keyed-hash.ts'
import { publish } from '../../live/publish.ts'
import type { OwnPost } from './history.ts'
import { filterPost, isPlainPost, recordHit, type WriterRow, writerStatement } from './filters.ts'

const DAY_NUMBER = dayNumber('question.preview_at')

const SLOTS = JSON.stringify(Array.from({ length: COMMENTS_PER_QUESTION }, (_, index) => index + 1))

/**
 * The posting rule in one statement: active session, consent to the current terms, today's question, a free slot and
 * fewer than six posts ever. An existing id (a repeated key) conflicts and posts nothing. Returns the public author,
 * to save a query.
 */
const POST = `
  INSERT INTO comment (id, question_id, user_id, slot, text, created_at, hidden_at, text_key, language)
  SELECT ?1, question.id, ?3, free.value, ?4, ?5, ?10, ?11, ?6
  FROM question CROSS JOIN json_each('${SLOTS}') AS free
  WHERE question.id = ?2 AND question.day = ?7
    AND ${isAuthorized('?3', '?8', '?5')}
    AND (SELECT terms_version FROM user WHERE id = ?3) >= ?9
    AND (?12 OR ?11 IS NOT (SELECT text_key FROM comment WHERE user_id = ?3 AND ${isUndeleted}
      ORDER BY ${newestFirst} LIMIT 1))
    AND NOT EXISTS (SELECT 1 FROM comment WHERE ${undeletedPostsOn('?3', 'question.id', DAY_NUMBER)}
      AND slot = free.value)
    AND (SELECT count(*) FROM comment WHERE ${everPostedOn('?3', 'question.id', DAY_NUMBER)})
      < ${COMMENTS_EVER_PER_QUESTION}
  ORDER BY free.value LIMIT 1
  ON CONFLICT DO NOTHING
  RETURNING (SELECT username FROM user WHERE id = ?3) AS username,
    (SELECT picture_id FROM user WHERE id = ?3) AS pictureId`

const POST_COUNTS = `
  SELECT
    EXISTS (SELECT 1 FROM question WHERE id = ?1 AND day = ?2) AS is_active,
    EXISTS (SELECT 1 FROM user WHERE id = ?3 AND terms_version >= ?4) AS has_agreed,
    (SELECT count(*) FROM comment WHERE ${everPostedOn('?3', '?1')}) AS ever,
    (SELECT count(*) FROM comment WHERE ${undeletedPostsOn('?3', '?1')}) AS undeleted`

const FIRST_RESULT = `
  SELECT comment.id, comment.text, comment.created_at AS createdAt, comment.deleted_at AS deletedAt,
    comment.language, ${hiddenColumns}
  FROM comment ${hiddenJoins}
  WHERE comment.id = ?1 AND comment.user_id = ?2`

type FirstResult = OwnPost & { deletedAt: number | null }

type Writing = Pick<Person, 'userId' | 'sessionId'>
type Author = Pick<Person, 'username' | 'pictureId'>

/**
 * Posts a comment to today's question, or holds it for a filter (`docs/product.md#filters`).
 * @throws ServiceError dataNotAvailable (`questionId`) for an inactive question, dataNotAvailable (`terms`) without
 *   consent to the current terms (`docs/product.md#consent`), dataNotAvailable (a filter's name) for a text that a
 *   filter refuses or asks about, tooManyAttempts for a fourth comment, a seventh ever or too many in a minute,
 *   dataNotFound when the key's first comment has been deleted
 */
export const postComment: Handler<'postComment'> = async (c, posted, headers) => {
  const { env } = c
  const key = headers['Idempotency-Key']
  const { text, questionId } = posted
  const language = postLanguage(text, headers.LanguageCode ?? FIRST_LANGUAGE)
  const stored = { id: '', text, createdAt: now(env), language }
  const post = ({ userId, sessionId }: Writing, hiddenAt: number | null, isJudged: boolean) =>
    env.DB.prepare(POST).bind(
      stored.id,
      questionId,
      userId,
      text,
      stored.createdAt,
      language,
      tokyoDay(stored.createdAt),
      sessionId,
      config(env).termsVersion,
      hiddenAt,
      repeatKey(text),
      Number(isJudged || config(env).filters.repeat === 'off'),
    )

  const token = unexpiredToken(c)
  stored.id = keyedId(token.userId, key)
  // Fast path: nearly every post is plain and needs one statement.
  if (await isPlainPost(env, text)) {
    const author = await post(token, null, false).first<Author>()
    if (author) {
      publish(c, questionId)
      return [toComment({ ...stored, ...author, userId: token.userId })]
    }
  }
  const person = await authorize(c, 'member')
  const writer = await writerStatement(env, person.userId).first<WriterRow>()
  const insists = posted.anyway === true
  const verdict = writer ? await filterPost(env, writer, text, insists) : undefined
  // A retry must find its own first result before a filter sees a repetition.
  const firstPost = key === undefined ? undefined : await firstResult(env, person, stored.id)
  if (firstPost === 'expired') stored.id = newShortId()
  else if (firstPost) return [firstPost]
  if (verdict && verdict.outcome !== 'held') {
    await recordHit(env, verdict).run()
    throw notAvailable(verdict.filter)
  }
  const isStored = async () => {
    const nowMs = now(env)
    const held = verdict
      ? [
          ...hold(env, { commentId: stored.id, text }, verdict.filter, nowMs),
          recordHit(env, verdict, stored.id),
        ]
      : []
    // Equals the time of the hold, which notifies the author only of posts that it hid itself.
    const hiddenAt = verdict ? nowMs : null
    const { inserted } = await batch<{ inserted: Author }>(env.DB, {
      inserted: post(person, hiddenAt, true),
      held,
    })
    return inserted.results.length > 0
  }
  if (!(await isStored())) {
    const simultaneous = key === undefined ? undefined : await firstResult(env, person, stored.id)
    if (simultaneous && simultaneous !== 'expired') return [simultaneous]
    const reason = await refusal(env, person, questionId)
    if (reason) throw reason
    // A slot was freed after the first attempt.
    if (!(await isStored())) throw new ServiceError('tooManyAttempts')
  }
  const comment = toComment({ ...person, ...stored })
  if (verdict) return [{ ...comment, hidden: { state: 'held', filter: verdict.filter } }]
  publish(c, questionId)
  return [comment]
}

/** The comment posted with the same key within 24 hours; an older key counts as new. */
async function firstResult(
  env: Env,
  person: Person,
  id: string,
): Promise<PostedComment | 'expired' | undefined> {
  const first = await env.DB.prepare(FIRST_RESULT).bind(id, person.userId).first<FirstResult>()
  if (!first) return undefined
  if (first.createdAt <= now(env) - DAY_MS) return 'expired'
  if (first.deletedAt !== null) throw new ServiceError('dataNotFound')
  const text = ownText(env, first)
  return { ...toComment({ ...person, ...first, text }), ...shownHidden(first) }
}

async function refusal(
  env: Env,
  person: Person,
  questionId: string,
): Promise<ServiceError | undefined> {
  const counts = await env.DB.prepare(POST_COUNTS)
    .bind(questionId, tokyoDay(now(env)), person.userId, config(env).termsVersion)
    .first<{ is_active: number; has_agreed: number; ever: number; undeleted: number }>()
  if (!counts?.is_active) return notAvailable('questionId')
  if (!counts.has_agreed) return notAvailable('terms')
  const isFull =
    counts.undeleted >= COMMENTS_PER_QUESTION || counts.ever >= COMMENTS_EVER_PER_QUESTION
  return isFull ? new ServiceError('tooManyAttempts') : undefined
}

/**
 * Id derived from the idempotency key, or a random one without a key. A repeated key yields the same id, which the
 * unique index stores once.
 */
function keyedId(userId: string, key: string | undefined): string {
  if (key === undefined) return newShortId()
  return sha256(`${userId} ${key}`).slice(0, SHORT_ID_LENGTH)
}
