import type { PoolQuestion } from '../../../contract/question-desk-schemas.ts'
import { isLanguage } from '../../../domain/language.ts'
import { tokyoDay } from '../../../domain/question-day.ts'
import {
  cleanQuestionText,
  NEVER_GIVEN,
  type QuestionSource,
  poolTextProblem,
  questionTextProblem,
} from '../../../domain/question-pool.ts'
import { type Season, seasonOf } from '../../../domain/question-season.ts'
import { audit } from '../../cases/audit.ts'
import { now } from '../../config/clock.ts'
import { batchOrRefuse, requireState } from '../../db/database.ts'
import { newId } from '../../db/id.ts'
import type { Handler } from '../../http/create-service.ts'
import { notAvailable, ServiceError } from '../../http/service.ts'
import { clearDay, isAnswered } from './day-statements.ts'
import { IS_VERSION, LAST_GIVEN, poolQuestion } from './pool.ts'
import { suggestionSchema } from '../../../contract/calls/suggestion.ts'
import { shownRows } from '../../db/shown-row.ts'

const RETIRE = `
  UPDATE pack_question SET version = version + 1, retired_at = ?2,
    last_day = CASE WHEN ?2 IS NOT NULL OR (source <> 'built-in' AND season_from IS NULL) THEN '${NEVER_GIVEN}'
      ELSE ${LAST_GIVEN} END
  WHERE id = ?1`
const SCHEDULED = 'SELECT id FROM question WHERE pack_question_id = ?1 AND day > ?2 ORDER BY day'
const ARE_SEEN = `(SELECT count(*) FROM question WHERE pack_question_id = ?1 AND day > ?2) = ?3
  AND NOT ${isAnswered('SELECT id FROM question WHERE pack_question_id = ?1 AND day > ?2')}`

/**
 * Retires a question: it is never asked again and frees its future days, but not today.
 * @throws ServiceError dataNotFound; dataNotAvailable (`version`)
 */
export const retireQuestion: Handler<'retireQuestion'> = async (
  c,
  { poolId, version, isRetired },
): Promise<[PoolQuestion]> => {
  const { env } = c
  const caller = c.var.person
  const today = tokyoDay(now(env))
  const { results } = isRetired
    ? await env.DB.prepare(SCHEDULED).bind(poolId, today).all<{ id: string }>()
    : { results: [] }
  const action = isRetired ? 'question.retire' : 'question.restore'
  await batchOrRefuse(
    env,
    [
      requireState(env, IS_VERSION, poolId, version),
      ...(isRetired ? [requireState(env, ARE_SEEN, poolId, today, results.length)] : []),
      ...results.map(({ id }) => clearDay(env, id)),
      env.DB.prepare(RETIRE).bind(poolId, isRetired ? now(env) : null),
      audit(env, caller, action, poolId),
    ],
    async () => {
      await poolQuestion(env, poolId)
      return notAvailable('version')
    },
  )
  return [await poolQuestion(env, poolId)]
}

const ADD = `
  INSERT INTO pack_question (id, topic_id, position, season_from, season_until, last_day, source)
  SELECT ?1, ?2, coalesce(max(position), 0) + 1, ?3, ?4, CASE WHEN ?3 IS NULL THEN '${NEVER_GIVEN}' ELSE '' END, ?5
  FROM pack_question`
const PUT_TEXTS = `
  INSERT INTO pack_question_text (pack_question_id, language, text)
  SELECT ?1, key, value FROM json_each(?2) WHERE true
  ON CONFLICT (pack_question_id, language) DO UPDATE SET text = excluded.text`

/** Unscheduled questions are picked automatically only if built in or seasonal. */
const EDIT = `
  UPDATE pack_question SET version = version + 1, flat_day = NULL, topic_id = ?2, season_from = ?3, season_until = ?4,
    last_day = CASE WHEN retired_at IS NOT NULL OR (source <> 'built-in' AND ?3 IS NULL) THEN '${NEVER_GIVEN}'
      ELSE ${LAST_GIVEN} END
  WHERE id = ?1`
/** Days with texts that follow the pool's; past days keep the text that was asked. `?2` is today. */
const OF_DAYS = 'SELECT id FROM question WHERE pack_question_id = ?1 AND day >= ?2'
/** After the new texts of the pool. `?4` is now, when one of them changes the day's. */
const EDIT_DAYS = `
  UPDATE question SET topic_id = ?3, changed_at = iif(EXISTS (
      SELECT language, text FROM pack_question_text WHERE pack_question_id = ?1
      EXCEPT SELECT language, text FROM question_text WHERE question_id = question.id), ?4, changed_at)
  WHERE id IN (${OF_DAYS})`
const CLEAR_TEXTS = `DELETE FROM question_text WHERE question_id IN (${OF_DAYS})`
const COPY_TEXTS = `
  INSERT INTO question_text (question_id, language, text)
  SELECT question.id, language, text FROM question
  JOIN pack_question_text USING (pack_question_id) WHERE pack_question_id = ?1 AND day >= ?2`

/** `?1` is the question, `?2` its texts. */
const IS_NEW_TEXT = `NOT EXISTS (
  SELECT 1 FROM json_each(?2) AS given JOIN pack_question_text AS known
    ON known.text = given.value AND known.language = given.key
  WHERE known.pack_question_id <> ?1)`
const IS_TOPIC = 'EXISTS (SELECT 1 FROM topic WHERE id = ?3)'
/** `?3` is today, `?4` the number that the editor has seen. A later day may have begun since. */
const IS_SEEN = `NOT EXISTS (
  SELECT 1 FROM question WHERE pack_question_id = ?1 AND day >= ?3 AND users_count > ?4)`

interface Written {
  texts: Record<string, string | undefined>
  season?: string | undefined
}

/**
 * @param problemOf a text; one that is kept need not be in the script of its language
 * @throws ServiceError dataNotAvailable (`texts`, `season`)
 */
function checked(
  { texts, season }: Written,
  problemOf: typeof poolTextProblem,
): { json: string; season: Season | undefined } {
  const entries = Object.entries(texts).flatMap(([language, text]) =>
    text === undefined ? [] : [[language, cleanQuestionText(text)] as const],
  )
  if (entries.some(([language, text]) => isLanguage(language) && problemOf(text, language)))
    throw notAvailable('texts')
  const dates = season ? seasonOf(season) : undefined
  if (season && !dates) throw notAvailable('season')
  return { json: JSON.stringify(Object.fromEntries(entries)), season: dates }
}

/** @throws ServiceError dataNotAvailable (`texts`, `season`, `topicId`, `suggestionId`) */
export const addQuestion: Handler<'addQuestion'> = async (c, written) => {
  const { env } = c
  const caller = c.var.person
  const { json, season } = checked(written, poolTextProblem)
  const poolId = newId()
  const { topicId, suggestionId } = written
  const source: QuestionSource = suggestionId ? 'suggestion' : 'own'
  await batchOrRefuse(
    env,
    [
      requireState(env, IS_TOPIC, null, null, topicId),
      requireState(env, IS_NEW_TEXT, poolId, json),
      env.DB.prepare(ADD).bind(
        poolId,
        topicId,
        season?.from ?? null,
        season?.until ?? null,
        source,
      ),
      env.DB.prepare(PUT_TEXTS).bind(poolId, json),
      ...(suggestionId ? chooseSuggestion(env, suggestionId, poolId) : []),
      audit(env, caller, 'question.add', poolId, suggestionId),
    ],
    async () => {
      if (suggestionId && !(await isWaiting(env, suggestionId))) return notAvailable('suggestionId')
      return reasonOf(env, topicId)
    },
  )
  return [await poolQuestion(env, poolId)]
}

/** @throws ServiceError dataNotFound; dataNotAvailable (`texts`, `season`, `topicId`, `version`, `answered`) */
export const editQuestion: Handler<'editQuestion'> = async (c, written) => {
  const { env } = c
  const caller = c.var.person
  const { poolId, version, topicId, answered = 0 } = written
  const { json, season } = checked(written, questionTextProblem)
  const today = tokyoDay(now(env))
  await batchOrRefuse(
    env,
    [
      requireState(env, `${IS_TOPIC} AND ${IS_VERSION}`, poolId, version, topicId),
      requireState(env, IS_SEEN, poolId, null, today, answered),
      requireState(env, IS_NEW_TEXT, poolId, json),
      env.DB.prepare(EDIT).bind(poolId, topicId, season?.from ?? null, season?.until ?? null),
      env.DB.prepare(PUT_TEXTS).bind(poolId, json),
      env.DB.prepare(EDIT_DAYS).bind(poolId, today, topicId, now(env)),
      env.DB.prepare(CLEAR_TEXTS).bind(poolId, today),
      env.DB.prepare(COPY_TEXTS).bind(poolId, today),
      audit(env, caller, 'question.edit', poolId),
    ],
    async () => {
      const current = await poolQuestion(env, poolId)
      if (current.version !== version) return notAvailable('version')
      const isSeen = await env.DB.prepare(`SELECT ${IS_SEEN} AS isSeen`)
        .bind(poolId, null, today, answered)
        .first<number>('isSeen')
      if (!isSeen) return notAvailable('answered')
      return reasonOf(env, topicId)
    },
  )
  return [await poolQuestion(env, poolId)]
}

async function reasonOf(env: Env, topicId: string): Promise<ServiceError> {
  const topic = await env.DB.prepare('SELECT 1 FROM topic WHERE id = ?1').bind(topicId).first()
  return new ServiceError('dataNotAvailable', { field: topic ? 'texts' : 'topicId' })
}

/** The bound lets SQLite use the partial index. */
const SUGGESTIONS = `
  SELECT id AS suggestionId, day, text, language AS lang, is_credited AS isCredited
  FROM suggestion WHERE decided_at IS NULL AND created_at > 0 ORDER BY created_at, id LIMIT ?1 OFFSET ?2`

export const listSuggestions: Handler<'listSuggestions'> = ({ env }, { offset, limit }) =>
  shownRows(suggestionSchema, env.DB.prepare(SUGGESTIONS).bind(limit, offset))

const WAITS = 'EXISTS (SELECT 1 FROM suggestion WHERE id = ?1 AND decided_at IS NULL)'
const DECIDE = 'UPDATE suggestion SET decided_at = ?2, pack_question_id = ?3 WHERE id = ?1'
const NOTIFY = `
  INSERT INTO notice (id, user_id, kind, case_id, created_at)
  SELECT ?2, user_id, 'suggestion', id, ?3 FROM suggestion WHERE id = ?1`

/**
 * Accepts a suggestion as a pool question and notifies its author. The first statement is a `requireState`.
 * @param poolId the question, added earlier in the batch
 */
const chooseSuggestion = (env: Env, suggestionId: string, poolId: string) => [
  requireState(env, WAITS, suggestionId),
  env.DB.prepare(DECIDE).bind(suggestionId, now(env), poolId),
  env.DB.prepare(NOTIFY).bind(suggestionId, newId(), now(env)),
]

const isWaiting = async (env: Env, suggestionId: string): Promise<boolean> =>
  (await env.DB.prepare(`SELECT ${WAITS} AS waits`).bind(suggestionId).first('waits')) === 1

/** @throws ServiceError dataNotFound for a missing or decided one */
export const declineSuggestion: Handler<'declineSuggestion'> = async (c, { suggestionId }) => {
  const { env } = c
  const caller = c.var.person
  const statements = [
    requireState(env, WAITS, suggestionId),
    env.DB.prepare(DECIDE).bind(suggestionId, now(env), null),
    audit(env, caller, 'suggestion.decline', suggestionId),
  ]
  await batchOrRefuse(env, statements, () => new ServiceError('dataNotFound'))
}
