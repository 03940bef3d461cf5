import { isBanned } from '../../db/suspension.ts'
import { isVisible, type StoredComment } from '../../db/comment.ts'
import { batch, type Reader } from '../../db/database.ts'
import { textsByLanguage } from '../../db/question.ts'

export type QuestionKey = { questionId: string } | { questionnaireId: string; day: string }

/** Times in epoch milliseconds. */
export interface QuestionRow {
  id: string
  questionnaireId: string
  day: string
  previewAt: number
  changedAt: number
  /** JSON by language: the text, and the day's names of topic and category. */
  texts: string
  commentsCount: number
  usersCount: number
  /** JSON: visible comments by language. */
  languageCounts: string
  eventSeq: number
  /** JSON: newest earlier days of the same question; only when read by id. */
  earlier?: string | null
  /** Ids of the neighbouring days' questions; only when read by id. */
  dayBefore?: string | null
  dayAfter?: string | null
  /** Name of the suggesting person, if they want to be named; only when read by id. */
  suggestedBy?: string | null
}

const TEXTS = `json_object('text', text, 'topic', topic, 'category', category)`

const COLUMNS = `
  question.id, question.questionnaire_id AS questionnaireId, question.day,
  question.preview_at AS previewAt, question.changed_at AS changedAt, question.comments_count AS commentsCount,
  question.users_count AS usersCount, question.event_seq AS eventSeq,
  question.language_counts AS languageCounts,
  ${textsByLanguage(TEXTS, 'question.id')} AS texts`

/**
 * Static SQL: composing it for each page took as long as the query in D1.
 * @public a test loads it with a further language
 */
export const QUESTION = `SELECT ${COLUMNS} FROM question`

const MAX_EARLIER = 5

/** SQL: id of the public question next to `question`'s day. */
const neighbour = (isBeyond: string, order: string) => `(
    SELECT other.id FROM question AS other
    WHERE other.questionnaire_id = question.questionnaire_id
      AND other.day ${isBeyond} question.day AND other.day <= date('now', '+9 hours')
    ORDER BY other.day ${order} LIMIT 1)`

const BY_ITSELF = `
  SELECT ${COLUMNS}, ${neighbour('<', 'DESC')} AS dayBefore, ${neighbour('>', 'ASC')} AS dayAfter, (
    SELECT nullif(json_group_array(json_object('questionId', id, 'previewAt', preview_at / 1000)), '[]') FROM (
      SELECT earlier.id, earlier.preview_at FROM question AS earlier
      WHERE earlier.pack_question_id = question.pack_question_id AND earlier.day < question.day
      ORDER BY earlier.day DESC LIMIT ${MAX_EARLIER})) AS earlier, (
    SELECT user.username FROM suggestion JOIN user ON user.id = suggestion.user_id
    WHERE suggestion.pack_question_id = question.pack_question_id AND suggestion.is_credited = 1
      AND user.removed_at IS NULL AND NOT ${isBanned('(unixepoch() * 1000)')} LIMIT 1) AS suggestedBy
  FROM question`

export const RECENT = `${QUESTION}
  WHERE question.preview_at < ?1 AND question.day <= ?2
  ORDER BY question.preview_at DESC LIMIT ?3`

export const QUESTIONNAIRES = 'SELECT id, name FROM questionnaire WHERE status = ?1 ORDER BY id'

/** Parameters: those of `isWanted` (`named` of them), then the cursor's comment. */
function statements(isWanted: string, named: number) {
  const next = `?${named + 1}`
  const questionId = named === 1 ? '?1' : `(SELECT question.id FROM question WHERE ${isWanted})`
  /** A deleted comment keeps its `seq`, so it remains a valid cursor. */
  const cursor = `
    SELECT earliest.seq FROM comment AS earliest
    WHERE earliest.id = ${next} AND earliest.question_id = ${questionId}`
  const comments = (limit: string, isBefore = '') => `
    SELECT comment.seq, comment.id, comment.user_id AS userId, comment.text, comment.created_at AS createdAt,
      comment.language, user.username, user.picture_id AS pictureId
    FROM comment JOIN user ON user.id = comment.user_id
    WHERE comment.question_id = ${questionId} AND ${isVisible} ${isBefore}
    ORDER BY comment.seq DESC LIMIT ${limit}`
  return {
    question: `${named === 1 ? BY_ITSELF : QUESTION} WHERE ${isWanted} LIMIT 1`,
    newest: comments(next),
    earlier: comments(`?${named + 2}`, `AND comment.seq < (${cursor})`),
    cursor,
  }
}

const BY_ID = statements('question.id = ?1', 1)
const BY_DAY = statements('question.questionnaire_id = ?1 AND question.day = ?2', 2)

interface QuestionPage {
  row: QuestionRow
  newestFirst: StoredComment[]
  /** Whether the cursor is one of the question's comments; true without a cursor. */
  cursorFound: boolean
}

export async function questionPage(
  d1: Reader,
  key: QuestionKey,
  before: string | undefined,
  count: number,
): Promise<QuestionPage | undefined> {
  const [sql, named] =
    'questionId' in key ? [BY_ID, [key.questionId]] : [BY_DAY, [key.questionnaireId, key.day]]
  const { question, comments, cursor } = await batch<{
    question: QuestionRow
    comments: StoredComment
    cursor?: { seq: number }
  }>(d1, {
    question: d1.prepare(sql.question).bind(...named),
    ...(before === undefined
      ? { comments: d1.prepare(sql.newest).bind(...named, count) }
      : {
          comments: d1.prepare(sql.earlier).bind(...named, before, count),
          cursor: d1.prepare(sql.cursor).bind(...named, before),
        }),
  })
  const [row] = question.results
  const cursorFound = !cursor || cursor.results.length > 0
  return row && { row, newestFirst: comments.results, cursorFound }
}
