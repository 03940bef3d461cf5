import { dayNumber } from '../../src/worker/db/comment.ts'

/** An invariant of the data: `find` returns rows with a `name`. `repair` is safe at any time, also during writes. */
export interface Rule {
  title: string
  find: string
  repair?: string
}

/** A loose index scan over questions, which skips their events. */
const ORPHANED = `
  WITH RECURSIVE found (name) AS (
    SELECT min(question_id) FROM comment_event
    UNION ALL SELECT (SELECT min(question_id) FROM comment_event WHERE question_id > name)
      FROM found WHERE name IS NOT NULL)
  SELECT name FROM found WHERE name IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM question WHERE question.id = name)`

const WITHOUT_PICTURE = `picture_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM picture WHERE picture.id = picture_id)`
const UNUSED_PICTURE =
  'NOT EXISTS (SELECT 1 FROM user WHERE user.id = user_id AND user.picture_id = picture.id)'

const VISIBLE =
  'FROM comment WHERE question_id = question.id AND deleted_at IS NULL AND hidden_at IS NULL'

const COMMENTS = `(SELECT count(*) ${VISIBLE})`
const PEOPLE = `(SELECT count(DISTINCT user_id) ${VISIBLE})`

const COUNTS_DIFFER = `(comments_count <> ${COMMENTS} OR users_count <> ${PEOPLE})`

export const rules: Rule[] = [
  {
    title: 'Counts of a question differ from its posts',
    find: `SELECT day AS name FROM question WHERE ${COUNTS_DIFFER}`,
    repair: `UPDATE question SET comments_count = ${COMMENTS}, users_count = ${PEOPLE}
      WHERE ${COUNTS_DIFFER}`,
  },
  {
    title: 'A past day, today or tomorrow has no question',
    find: `WITH RECURSIVE day (name) AS (
        SELECT min(question.day) FROM question JOIN questionnaire
          ON questionnaire.id = question.questionnaire_id WHERE questionnaire.status = 1
        UNION ALL SELECT date(name, '+1 day') FROM day WHERE name < date('now', '+9 hours', '+1 day'))
      SELECT name FROM day WHERE name IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM question WHERE question.day = day.name)`,
  },
  {
    title: 'A question has no text',
    // An unscheduled question waits under a day after 9000, without a text.
    find: `SELECT day AS name FROM question WHERE day < '9000'
      AND NOT EXISTS (SELECT 1 FROM question_text WHERE question_id = question.id)`,
  },
  {
    title: 'A row refers to one that is not there',
    // D1 cannot check a single table; on a large database the result may be `unknown`.
    find: `SELECT "table" || ' to ' || parent AS name FROM pragma_foreign_key_check`,
  },
  {
    title: 'Events belong to no question',
    find: ORPHANED,
    repair: `DELETE FROM comment_event WHERE question_id IN (${ORPHANED})`,
  },
  {
    title: 'A person has a picture without a row',
    find: `SELECT id AS name FROM user WHERE ${WITHOUT_PICTURE}`,
    repair: `UPDATE user SET picture_id = NULL WHERE ${WITHOUT_PICTURE}`,
  },
  {
    title: 'A picture is shown for nobody',
    find: `SELECT id AS name FROM picture WHERE ${UNUSED_PICTURE}`,
    repair: `DELETE FROM picture WHERE ${UNUSED_PICTURE}`,
  },
  {
    title: 'A post is of another day than its question',
    find: `SELECT comment.id AS name FROM comment JOIN question ON question.id = question_id
      WHERE abs(own_day) <> ${dayNumber('preview_at')}`,
  },
  {
    title: 'A post is hidden without a case',
    find: `SELECT id AS name FROM comment
      WHERE hidden_at IS NOT NULL AND deleted_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM moderation_case WHERE comment_id = comment.id)`,
  },
]
