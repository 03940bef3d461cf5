import {
  figureNames,
  type PoolQuestion,
  poolQuestionSchema,
  questionFiguresSchema,
  topicSchema,
} from '../../../contract/question-desk-schemas.ts'
import { MAX_CALENDAR_DAYS } from '../../../contract/calls/operator-questions.ts'
import { addDays, tokyoDay } from '../../../domain/question-day.ts'
import { now } from '../../config/clock.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError } from '../../http/service.ts'
import { textsByLanguage } from '../../db/question.ts'
import { shownRow, shownRows } from '../../db/shown-row.ts'
import { forecastUntil } from './calendar.ts'

/** SQL: as `seasonOf` parses it; NULL for a regular question. */
export const SEASON = "season_from || iif(season_until = season_from, '', '..' || season_until)"

const SELECT = `
  SELECT id AS poolId, version, source, topic_id AS topicId, ${SEASON} AS season, retired_at IS NOT NULL AS isRetired,
    (SELECT max(day) FROM question WHERE question.pack_question_id = pack_question.id AND day <= ?1) AS lastAsked,
    (SELECT json_group_array(day) FROM (SELECT day FROM question
      WHERE question.pack_question_id = pack_question.id AND day > ?1 ORDER BY day)) AS scheduled,
    (SELECT min(day) FROM question
      WHERE question.pack_question_id = pack_question.id AND day > ?1 AND NOT is_scheduled) AS expected,
    (SELECT json_group_object(language, text) FROM pack_question_text
      WHERE pack_question_text.pack_question_id = pack_question.id) AS texts
  FROM pack_question`

const STATES = {
  all: 'retired_at IS NULL',
  waiting: `source <> 'built-in' AND retired_at IS NULL AND season_from IS NULL
    AND NOT EXISTS (SELECT 1 FROM question WHERE question.pack_question_id = pack_question.id)`,
  own: `source <> 'built-in' AND retired_at IS NULL`,
  'built-in': `source = 'built-in' AND retired_at IS NULL`,
  retired: 'retired_at IS NOT NULL',
}

/** SQL: the last day of a pool question, which determines its turn. */
export const LAST_GIVEN = `coalesce(
  (SELECT max(day) FROM question WHERE question.pack_question_id = pack_question.id), '')`

/** SQL: question `?1` still has the version `?2` that the editor has seen. */
export const IS_VERSION = 'EXISTS (SELECT 1 FROM pack_question WHERE id = ?1 AND version = ?2)'

/** Those that a day of the past year or to come has come last. `?2` is the search text, `?3` the limit, `?4` the offset. */
const list = (state: keyof typeof STATES) => `
  ${SELECT} WHERE ${STATES[state]} AND (?2 = '' OR EXISTS (
    SELECT 1 FROM pack_question_text WHERE pack_question_text.pack_question_id = pack_question.id
      AND instr(lower(text), lower(?2))))
  ORDER BY ${LAST_GIVEN} > date(?1, '-1 year'), CASE source WHEN 'built-in' THEN position ELSE -position END, id LIMIT ?3 OFFSET ?4`

export const listPool: Handler<'listPool'> = async (c, { state, search = '', offset, limit }) => {
  const today = tokyoDay(now(c.env))
  const [{ results }, expectedOn] = await Promise.all([
    c.env.DB.prepare(list(state))
      .bind(today, search.trim(), limit, offset)
      .all<{ poolId: string }>(),
    forecastUntil(c.env, addDays(today, MAX_CALENDAR_DAYS - 1)),
  ])
  return results.map((row) => {
    const [expected] = [...expectedOn].find(([, poolId]) => poolId === row.poolId) ?? []
    return { ...(expected && { expected }), ...shownRow(poolQuestionSchema, row) }
  })
}

/** @throws ServiceError dataNotFound */
export const readPoolQuestion: Handler<'readPoolQuestion'> = async (c, { poolId }) => {
  return [await poolQuestion(c.env, poolId)]
}

/** @throws ServiceError dataNotFound */
export async function poolQuestion(env: Env, poolId: string): Promise<PoolQuestion> {
  const row = await env.DB.prepare(`${SELECT} WHERE id = ?2`)
    .bind(tokyoDay(now(env)), poolId)
    .first()
  if (!row) throw new ServiceError('dataNotFound')
  return shownRow(poolQuestionSchema, row)
}

/** `?1` is the limit, `?2` the offset. The bound, below every figure and day, lets SQLite use an index. */
const figuresBy = (by: string) => `
SELECT figures.day, question.id AS questionId, ${figureNames},
  pack_question.id AS poolId, ifnull(source = 'suggestion', 0) AS isSuggested,
  ifnull(flat_day = figures.day AND retired_at IS NULL, 0) AS isFlat, ${textsByLanguage('json_quote(text)', 'question.id')} AS texts
FROM question_figures AS figures CROSS JOIN question ON question.id = figures.question_id
LEFT JOIN pack_question ON pack_question.id = pack_question_id
WHERE figures.${by} > -1
ORDER BY figures.${by}${['day', 'reports'].includes(by) ? ' DESC' : ''}, figures.day DESC LIMIT ?1 OFFSET ?2`

export const listFigures: Handler<'listFigures'> = ({ env }, { by, offset, limit }) =>
  shownRows(questionFiguresSchema, env.DB.prepare(figuresBy(by)).bind(limit, offset))

const names = (table: 'topic' | 'category', id: string) => `
  (SELECT json_group_object(language, name) FROM ${table}_name WHERE ${table}_id = ${id})`
const TOPICS = `
  SELECT id AS topicId, ${names('topic', 'topic.id')} AS name,
    ${names('category', 'topic.category_id')} AS category
  FROM topic ORDER BY category_id, id`

export const listTopics: Handler<'listTopics'> = ({ env }) =>
  shownRows(topicSchema, env.DB.prepare(TOPICS))
