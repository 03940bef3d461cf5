import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { DAY_MS } from '../../src/domain/durations.ts'
import { COMMENTS_PER_QUESTION } from '../../src/domain/comment-limit.ts'
import { postLanguage } from '../../src/domain/post-language.ts'
import { addDays, tokyoDay, tokyoDayStart } from '../../src/domain/question-day.ts'
import { ACTIVE, regularOn } from '../../src/worker/db/question.ts'
import { inProject } from './run.ts'
import { sqlRows, sqlText } from './sql-text.ts'

const PAST_DAYS = 30

interface Demonstration {
  people: string[]
  comments: Record<string, { by: string; text: string }[]>
}

export const readDemonstration = (): Demonstration =>
  JSON.parse(readFileSync(inProject('questions/demonstration.json'), 'utf8'))

const idOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

const questionIdOf = (day: string) => idOf(`question of ${day}`)

const portionOf = (text: string) =>
  createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32

/**
 * SQL that fills a database with the 30 Tokyo days before `now` and comments on them and today. Existing rows stay.
 * @throws Error naming the question when someone exceeds the comment limit
 */
export function demonstrationStatements(now: Date): string[] {
  const content = readDemonstration()
  const today = tokyoDay(now.getTime())
  const days = Array.from({ length: PAST_DAYS + 1 }, (_, index) =>
    addDays(today, index - PAST_DAYS),
  )
  const comments = Object.entries(content.comments)
  return [
    peopleStatement(content, tokyoDayStart(days[0]!) - DAY_MS),
    ...days.map((day) => dayStatement(day)),
    ...comments.map(([packId, list]) => commentsStatement(packId, list, days, now.getTime())),
  ]
}

/** Each in the language of their comments. */
function peopleStatement({ people, comments }: Demonstration, createdAt: number): string {
  const written = Object.values(comments).flat()
  const languages = new Map(written.map(({ by, text }) => [by, postLanguage(text, 'ja')]))
  const rows = people.map((name) => {
    return [idOf(name), name, name.toLowerCase(), languages.get(name) ?? 'ja']
  })
  return `INSERT INTO user
    (id, username, username_key, language, email, email_key, created_at, activated_at)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3,
    value ->> 2 || '@demonstration.invalid', value ->> 2 || '@demonstration.invalid',
    ${createdAt}, ${createdAt}
  FROM json_each(${sqlRows(rows)}) WHERE true
  ON CONFLICT DO NOTHING`
}

/** Picks the next regular question, because only those have demonstration comments. */
function dayStatement(day: string): string {
  return `INSERT INTO question
    (id, questionnaire_id, topic_id, pack_question_id, day, preview_at)
  SELECT ${sqlText(questionIdOf(day))}, active.id, next.topic_id, next.id, ${sqlText(day)},
    ${tokyoDayStart(day)}
  FROM ${ACTIVE}
  CROSS JOIN (${regularOn(sqlText(day))}) AS next
  WHERE NOT EXISTS (SELECT 1 FROM question WHERE questionnaire_id = active.id AND day = ${sqlText(day)})
  ON CONFLICT DO NOTHING`
}

function commentsStatement(
  packId: string,
  comments: Demonstration['comments'][string],
  days: string[],
  nowMs: number,
): string {
  const posted = new Map<string, number>()
  const portions = dayPortions(packId, comments.length)
  const rows = comments.map(({ by, text }, index) => {
    const slot = (posted.get(by) ?? 0) + 1
    if (slot > COMMENTS_PER_QUESTION) {
      throw new Error(`questions/demonstration.json: '${by}' comments too often on '${packId}'`)
    }
    posted.set(by, slot)
    const language = postLanguage(text) ?? null
    return [idOf(`${packId} ${index}`), idOf(by), slot, text, portions[index], language]
  })
  return `INSERT INTO comment (id, question_id, user_id, slot, text, created_at, language)
  SELECT value ->> 0, question.id, user.id, value ->> 2, value ->> 3,
    question.preview_at + CAST((value ->> 4) * min(${DAY_MS}, ${nowMs} - question.preview_at) AS INTEGER),
    value ->> 5
  FROM question CROSS JOIN json_each(${sqlRows(rows)}) JOIN user ON user.id = value ->> 1
  WHERE question.id IN (${days.map((day) => sqlText(questionIdOf(day))).join()})
    AND question.pack_question_id = ${sqlText(packId)}
  ORDER BY value ->> 4
  ON CONFLICT DO NOTHING`
}

/** Ascending fractions of a day, from early morning to late evening, with fewer at the start. */
function dayPortions(seed: string, count: number): number[] {
  const EARLIEST = 0.22
  const LATEST = 0.97
  return Array.from({ length: count }, (_, index) => portionOf(`${seed} at ${index}`))
    .map((portion) => EARLIEST + portion * (LATEST - EARLIEST))
    .sort((one, other) => one - other)
}
