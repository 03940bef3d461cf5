import { sqlText } from '../../harness/local/sql-text.ts'
import type { Execute } from './database.ts'

const VISIBLE =
  'FROM comment WHERE question_id = question.id AND deleted_at IS NULL AND hidden_at IS NULL'

const COMMENTS = `(SELECT count(*) ${VISIBLE})`
const PEOPLE = `(SELECT count(DISTINCT user_id) ${VISIBLE})`

/** SQL: a question's counts differ from its rows. */
export const COUNTS_DIFFER = `(comments_count <> ${COMMENTS} OR users_count <> ${PEOPLE})`

/** Posts that one statement counts at most, by the stored counts; D1 ends a statement after 30 seconds. */
const MAX_POSTS = 100_000
const MAX_QUESTIONS = 200

/** SQL conditions on `question.id`, each for questions that one statement can count the posts of. */
export async function questionRanges(execute: Execute): Promise<string[]> {
  const questions = await execute<{ id: string; posts: number }>(
    'SELECT id, comments_count AS posts FROM question ORDER BY id',
  )
  const ranges: { ids: string[]; posts: number }[] = []
  for (const { id, posts } of questions) {
    const last = ranges.at(-1)
    if (last && last.posts + posts <= MAX_POSTS && last.ids.length < MAX_QUESTIONS) {
      last.ids.push(id)
      last.posts += posts
    } else ranges.push({ ids: [id], posts })
  }
  return ranges.map(
    ({ ids }) => `question.id BETWEEN ${sqlText(ids[0]!)} AND ${sqlText(ids.at(-1)!)}`,
  )
}

/** Counts the visible posts and people of each question of a range that has other counts. */
export const repairCounts = (range: string): string => `
  UPDATE question SET comments_count = ${COMMENTS}, users_count = ${PEOPLE}
  WHERE ${range} AND ${COUNTS_DIFFER}`
