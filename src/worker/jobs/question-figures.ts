import { tokyoDay } from '../../domain/question-day.ts'
import { now } from '../config/clock.ts'
import { ACTIVE } from '../db/question.ts'
import { readSetting, writeSetting } from '../db/setting.ts'

/** Days counted in one run. */
const DAYS_PER_RUN = 50
/** With fewer past days no question is flat. */
const MIN_DAYS = 30
/** Percent of the usual people below which a question can be flat: a few people fewer are chance. */
const WEAK = 60

const VISIBLE =
  'FROM comment WHERE question_id = changed.id AND deleted_at IS NULL AND hidden_at IS NULL'
const AGAIN = `(SELECT count(*) FROM (SELECT 1 ${VISIBLE} GROUP BY user_id HAVING count(*) > 1))`
/** `place` is 1 in the middle; around the middle of an even number it is 0 and 2. */
const MEDIAN = `(SELECT avg(size) FROM (
  SELECT length(text) AS size, row_number() OVER (ORDER BY length(text)) * 2 - count(*) OVER () AS place
  ${VISIBLE}) WHERE place BETWEEN 0 AND 2)`

/** Counts past days (before `?1`) with changed comments or reports. Columns make integers of rounded numbers. */
const COUNT = `
INSERT OR REPLACE INTO question_figures (question_id, day, event_seq, people, answers, again, length, english, reports)
SELECT id, day, event_seq, users_count, comments_count, ifnull(round(100.0 * ${AGAIN} / users_count), 0),
  ifnull(round(${MEDIAN}), 0), ifnull(round(100.0 * (language_counts ->> 'en') / comments_count), 0), reported
FROM (SELECT question.*, (
    SELECT count(*) FROM moderation_case JOIN report ON case_id = moderation_case.id WHERE question_id = question.id
  ) AS reported
  FROM ${ACTIVE} CROSS JOIN question LEFT JOIN question_figures AS known ON known.question_id = question.id
  WHERE questionnaire_id = active.id AND question.day < ?1
    AND (known.event_seq IS NOT question.event_seq OR known.reports <> reported)
  LIMIT ${DAYS_PER_RUN}) AS changed`

const COMPARE = `
UPDATE question_figures SET relative = usual.relative FROM (
  SELECT question_id AS id, ifnull(round(100 * people / avg(people) OVER (
    ORDER BY day ROWS BETWEEN 7 PRECEDING AND 7 FOLLOWING EXCLUDE CURRENT ROW)), 100) AS relative
  FROM question_figures) AS usual
WHERE question_id = usual.id AND question_figures.relative <> usual.relative`

const UNMARK = 'UPDATE pack_question SET flat_day = NULL WHERE flat_day IS NOT NULL'

/**
 * Marks the flat questions: last asked on one of the weakest tenth of days before `?1`, with the text that they still
 * have.
 */
const MARK = `
WITH weak AS (SELECT question_id AS id, day FROM question_figures WHERE relative < ${WEAK} ORDER BY relative, day DESC
  LIMIT (SELECT iif(count(*) < ${MIN_DAYS}, 0, count(*) / 10) FROM question_figures))
UPDATE pack_question SET flat_day = weak.day FROM weak JOIN question USING (id)
WHERE pack_question.id = pack_question_id
  AND weak.day = (SELECT max(day) FROM question WHERE pack_question_id = pack_question.id AND day < ?1)
  AND NOT EXISTS (SELECT language, text FROM pack_question_text WHERE pack_question_id = pack_question.id
    EXCEPT SELECT language, text FROM question_text WHERE question_id = weak.id)`

/** Figures of past days and flat questions, once a day (`docs/product.md#calendar`); the first time over several runs. */
export async function countQuestions(env: Env): Promise<void> {
  const today = tokyoDay(now(env))
  if ((await readSetting(env, 'figures')) === today) return
  const { meta } = await env.DB.prepare(COUNT).bind(today).run()
  if (meta.changes > 0) return
  await env.DB.batch([
    env.DB.prepare(COMPARE),
    env.DB.prepare(UNMARK),
    env.DB.prepare(MARK).bind(today),
    writeSetting(env, 'figures', today),
  ])
}
