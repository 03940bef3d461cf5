import { sqlText } from '../../harness/local/sql-text.ts'
import { dayNumber } from '../../src/worker/db/own-posts.ts'
import type { Execute } from './database.ts'

/** A day has some 200,000 posts where there are archives, and a statement 30 seconds. */
const AT_ONCE = 20

const VISIBLE = 'question_id = question.id AND deleted_at IS NULL AND hidden_at IS NULL'

/**
 * Archived questions with their visible posts and people in the main database; one that is being moved is checked later.
 * All visible posts of a person on a question are in one database, so the people of both add up.
 */
const ARCHIVED = `
  SELECT id, day, ${dayNumber('preview_at')} AS dayNumber, archive, comments_count AS posts, users_count AS people,
    (SELECT count(*) FROM comment WHERE ${VISIBLE}) AS postsHere,
    (SELECT count(DISTINCT user_id) FROM comment WHERE ${VISIBLE}) AS peopleHere
  FROM question WHERE archive IS NOT NULL
    AND id IS NOT (SELECT question_id FROM archive_move WHERE id = 1)
  ORDER BY preview_at`

interface ArchivedRow {
  id: string
  day: string
  dayNumber: number
  archive: number
  posts: number
  people: number
  postsHere: number
  peopleHere: number
}

interface Counts {
  posts: number
  people: number
  /** Numbers of the days of the first and the last post. */
  first: number
  last: number
}

/** Days of archived questions. */
interface ArchivedDays {
  /** Those whose posts or people in both databases are not as many as the question says. */
  miscounted: string[]
  /** Those with a post of another day in the archive. */
  mixed: string[]
}

/** @returns `undefined` where nothing is archived */
export async function archivedDays(
  execute: Execute,
  archive: (number: number) => Execute,
): Promise<ArchivedDays | undefined> {
  const questions = await execute<ArchivedRow>(ARCHIVED)
  if (questions.length === 0) return undefined
  const miscounted: string[] = []
  const mixed: string[] = []
  for (const number of new Set(questions.map((question) => question.archive))) {
    const own = questions.filter((question) => question.archive === number)
    for (let start = 0; start < own.length; start += AT_ONCE) {
      const batch = own.slice(start, start + AT_ONCE)
      const there = await countsOf(archive(number), batch)
      for (const one of batch) {
        const { dayNumber: day } = one
        const { posts, people, first, last } = there.get(one.id) ?? nothing(day)
        if (one.posts !== one.postsHere + posts || one.people !== one.peopleHere + people)
          miscounted.push(one.day)
        if (first !== day || last !== day) mixed.push(one.day)
      }
    }
  }
  return { miscounted: miscounted.sort(), mixed: mixed.sort() }
}

const nothing = (day: number): Counts => ({ posts: 0, people: 0, first: day, last: day })

async function countsOf(execute: Execute, questions: readonly ArchivedRow[]) {
  const ids = questions.map(({ id }) => sqlText(id)).join(', ')
  const rows = await execute<Counts & { id: string }>(
    `SELECT question_id AS id, count(*) AS posts, count(DISTINCT user_id) AS people,
       ${dayNumber('min(created_at)')} AS first, ${dayNumber('max(created_at)')} AS last FROM comment
     WHERE question_id IN (${ids}) GROUP BY question_id`,
  )
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}
