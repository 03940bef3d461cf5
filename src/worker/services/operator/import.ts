import type { importCalls } from '../../../contract/calls/operator-import.ts'
import type { ImportRow, ImportState } from '../../../contract/question-desk-schemas.ts'
import { tokyoDay } from '../../../domain/question-day.ts'
import {
  cleanRow,
  MAX_IMPORT_ROWS,
  rowProblem,
  type ImportProblem,
} from '../../../domain/question-import.ts'
import { seasonOf } from '../../../domain/question-season.ts'
import { audit } from '../../cases/audit.ts'
import { now } from '../../config/clock.ts'
import { batch, batchOrRefuse, requireState } from '../../db/database.ts'
import { newId } from '../../db/id.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError } from '../../http/service.ts'
import { PROBLEMS, TAKE_ROWS } from './import-statements.ts'

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

/** Topics by their id and by their names. */
const TOPICS = `
  SELECT id AS name, id FROM topic UNION ALL SELECT name, topic_id FROM topic_name ORDER BY 1, 2`

/**
 * @throws ServiceError dataNotFound for an import that is not the caller's; dataNotAvailable
 *   (`rows`) for too many rows or a line that is there twice. A call that is repeated lays its lines out once
 */
export const addImportRows: Handler<typeof importCalls.addImportRows> = async (c, input) => {
  const { env } = c
  const { userId } = c.var.person
  const known = input.importId ? await ownImport(env, input.importId, userId) : 0
  if (known + input.rows.length > MAX_IMPORT_ROWS) throw tooMany()
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

/** @returns how many rows it has @throws ServiceError dataNotFound */
async function ownImport(env: Env, importId: string, userId: string): Promise<number> {
  const rows = await env.DB.prepare(OWN_IMPORT).bind(importId, userId).first<number>('rows')
  if (rows === null) throw new ServiceError('dataNotFound')
  return rows
}

/** A row as it waits: its values as they will be stored, and what is wrong with it by itself. */
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
 * Takes every row in one transaction, in which the problems are looked for once more.
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
