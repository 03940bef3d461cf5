import { TOKYO_OFFSET_MS } from '../../../domain/tokyo-time.ts'
import { NEVER_GIVEN } from '../../../domain/question-pool.ts'
import { ACTIVE_ID, isAnswered } from './day-statements.ts'

/** SQL about the rows of one import, `?1`. */

const TEXTS = 'question_import_row AS row, json_each(row.texts) AS text'
const ROW = 'row.import_id = ?1'

/** SQL: every problem of an import as `line`, `problem`, `field` and `other`. `?2` is today. D1 takes five terms at most. */
export const PROBLEMS = `
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

/** SQL: the statements that take every row, in order. The last two take a date of a question that was given by itself. */
export const TAKE_ROWS = [
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
