import {
  exportRowSchema,
  type ImportRow,
  type ImportState,
  importStateSchema,
} from '../../../contract/question-desk-schemas.ts'
import { FIRST_LANGUAGE } from '../../../domain/language.ts'
import { tokyoDay } from '../../../domain/question-day.ts'
import {
  cleanRow,
  MAX_IMPORT_ROWS,
  type RowProblem,
  rowProblems,
} from '../../../domain/question-import.ts'
import { seasonOf } from '../../../domain/question-season.ts'
import { TOKYO_OFFSET_MS } from '../../../domain/tokyo-time.ts'
import { audit } from '../../cases/audit.ts'
import { now } from '../../config/clock.ts'
import { batch, batchOrRefuse, requireState } from '../../db/database.ts'
import { newId } from '../../db/id.ts'
import { addToPool, finishImports } from '../../db/question-import.ts'
import { shownRow, shownRows } from '../../db/shown-row.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError, notAvailable } from '../../http/service.ts'
import { ACTIVE_ID, isAnswered } from './day-statements.ts'
import { SEASON } from './pool.ts'

const TEXTS = 'question_import_row AS row, json_each(row.texts) AS text'
const ROW = 'row.import_id = ?1'
const POOL_ID = 'coalesce(row.known_id, row.id)'

/** SQL: begins a search for a day of this pool question. @param id SQL of its id */
const askedAs = (id: string) => `
  SELECT 1 FROM question WHERE question.pack_question_id = ${id} AND question.questionnaire_id = ${ACTIVE_ID} AND`
const ASKED = askedAs('known.id')
const SAME_TEXT = `pack_question_text AS given
  WHERE given.language = '${FIRST_LANGUAGE}' AND given.text = row.texts ->> '${FIRST_LANGUAGE}'`

/**
 * SQL: finds the rows that repeat a question of the pool as it is, such as those of an export, unless it is scheduled
 * for another day. `?2` is today.
 */
const FIND_KNOWN = `
  UPDATE question_import_row AS row SET known_id = (
    SELECT known.id FROM pack_question AS known
    WHERE known.id IN (SELECT given.pack_question_id FROM ${SAME_TEXT})
      AND (row.day IS NULL OR EXISTS (${ASKED} day = row.day) OR NOT EXISTS (${ASKED} day > ?2 AND is_scheduled = 1))
      AND retired_at IS NULL AND known.topic_id = row.topic_id
      AND known.season_from IS row.season_from AND known.season_until IS row.season_until
      AND NOT EXISTS (SELECT 1 FROM json_each(row.texts) AS text LEFT JOIN pack_question_text AS other
        ON other.pack_question_id = known.id AND other.language = text.key
        WHERE other.text IS NOT text.value))
  WHERE ${ROW} AND (known_id IS NOT NULL OR EXISTS (SELECT 1 FROM ${SAME_TEXT}))`

const PAST: RowProblem = { problem: 'past', field: 'date' }

/**
 * SQL: all problems of an import. A text that is already in the pool may lack its script. `?2` is today. D1 admits at
 * most five terms in a compound SELECT.
 */
const PROBLEMS = `
  SELECT line, value ->> 'problem' AS problem, value ->> 'field' AS field, NULL AS other
  FROM question_import_row AS row, json_each(
    iif(day <= ?2 AND NOT EXISTS (
      ${askedAs('row.known_id')} question.day = row.day), json_insert(problems, '$[#]', json('${JSON.stringify(PAST)}')), problems))
  WHERE ${ROW} AND NOT (known_id IS NOT NULL AND value ->> 'problem' = 'script')
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
    AND known.pack_question_id IS NOT row.known_id
  UNION ALL SELECT row.line, 'takenDate', 'date', question.id
  FROM question_import_row AS row CROSS JOIN question
  WHERE ${ROW} AND question.day = row.day AND question.questionnaire_id = ${ACTIVE_ID}
    AND question.pack_question_id IS NOT row.known_id AND row.day > ?2
    AND (question.is_scheduled = 1 OR ${isAnswered('question.id')})`

/** SQL: takes an import with the rows that have a date, which replaces the question assigned automatically. */
const TAKE = [
  `UPDATE question_import
   SET actor_id = NULL, position = (SELECT coalesce(max(position), 0) FROM pack_question)
   WHERE id = ?1`,
  ...addToPool('day IS NOT NULL'),
  `UPDATE question SET pack_question_id = ${POOL_ID}, topic_id = row.topic_id, is_scheduled = 1
   FROM question_import_row AS row
   WHERE ${ROW} AND question.day = row.day AND question.questionnaire_id = ${ACTIVE_ID}
     AND NOT (question.is_scheduled = 1 AND question.pack_question_id IS row.known_id)`,
  `INSERT INTO question (id, questionnaire_id, topic_id, pack_question_id, day, preview_at, is_scheduled)
   SELECT row.id, ${ACTIVE_ID}, row.topic_id, ${POOL_ID}, row.day, unixepoch(row.day) * 1000 - ${TOKYO_OFFSET_MS}, 1
   FROM question_import_row AS row WHERE ${ROW} AND row.day IS NOT NULL
   ON CONFLICT (questionnaire_id, day) DO NOTHING`,
  'DELETE FROM question_import_row WHERE import_id = ?1 AND (day IS NOT NULL OR known_id IS NOT NULL)',
]

/** `?1` is today, `?2` the question to continue after. */
const EXPORT = `
  SELECT id AS poolId, topic_id AS topic, ${SEASON} AS season,
    (SELECT min(day) FROM question WHERE question.pack_question_id = pack_question.id AND day > ?1
      AND is_scheduled = 1) AS date,
    (SELECT json_group_object(language, text) FROM pack_question_text
      WHERE pack_question_text.pack_question_id = pack_question.id) AS texts
  FROM pack_question WHERE source <> 'built-in' AND retired_at IS NULL
    AND (?2 IS NULL OR (position, id) > (SELECT position, id FROM pack_question WHERE id = ?2))
  ORDER BY position, id LIMIT ?3`

export const exportQuestions: Handler<'exportQuestions'> = ({ env }, { after = null, limit }) =>
  shownRows(exportRowSchema, env.DB.prepare(EXPORT).bind(tokyoDay(now(env)), after, limit))

const ADD_IMPORT = 'INSERT INTO question_import (id, actor_id, created_at) VALUES (?1, ?2, ?3)'
const OWN_IMPORT = `
  SELECT (SELECT count(*) FROM question_import_row WHERE import_id = ?1) AS rows
  FROM question_import WHERE id = ?1 AND actor_id = ?2`
const ADD_ROWS = `
  INSERT INTO question_import_row
    (import_id, line, id, texts, topic_id, day, season_from, season_until, problems)
  SELECT ?1, value ->> 'line', value ->> 'id', value -> 'texts', value ->> 'topicId', value ->> 'date',
    value ->> 'from', value ->> 'until', value -> 'problems'
  FROM json_each(?2), question_import WHERE question_import.id = ?1 AND actor_id IS NOT NULL
  ON CONFLICT DO NOTHING`

/** Ids come last, because a name could equal one. */
const TOPICS = `
  SELECT name, topic_id AS id FROM topic_name UNION ALL SELECT id, id FROM topic`

/**
 * Idempotent: a repeated call adds its lines once.
 * @throws ServiceError dataNotFound for an import that is not the caller's; dataNotAvailable (`rows`) for too many
 *   rows or a duplicate line
 */
export const addImportRows: Handler<'addImportRows'> = async (c, input) => {
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

const tooMany = () => notAvailable('rows')

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
  const topic = row.topic?.trim() ?? ''
  const topicId = topics.get(topic)
  const problems = rowProblems(row, today)
  if (!topicId)
    problems.push(
      topic ? { problem: 'topic', field: topic } : { problem: 'missing', field: 'topic' },
    )
  const { line, texts } = row
  const date = problems.some(({ field }) => field === 'date') ? undefined : row.date || undefined
  return { line, id: newId(), texts, topicId: topicId ?? '', date, ...season, problems }
}

/** @throws ServiceError dataNotFound */
export const checkImport: Handler<'checkImport'> = async (c, { importId }) => {
  const { userId } = c.var.person
  await ownImport(c.env, importId, userId)
  return [await stateOf(c.env, importId)]
}

const COUNTS = `
  SELECT count(*) AS rows, count(day) AS scheduled, count(known_id) AS known FROM question_import_row WHERE import_id = ?1`

/** After the imports taken before, whose questions it compares with. */
async function stateOf(env: Env, importId: string): Promise<ImportState> {
  await finishImports(env)
  const today = tokyoDay(now(env))
  const { counts, first } = await batch<{
    counts: Pick<ImportState, 'rows' | 'scheduled' | 'known'>
    first: { problemCount: number }
  }>(env.DB, {
    known: env.DB.prepare(FIND_KNOWN).bind(importId, today),
    counts: env.DB.prepare(COUNTS).bind(importId),
    first: env.DB.prepare(
      `SELECT line, problem, field, CAST(other AS TEXT) AS other, count(*) OVER () AS problemCount
       FROM (${PROBLEMS}) ORDER BY line LIMIT 100`,
    ).bind(importId, today),
  })
  const problems = first.results.map((row) =>
    shownRow(importStateSchema.shape.problems.element, row),
  )
  const problemCount = first.results[0]?.problemCount ?? 0
  return { importId, ...counts.results[0]!, problemCount, problems }
}

/**
 * Takes an import in one transaction, which checks for problems again; its other rows follow.
 * @throws ServiceError dataNotFound; dataNotAvailable (`rows`) while a row has a problem
 */
export const takeImport: Handler<'takeImport'> = async (c, { importId }) => {
  const { env } = c
  const caller = c.var.person
  await ownImport(env, importId, caller.userId)
  const state = await stateOf(env, importId)
  if (state.problemCount > 0 || state.rows === 0) throw tooMany()
  const today = tokyoDay(now(env))
  const why = `${state.rows} ${state.scheduled}`
  const condition = `EXISTS (SELECT 1 FROM question_import WHERE id = ?1)
    AND NOT EXISTS (SELECT 1 FROM question_import WHERE actor_id IS NULL)
    AND NOT EXISTS (${PROBLEMS})`
  const statements = [
    env.DB.prepare(FIND_KNOWN).bind(importId, today),
    requireState(env, condition, importId, today),
    ...TAKE.map((sql) => env.DB.prepare(sql).bind(importId)),
    audit(env, caller, 'question.import', importId, why),
  ]
  await batchOrRefuse(env, statements, tooMany)
  await finishImports(env)
  return [state]
}
