import { beforeEach, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import { questionStatements } from '../../harness/local/import-questions.ts'
import { questionPack, withoutSeasons } from '../../harness/local/question-pack.ts'
import { addDays, tokyoDay, tokyoDayStart } from '../../src/domain/question-day.ts'
import { resultsOf } from '../../harness/steps/service-calls.ts'
import { ownApp } from '../../harness/own-app.ts'
import { fillDemonstration } from '../../harness/local/fill.ts'

const app = await ownApp()
/** The question pack's tables, and those that a demonstration fills. */
const TABLES = `comment comment_event question user pack_question topic category questionnaire
  setting`.split(/\s+/)
const empty = () => run(TABLES.map((name) => `DELETE FROM ${name}`))
beforeEach(async () => {
  await empty()
  await run(questionStatements(regular))
})

async function run(statements: string[]) {
  await app.db.batch(statements.map((sql) => app.db.prepare(sql)))
}

async function table(name: string): Promise<unknown[]> {
  return (await app.db.prepare(`SELECT * FROM ${name} ORDER BY 1`).all()).results
}

const filled = async () => ({
  user: await table('user'),
  question: await table('question'),
  comment: await table('comment'),
  pack: await table('pack_question'),
})

async function count(what: string): Promise<number> {
  return (await app.db.prepare(`SELECT count(*) AS n FROM ${what}`).first<number>('n'))!
}

const noon = tokyoDayStart(tokyoDay(Date.now())) + DAY_MS / 2
const regular = withoutSeasons(questionPack())
const { order } = regular

test('importing the questions gives a question that has left the pack out no more', async () => {
  const pack = structuredClone(regular)
  const gone = pack.order.shift()
  for (const topic of [...pack.files.values()].flatMap(({ topics }) => topics)) {
    topic.questions = topic.questions.filter(({ id }) => id !== gone)
  }
  await run(questionStatements(pack))
  await app.triggerCron()
  const first = await app.sql`SELECT pack_question_id AS id FROM question
      ORDER BY day`.first('id')
  expect(first).toBe(order[1])
})

test('importing the questions leaves an operator’s own active questionnaire the active one', async () => {
  await empty()
  await run(["INSERT INTO questionnaire VALUES ('own', 'Our own', 1)", ...questionStatements()])
  expect(await table('questionnaire')).toEqual([{ id: 'own', name: 'Our own', status: 1 }])
  await app.triggerCron()
  expect(await count("question WHERE questionnaire_id = 'own'")).toBe(2)
})

test('the demonstration fills 30 past days and today, each with comments of its own day, before now', async () => {
  await app.setClock(noon - Date.now())
  await fillDemonstration(app.db, new Date(noon))
  const { results } = await app.sql`SELECT day, pack_question_id AS pack, comments_count
      FROM question ORDER BY day`.all<{
    day: string
    pack: string
    comments_count: number
  }>()
  expect(results.map(({ day }) => day)).toEqual(
    Array.from({ length: 31 }, (_, index) => addDays(tokyoDay(noon), index - 30)),
  )
  expect(results.map(({ pack }) => pack)).toEqual(order.slice(0, 31))
  for (const day of results) {
    expect(day.comments_count).toBeGreaterThan(0)
  }
  expect(
    await count(`comment JOIN question ON question.id = question_id WHERE created_at >= ${noon}
        OR created_at < preview_at OR created_at >= preview_at + ${DAY_MS}`),
  ).toBe(0)
  expect(
    await count(`(SELECT DISTINCT created_at / ${HOUR_MS} % 24 FROM comment)`),
  ).toBeGreaterThan(12)
  expect(await count("user WHERE password_hash IS NULL AND email LIKE '%.invalid'")).toBe(
    await count('user'),
  )
  // Explanations reach them in the language that they write.
  expect(
    await count(`comment JOIN user ON user.id = user_id WHERE comment.language <> user.language`),
  ).toBe(0)
  const days = await resultsOf(app, 'question', 'GET /question/', undefined, { limit: 100 })
  expect(days).toHaveLength(31)
})

test('the demonstration adds nothing to days that exist at a start on a later day, and fills the days between', async () => {
  await fillDemonstration(app.db, new Date(noon))
  const first = await filled()
  await fillDemonstration(app.db, new Date(noon + 4 * DAY_MS))
  const second = await filled()
  expect(second.comment).toEqual(first.comment)
  expect(second.user).toEqual(first.user)
  expect(second.question).toEqual(expect.arrayContaining(first.question))
  expect(second.question).toHaveLength(first.question.length + 4)
})

test('the demonstration: a minute after midnight has no comment of the future', async () => {
  const midnight = tokyoDayStart(tokyoDay(noon))
  await fillDemonstration(app.db, new Date(midnight + MINUTE_MS))
  expect(await count(`comment WHERE created_at >= ${midnight + MINUTE_MS}`)).toBe(0)
  expect(await count(`comment WHERE created_at >= ${midnight}`)).toBeGreaterThan(0)
})
