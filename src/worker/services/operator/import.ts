import type { importCalls } from '../../../contract/calls/operator-import.ts'
import type { ImportRow, ImportState } from '../../../contract/question-desk-schemas.ts'
import { tokyoDay } from '../../../domain/question-day.ts'
import {
  cleanRow,
  type ImportProblem,
  MAX_IMPORT_ROWS,
  rowProblem,
} from '../../../domain/question-import.ts'
import { NEVER_GIVEN } from '../../../domain/question-pool.ts'
import { seasonOf, seasonText } from '../../../domain/question-season.ts'
import { TOKYO_OFFSET_MS } from '../../../domain/tokyo-time.ts'
import { audit } from '../../cases/audit.ts'
import { now } from '../../config/clock.ts'
import { batch, batchOrRefuse, requireState } from '../../db/database.ts'
import { newId } from '../../db/id.ts'
import { textsOf } from '../../db/question.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError } from '../../http/service.ts'
import { ACTIVE_ID, isAnswered } from './day-statements.ts'

const TEXTS = 'question_import_row AS row, json_each(row.texts) AS text'
const ROW = 'row.import_id = ?1'

/** SQL: all problems of an import. `?2` is today. D1 admits at most five terms in a compound SELECT. */
const PROBLEMS = `
  SELECT line, coalesce(problem, 'past') AS problem, coalesce(field, 'date') AS field, NULL AS other
  FROM question_import_row AS row WHERE ${ROW} AND (problem IS NOT NULL OR day <= ?2)
  UNION ALL SELECT line, 'repeatedText', field, other FROM (
    SELECT row.line, text.key AS field,
      min(row.line) OVER (PARTITION BY text.key, text.value) AS other
    FROM ${TEXTS} WHERE ${ROW}) WHERE line > other
  UNION ALL SELECT line, 'repeatedDate', 'date', other FROM (
    SELECT line, min(line) OVER (PARTITION BY day) AS other
    FROM question_import_row AS row WHERE ${ROW} AND day IS NOT NULL) WHERE line > other
  UNION ALL SELECT row.line, 'knownText', text.key, known.pack_question_id
  FROM ${TEXTS} CROSS JOIN pack_question_text AS known
  WHERE ${ROW} AND known.text = text.value AND known.language = text.key
  UNION ALL SELECT row.line, 'takenDate', 'date', question.id
  FROM question_import_row AS row CROSS JOIN question
  WHERE ${ROW} AND question.day = row.day AND question.questionnaire_id = ${ACTIVE_ID}
    AND (question.is_scheduled = 1 OR ${isAnswered('question.id')})`

/** SQL: imports every row. A date replaces the question that was assigned automatically. */
const TAKE_ROWS = [
  `INSERT INTO pack_question (id, topic_id, position, season_from, season_until, last_day, source)
   SELECT id, topic_id, first.position + line, season_from, season_until,
     CASE WHEN season_from IS NULL THEN '${NEVER_GIVEN}' ELSE '' END, 'own'
   FROM question_import_row AS row
   CROSS JOIN (SELECT coalesce(max(position), 0) AS position FROM pack_question) AS first WHERE ${ROW}`,
  `INSERT INTO pack_question_text (pack_question_id, language, text)
   SELECT row.id, text.key, text.value FROM ${TEXTS} WHERE ${ROW}`,
  `UPDATE question SET pack_question_id = row.id, topic_id = row.topic_id, is_scheduled = 1
   FROM question_import_row AS row
   WHERE ${ROW} AND question.day = row.day AND question.questionnaire_id = ${ACTIVE_ID}`,
  `INSERT INTO question (id, questionnaire_id, topic_id, pack_question_id, day, preview_at, is_scheduled)
   SELECT row.id, ${ACTIVE_ID}, row.topic_id, row.id, row.day, unixepoch(row.day) * 1000 - ${TOKYO_OFFSET_MS}, 1
   FROM question_import_row AS row WHERE ${ROW} AND row.day IS NOT NULL
   ON CONFLICT (questionnaire_id, day) DO NOTHING`,
  'DELETE FROM question_import WHERE id = ?1',
]

/** `?1` is today, `?2` the question to continue after. */
const EXPORT = `
  SELECT id AS poolId, topic_id AS topic, season_from AS seasonFrom, season_until AS seasonUntil,
    (SELECT min(day) FROM question WHERE question.pack_question_id = pack_question.id AND day > ?1
      AND is_scheduled = 1) AS date,
    (SELECT json_group_object(language, text) FROM pack_question_text
      WHERE pack_question_text.pack_question_id = pack_question.id) AS texts
  FROM pack_question WHERE source <> 'built-in' AND retired_at IS NULL
    AND (?2 IS NULL OR (position, id) > (SELECT position, id FROM pack_question WHERE id = ?2))
  ORDER BY position, id LIMIT ?3`

interface ExportedRow {
  poolId: string
  topic: string
  seasonFrom: string | null
  seasonUntil: string | null
  date: string | null
  texts: string
}

export const exportQuestions: Handler<typeof importCalls.exportQuestions> = async (
  c,
  { after = null, limit },
) => {
  const { results } = await c.env.DB.prepare(EXPORT)
    .bind(tokyoDay(now(c.env)), after, limit)
    .all<ExportedRow>()
  return results.map(({ poolId, texts, topic, seasonFrom, seasonUntil, date }) => ({
    poolId,
    texts: textsOf(texts),
    topic,
    ...(date && { date }),
    ...(seasonFrom &&
      seasonUntil && { season: seasonText({ from: seasonFrom, until: seasonUntil }) }),
  }))
}

const ADD_IMPORT = 'INSERT INTO question_import (id, actor_id, created_at) VALUES (?1, ?2, ?3)'
const OWN_IMPORT = `
  SELECT (SELECT count(*) FROM question_import_row WHERE import_id = ?1) AS rows
  FROM question_import WHERE id = ?1 AND actor_id = ?2`
const ADD_ROWS = `
  INSERT INTO question_import_row
    (import_id, line, id, texts, topic_id, day, season_from, season_until, problem, field)
  SELECT ?1, value ->> 'line', value ->> 'id', value -> 'texts', value ->> 'topicId', value ->> 'date',
    value ->> 'from', value ->> 'until', value ->> 'problem', value ->> 'field'
  FROM json_each(?2) WHERE true ON CONFLICT DO NOTHING`

const TOPICS = `
  SELECT id AS name, id FROM topic UNION ALL SELECT name, topic_id FROM topic_name ORDER BY 1, 2`

/**
 * Idempotent: a repeated call adds its lines once.
 * @throws ServiceError dataNotFound for an import that is not the caller's; dataNotAvailable (`rows`) for too many
 *   rows or a duplicate line
 */
export const addImportRows: Handler<typeof importCalls.addImportRows> = async (c, input) => {
  const { env } = c
  const { userId } = c.var.person
  const stagedRows = input.importId ? await ownImport(env, input.importId, userId) : 0
  if (stagedRows + input.rows.length > MAX_IMPORT_ROWS) throw tooMany()
  const { results } = await env.DB.prepare(TOPICS).all<{ name: string; id: string }>()
  const topics = new Map(results.map(({ name, id }) => [name, id]))
  const today = tokyoDay(now(env))
  const rows = input.rows.map((row) => stagedRow(row, topics, today))
  const importId = input.importId ?? newId()
  if (new Set(rows.map(({ line }) => line)).size < rows.length) throw tooMany()
  await env.DB.batch([
    ...(input.importId ? [] : [env.DB.prepare(ADD_IMPORT).bind(importId, userId, now(env))]),
    env.DB.prepare(ADD_ROWS).bind(importId, JSON.stringify(rows)),
  ])
  return [{ importId }]
}

const tooMany = () => new ServiceError('dataNotAvailable', { field: 'rows' })

/** @returns the number of its rows @throws ServiceError dataNotFound */
async function ownImport(env: Env, importId: string, userId: string): Promise<number> {
  const rows = await env.DB.prepare(OWN_IMPORT).bind(importId, userId).first<number>('rows')
  if (rows === null) throw new ServiceError('dataNotFound')
  return rows
}

/** A row before import: its values to store, and the problems that it has by itself. */
function stagedRow(given: ImportRow, topics: ReadonlyMap<string, string>, today: string) {
  const row = cleanRow(given)
  const season = row.season ? seasonOf(row.season) : undefined
  const topicId = row.topic ? topics.get(row.topic.trim()) : [...topics.values()][0]
  const problem =
    rowProblem(row, today) ??
    (topicId ? undefined : { problem: 'topic' satisfies ImportProblem, field: 'topic' })
  const { line, texts } = row
  const date = problem?.field === 'date' ? undefined : row.date || undefined
  return { line, id: newId(), texts, topicId: topicId ?? '', date, ...season, ...problem }
}

/** @throws ServiceError dataNotFound */
export const checkImport: Handler<typeof importCalls.checkImport> = async (c, { importId }) => {
  const { userId } = c.var.person
  await ownImport(c.env, importId, userId)
  return [await stateOf(c.env, importId)]
}

const COUNTS = `
  SELECT count(*) AS rows, count(day) AS scheduled FROM question_import_row WHERE import_id = ?1`

interface ProblemRow {
  line: number
  problem: ImportProblem
  field: string | null
  other: string | number | null
}

async function stateOf(env: Env, importId: string): Promise<ImportState> {
  const today = tokyoDay(now(env))
  const bound = (sql: string) => env.DB.prepare(sql).bind(importId, today)
  const { counts, total, first } = await batch<{
    counts: { rows: number; scheduled: number }
    total: { problemCount: number }
    first: ProblemRow
  }>(env.DB, {
    counts: env.DB.prepare(COUNTS).bind(importId),
    total: bound(`SELECT count(*) AS problemCount FROM (${PROBLEMS})`),
    first: bound(`SELECT * FROM (${PROBLEMS}) ORDER BY line LIMIT 100`),
  })
  const problems = first.results.map(({ line, problem, field, other }) => ({
    line,
    problem,
    ...(field && { field }),
    ...(other !== null && { other: String(other) }),
  }))
  return { importId, ...counts.results[0]!, ...total.results[0]!, problems }
}

/**
 * Imports every row in one transaction, which checks for problems again.
 * @throws ServiceError dataNotFound; dataNotAvailable (`rows`) while a row has a problem
 */
export const takeImport: Handler<typeof importCalls.takeImport> = async (c, { importId }) => {
  const { env } = c
  const caller = c.var.person
  await ownImport(env, importId, caller.userId)
  const state = await stateOf(env, importId)
  if (state.problemCount > 0 || state.rows === 0) throw tooMany()
  const today = tokyoDay(now(env))
  const why = `${state.rows} ${state.scheduled}`
  const condition = `EXISTS (SELECT 1 FROM question_import WHERE id = ?1) AND NOT EXISTS (${PROBLEMS})`
  const statements = [
    requireState(env, condition, importId, today),
    ...TAKE_ROWS.map((sql) => env.DB.prepare(sql).bind(importId)),
    audit(env, caller, 'question.import', importId, why),
  ]
  await batchOrRefuse(env, statements, tooMany)
  return [state]
}
