import { COMMENTS_PER_QUESTION } from '../../../domain/comment-limit.ts'
import { tokyoDay } from '../../../domain/question-day.ts'
import { now } from '../../config/clock.ts'
import { dayNumber, isVisible, undeletedPostsOn } from '../../db/comment.ts'
import type { Handler } from '../../http/create-service.ts'
import { type FlatRow, OWN_COLUMNS, toOwnComment, toOwnRows } from './history.ts'
import { hiddenJoins } from '../../cases/hidden.ts'

const YEARS = 20

/** On 29 February most years have no such date; an invalid day matches nothing. */
const sameDates = Array.from(
  { length: YEARS },
  (_, index) => `(substr(asked.day, 1, 4) - ${index + 1}) || substr(asked.day, 5)`,
).join(', ')

const EARLIER = `
  FROM question AS asked
  CROSS JOIN question AS earlier ON earlier.id IN (
    SELECT same.id FROM question AS same
      WHERE same.pack_question_id = asked.pack_question_id AND same.day < asked.day
    UNION ALL SELECT dated.id FROM question AS dated
      WHERE dated.questionnaire_id = asked.questionnaire_id AND dated.day IN (${sameDates}))`
const NEAREST = `
  coalesce(earlier.pack_question_id = asked.pack_question_id, 0) DESC, earlier.day DESC, earlier.id`

/**
 * The caller's (`?1`) comments on earlier days of the question `?2` and on its date in earlier years. Order: the same
 * question before the same date, newer days first; the first rows belong to one day. Days after `?3` are excluded.
 * Index lookups only: the question's days, the dates, and the caller's slots on each.
 */
export const ECHO = `
  SELECT ${OWN_COLUMNS} ${EARLIER}
  CROSS JOIN comment ON ${undeletedPostsOn('?1', 'earlier.id', dayNumber('earlier.preview_at'))} AND ${isVisible}
  ${hiddenJoins}
  WHERE asked.id = ?2 AND asked.day <= ?3
  ORDER BY ${NEAREST}, comment.seq
  LIMIT ${COMMENTS_PER_QUESTION}`

/** The caller's comments of one earlier day (`docs/product.md#echo`), in posting order. */
export const readEcho: Handler<'readEcho'> = async (c, { questionId }) => {
  const { person } = c.var
  const { results } = await c.env.DB.prepare(ECHO)
    .bind(person.userId, questionId, tokyoDay(now(c.env)))
    .all<FlatRow>()
  const rows = await toOwnRows(c.env, results)
  return rows
    .filter(({ question }) => question.id === rows[0]?.question.id)
    .map((row) => toOwnComment(person, row))
}
