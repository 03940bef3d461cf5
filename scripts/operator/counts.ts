const VISIBLE =
  'FROM comment WHERE question_id = question.id AND deleted_at IS NULL AND hidden_at IS NULL'

const COMMENTS = `(SELECT count(*) ${VISIBLE})`
const PEOPLE = `(SELECT count(DISTINCT user_id) ${VISIBLE})`

/** SQL: a question's counts differ from its rows. */
export const COUNTS_DIFFER = `(comments_count <> ${COMMENTS} OR users_count <> ${PEOPLE})`

/** Counts the visible posts and people of each question that has other counts. */
export const REPAIR_COUNTS = `
  UPDATE question SET comments_count = ${COMMENTS}, users_count = ${PEOPLE} WHERE ${COUNTS_DIFFER}`
