import { afterEach, beforeEach, expect, it } from 'vitest'
import { questionStatements } from '../../harness/local/import-questions.ts'
import { questionPack, questionsOf, seasonOf } from '../../harness/local/question-pack.ts'
import { addDays, tokyoDayStart } from '../../src/domain/question-day.ts'
import { forecast, type Candidate } from '../../src/domain/question-pool.ts'
import { ASSIGN_QUESTION } from '../../src/worker/db/question.ts'
import { migratedDatabase } from './migrated-database.ts'

const pack = questionPack()
const categoryOf = new Map(
  [...pack.files.values()].flatMap(({ category, topics }) =>
    topics.flatMap(({ questions }) => questions.map(({ id }) => [id, category.id] as const)),
  ),
)
const categories = [...new Set(categoryOf.values())].sort()
const questions = questionsOf(pack)
const seasonal = questions.flatMap((question) => {
  const season = seasonOf(question)
  return season ? [{ id: question.id, ...season }] : []
})

let db: ReturnType<typeof migratedDatabase>
beforeEach(() => {
  db = migratedDatabase()
  importPack()
})
afterEach(() => db.close())

function importPack(from = pack) {
  for (const statement of questionStatements(from)) db.exec(statement)
}

function live(from: string, until: string): Map<string, string> {
  const assign = db.prepare(ASSIGN_QUESTION)
  db.exec('BEGIN')
  for (let day = from; day < until; day = addDays(day, 1)) {
    assign.run(`question of ${day}`, day, tokyoDayStart(day))
  }
  db.exec('COMMIT')
  const rows = db
    .prepare('SELECT day, pack_question_id AS id FROM question WHERE day >= ? ORDER BY day')
    .all(from) as { day: string; id: string }[]
  return new Map(rows.map(({ day, id }) => [day, id]))
}

it.each(['2026-11-22', '2027-03-01', '2027-07-31', '2028-01-01'])(
  'the built-in questions over the years repeat none within a year, from %s, with a leap year',
  (start) => {
    const given = live(start, addDays(start, 5 * 366))
    expect(given.size).toBe(5 * 366)
    const last = new Map<string, string>()
    for (const [day, id] of given) {
      const before = last.get(id)
      if (before) expect(addDays(before, 365) <= day, `${id}: ${before}, ${day}`).toBe(true)
      last.set(id, day)
    }
    expect(last.size).toBe(questions.length)
  },
)

it.each(['2026-11-01', '2027-02-01', '2027-12-01'])(
  'the built-in questions over the years have every category in every month, from %s',
  (start) => {
    const months = new Map<string, Set<string>>()
    for (const [day, id] of live(start, addDays(start, 3 * 366))) {
      const month = day.slice(0, 7)
      months.set(month, (months.get(month) ?? new Set()).add(categoryOf.get(id)!))
    }
    const whole = [...months].slice(0, -1)
    expect(whole.length).toBeGreaterThan(34)
    for (const [month, found] of whole) expect([...found].sort(), month).toEqual(categories)
  },
)

it('the built-in questions over the years come on their day or in their season, and on no other day', () => {
  const seasons = new Map(seasonal.map((question) => [question.id, question]))
  const given = [...live('2027-01-01', '2032-01-01')]
  for (const [day, id] of given) {
    const season = seasons.get(id)
    if (!season) continue
    expect(season.from <= day.slice(5) && day.slice(5) <= season.until, `${id}: ${day}`).toBe(true)
  }
  for (const { id, from, until } of seasonal) {
    const days = given.filter(([, given]) => given === id).map(([day]) => day)
    const shared = seasonal.filter((one) => one.from === from && one.until === until).length
    const most = from === '02-29' ? 1 : 5
    expect(days.length, `${id}: ${days.join()}`).toBeGreaterThanOrEqual(Math.floor(most / shared))
  }
})

it('the built-in questions over the years take turns where two have the same date', () => {
  const ids = ['newyear-first-morning', 'newyear-small-wish']
  const given = live('2027-01-01', '2031-01-02')
  const years = [2027, 2028, 2029, 2030].map((year) => given.get(`${year}-01-01`))
  expect(years).toEqual([...ids, ...ids])
})

it('the built-in questions over the years go on without a repetition when a site with an older pack imports this one', () => {
  const older = structuredClone(pack)
  older.order = older.order.filter((_, index) => index % 2 === 0)
  const kept = new Set(older.order)
  for (const { topics } of older.files.values()) {
    for (const topic of topics) {
      topic.questions = topic.questions.filter(({ id }) => kept.has(id))
    }
  }
  importPack(older)
  const before = live('2026-08-01', '2026-12-01')
  const stored = db.prepare('SELECT * FROM question ORDER BY day').all()
  importPack()
  importPack()
  expect(db.prepare('SELECT * FROM question ORDER BY day').all()).toEqual(stored)
  expect(db.prepare('SELECT count(*) AS count FROM pack_question').get()).toEqual({
    count: questions.length,
  })
  const year = [...before.values(), ...live('2026-12-01', '2027-08-01').values()]
  expect(new Set(year).size).toBe(365)
})

it('the forecast of the desk is what the days get, over two years with a leap day', () => {
  const start = '2027-03-01'
  live('2026-02-01', start)
  db.exec(`UPDATE pack_question SET flat_day = last_day WHERE position % 10 = 0`)
  const days = Array.from({ length: 730 }, (_, index) => addDays(start, index))
  const candidates = db
    .prepare(
      `SELECT id, season_from AS seasonFrom, season_until AS seasonUntil, last_day AS lastDay, position,
         flat_day AS flatDay FROM pack_question`,
    )
    .all() as unknown as Candidate[]
  const told = forecast(days, candidates)
  expect([...told]).toEqual([...live(start, addDays(start, 730))])
})

it('the built-in questions over the years leave out a flat tenth, and repeat none within a year', () => {
  live('2026-02-01', '2027-03-01')
  db.exec(`UPDATE pack_question SET flat_day = '' WHERE position % 10 = 0 AND season_from IS NULL`)
  const given = [...live('2027-03-01', '2029-03-01').values()]
  const flat = db.prepare(`SELECT id FROM pack_question WHERE flat_day = ''`).all()
  expect(flat.filter(({ id }) => given.includes(id as string))).toEqual([])
  for (let from = 0; from + 365 <= given.length; from++)
    expect(new Set(given.slice(from, from + 365)).size).toBe(365)
})
