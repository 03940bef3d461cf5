import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../src/domain/durations.ts'
import { addDays, tokyoDay, tokyoDayStart } from '../../src/domain/question-day.ts'
import { cleanUp } from '../../src/worker/jobs/clean-up.ts'
import { commentService } from '../../src/worker/services/comment/routes.ts'
import { ensureDays } from '../../src/worker/db/question.ts'
import { questionService } from '../../src/worker/services/question/routes.ts'
import { startApp, type App } from '../../harness/app.ts'
import {
  createPeople,
  createPerson,
  insertComments,
  type TestPerson,
} from '../../harness/people.ts'
import { lifetime } from '../../harness/lifetime.ts'
import { recordedEnv, scansOf, type Recording } from '../../harness/recorded-database.ts'

let app: App
let env: Env
let record: Recording
let person: TestPerson
let questionId: string
const day = tokyoDay(Date.now())

beforeAll(async () => {
  app = await startApp()
  ;({ env, record } = await recordedEnv(app))
  person = await createPerson(app)
  await ensureDays(env)
  questionId = (await app.db
    .prepare('SELECT id FROM question WHERE day = ?')
    .bind(day)
    .first<string>('id'))!
})
afterAll(() => app.stop())

async function question(path: string) {
  return questionService.fetch(new Request(`http://service${path}`), env, lifetime)
}

async function comment(method: string, body?: object, key?: string, query = '') {
  const headers = {
    Authorization: person.authorization,
    'Content-Type': 'application/json',
    ...(key && { 'Idempotency-Key': key }),
  }
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  return commentService.fetch(new Request(`http://service/comment${query}`, init), env, lifetime)
}

async function idOf(response: Response): Promise<string> {
  const { results } = (await response.json()) as { results: [{ commentId: string }] }
  return results[0].commentId
}

async function askEverything() {
  const now = Math.floor(Date.now() / 1000)
  for (const path of [
    '/questionnaire?status=1',
    '/question/comment?questionnaireId=daily',
    `/question/comment?questionId=${questionId}`,
    '/question/',
    `/question/?lessPreviewAt=${now}&limit=100`,
    '/admin/service/maintenance',
  ]) {
    expect((await question(path)).status, path).toBe(200)
  }
  const first = await idOf(await comment('POST', { questionId, text: 'one' }, 'key'))
  const last = await idOf(await comment('POST', { questionId, text: 'two' }))
  expect(await idOf(await comment('POST', { questionId, text: 'one' }, 'key'))).toBe(first)
  expect((await comment('POST', { questionId, text: 'three' })).status).toBe(200)
  expect((await comment('POST', { questionId, text: 'four' })).status).toBe(403)
  await app.db.prepare('UPDATE comment SET created_at = 0 WHERE id = ?').bind(first).run()
  // The first post is now of another day: neither its idempotency key nor its slot counts.
  expect((await comment('POST', { questionId, text: 'late' }, 'key')).status).toBe(200)
  for (const by of [`questionId=${questionId}`, 'questionnaireId=daily']) {
    expect((await question(`/question/comment?${by}&commentsBefore=${last}`)).status).toBe(200)
  }
  for (const more of ['', `&before=${last}`]) {
    expect(
      (await comment('GET', undefined, undefined, `?userId=${person.userId}${more}`)).status,
    ).toBe(200)
  }
  expect((await comment('DELETE', { commentId: first })).status).toBe(205)
  expect((await comment('DELETE', { commentId: first })).status).toBe(404)
  await ensureDays(env)
  await cleanUp(env)
  await cleanUp(Object.assign({ ...env }, { MAIL_TRANSPORT: 'smtp' }))
}

describe('every statement', () => {
  test('reads by an index, never the whole of a table that grows', async () => {
    await askEverything()
    expect(record.statements.size).toBeGreaterThan(20)
    const scans: Record<string, string[]> = {}
    for (const sql of record.statements) {
      const found = await scansOf(app.db, sql)
      if (found.length > 0) scans[sql] = found
    }
    expect(scans).toEqual({})
  })

  test('is one that the check would have found out', async () => {
    expect(await scansOf(app.db, 'SELECT id FROM comment WHERE text = ?')).toEqual(['SCAN comment'])
    expect(await scansOf(app.db, 'DELETE FROM session WHERE created_at < ?1')).toHaveLength(1)
  })
})

describe('rows read', () => {
  const [dayBefore, manyDays] = [addDays(day, -1), addDays(day, -2)]

  async function fill(onDay: string, comments: number) {
    await ensureDays(
      Object.assign({ ...env }, { CLOCK_OFFSET_MS: String(tokyoDayStart(onDay) - Date.now()) }),
    )
    const questionId = await app.db
      .prepare('SELECT id FROM question WHERE day = ?')
      .bind(onDay)
      .first<string>('id')
    const people = await createPeople(app, comments / 3)
    const createdAt = Date.now()
    await insertComments(
      app,
      people.flatMap(({ userId }) =>
        [1, 2, 3].map((slot) => ({
          id: `${userId}-${slot}`,
          questionId: questionId!,
          userId,
          slot,
          text: 'text',
          createdAt,
        })),
      ),
    )
  }

  async function rowsFor(path: string): Promise<number> {
    const before = record.rowsRead()
    expect((await question(path)).status).toBe(200)
    return record.rowsRead() - before
  }

  test('for a question with 50 comments are the same whether it has 60 or 900', async () => {
    await fill(dayBefore, 60)
    await fill(manyDays, 900)
    const at = (onDay: string) =>
      `/question/comment?questionnaireId=daily&commentsLimit=50&previewAt=${(tokyoDayStart(onDay) + DAY_MS / 2) / 1000}`
    await rowsFor(at(dayBefore))
    const few = await rowsFor(at(dayBefore))
    const many = await rowsFor(at(manyDays))
    console.log(
      `rows read for a question with its newest 50 comments: ${few} of 60, ${many} of 900`,
    )
    expect(many).toBe(few)
    expect(few).toBeLessThanOrEqual(3 * 50 + 12)
  })

  test('for a search are two for each post, and those of the questions of what is found', async () => {
    const days = Array.from({ length: 20 }, (_, index) => addDays(day, -3 - index))
    for (const past of days) {
      const start = tokyoDayStart(past)
      await ensureDays(Object.assign({ ...env }, { CLOCK_OFFSET_MS: String(start - Date.now()) }))
      const { id } = (await app.db
        .prepare('SELECT id FROM question WHERE day = ?')
        .bind(past)
        .first<{ id: string }>())!
      const post = (slot: number) => ({
        id: `${past}-${slot}`,
        questionId: id,
        userId: person.userId,
        slot,
        text: slot === 2 && past === days[9] ? 'a needle' : 'text',
        createdAt: start,
      })
      await insertComments(app, [1, 2, 3].map(post))
    }
    let found: { commentId: string; question: { text: string } }[] = []
    const { rowsRead } = await record.costOf(async () => {
      const query = `?userId=${person.userId}&q=needle`
      const response = await comment('GET', undefined, undefined, query)
      found = ((await response.json()) as { results: typeof found }).results
    })
    expect(found.map(({ commentId }) => commentId)).toEqual([`${days[9]}-2`])
    expect(found[0]!.question.text).toMatch(/\w/)
    expect(rowsRead).toBeGreaterThan(2 * 60)
    expect(rowsRead).toBeLessThanOrEqual(2 * 60 + 20)
  })

  test('for a new day are few, however many comments and questions there are', async () => {
    const before = record.rowsRead()
    await ensureDays(Object.assign({ ...env }, { CLOCK_OFFSET_MS: String(40 * DAY_MS) }))
    const rows = record.rowsRead() - before
    console.log(`rows read for a new day: ${rows}`)
    expect(
      await app.db.prepare('SELECT count(*) AS n FROM comment').first<number>('n'),
    ).toBeGreaterThan(900)
    expect(rows).toBeLessThanOrEqual(40)
  })
})
