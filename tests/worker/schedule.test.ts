import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addQuestions } from '../../harness/question-texts.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import { fillQuestions } from '../../harness/local/fill.ts'
import { questionPack, withoutSeasons } from '../../harness/local/question-pack.ts'
import { addDays, tokyoDay, tokyoDayStart } from '../../src/domain/question-day.ts'
import type { Question } from '../../src/contract/schemas.ts'
import { ensureDays } from '../../src/worker/db/question.ts'
import { questionService } from '../../src/worker/services/question/routes.ts'
import { ownApp } from '../../harness/own-app.ts'
import { expectError } from '../../harness/expect-error.ts'
import { bindingsOf, createPerson } from '../../harness/people.ts'
import { invalid, outcome } from '../../harness/steps/auth-calls.ts'
import { callService } from '../../harness/steps/service-calls.ts'

const pack = withoutSeasons(questionPack())
const { order } = pack
const app = await ownApp()

/** Two future days of the test's own, since the worker remembers days, and the midnight between them. */
let oldDay = tokyoDay(Date.now())
let newDay: string
let midnight: number
beforeEach(async () => {
  oldDay = addDays(oldDay, 30)
  newDay = addDays(oldDay, 1)
  midnight = tokyoDayStart(newDay)
  await app.db.exec('DELETE FROM comment; DELETE FROM question; DELETE FROM pack_question')
  await fillQuestions(app.db, pack)
})
afterEach(() => void vi.useRealTimers())

const setTime = (at: number) => app.setClock(at - Date.now())

const readToday = () => app.fetch('/service/quest/v1/question/comment?questionnaireId=daily')

async function today(): Promise<Question> {
  const response = await readToday()
  expect(response.status).toBe(200)
  return ((await response.json()) as { results: [Question] }).results[0]
}

async function days() {
  const { results } = await app.sql`SELECT day, pack_question_id AS pack FROM question
    ORDER BY day`.all<{ day: string; pack: string | null }>()
  return results
}

test('the first read of a day: 50 at once, with direct calls and crons, leave one question for the day and one for tomorrow', async () => {
  await setTime(midnight + MINUTE_MS)
  expect(await days()).toEqual([])
  const env = await bindingsOf(app)
  const [responses] = await Promise.all([
    Promise.all(Array.from({ length: 50 }, readToday)),
    ...Array.from({ length: 20 }, () => ensureDays(env)),
    ...Array.from({ length: 5 }, () => app.triggerCron()),
  ])
  const ids = await Promise.all(
    responses.map(async (response) => {
      expect(response.status).toBe(200)
      return ((await response.json()) as { results: [Question] }).results[0].questionId
    }),
  )
  expect(new Set(ids).size).toBe(1)
  expect(await days()).toEqual([
    { day: newDay, pack: order[0] },
    { day: addDays(newDay, 1), pack: order[1] },
  ])
})

test('the first read of a day makes tomorrow when yesterday had already made today', async () => {
  await setTime(midnight - MINUTE_MS)
  await today()
  await setTime(midnight + MINUTE_MS)
  const question = await today()
  expect(question.previewAt).toBe(midnight / 1000)
  expect(await days()).toEqual([
    { day: oldDay, pack: order[0] },
    { day: newDay, pack: order[1] },
    { day: addDays(newDay, 1), pack: order[2] },
  ])
})

test('the first read of a day creates the day when it reads the list', async () => {
  await setTime(midnight + MINUTE_MS)
  const response = await app.fetch('/service/quest/v1/question/')
  const { results } = (await response.json()) as { results: Question[] }
  expect(results.map(({ previewAt }) => previewAt)).toEqual([midnight / 1000])
})

test('the first read of a day returns 404 from an empty pack with a line in the log, and works once there are questions', async () => {
  await setTime(midnight + MINUTE_MS)
  await app.db.exec('DELETE FROM pack_question')
  await expectError(await readToday(), 'dataNotFound')
  const lines = () => app.logs.filter((line) => line.includes('no-question'))
  await expect.poll(lines).not.toEqual([])
  expect(lines()).toHaveLength(1)
  await fillQuestions(app.db, pack)
  expect((await today()).previewAt).toBe(midnight / 1000)
})

/** Calls the service in this process at an exact instant, on the app's database. */
async function at(instant: number, path: string): Promise<{ status: number; results: Question[] }> {
  const env = { ...(await bindingsOf(app)), CLOCK_OFFSET_MS: '0' }
  vi.useFakeTimers({ toFake: ['Date'], now: instant })
  const response = await questionService.fetch(new Request(`http://service${path}`), env)
  vi.useRealTimers()
  const body = (await response.json()) as { results?: Question[] }
  return { status: response.status, results: body.results ?? [] }
}

test('00:00 in Tokyo parts the days at every place that computes one, without any cron', async () => {
  await setTime(midnight - HOUR_MS)
  await app.triggerCron()
  const now = '/question/comment?questionnaireId=daily'
  const list = '/question/'
  const [before, after] = [await at(midnight - 1, now), await at(midnight, now)]
  expect(before.results[0]!.previewAt).toBe((midnight - DAY_MS) / 1000)
  expect(after.results[0]!.previewAt).toBe(midnight / 1000)

  const [oldId, newId] = [before.results[0]!.questionId, after.results[0]!.questionId]
  const byId = (id: string, status: string) =>
    `/question/comment?questionId=${id}&findStatus=${status}`
  const seen = async (instant: number) => ({
    oldActive: (await at(instant, byId(oldId, '1'))).status,
    oldClosed: (await at(instant, byId(oldId, '2'))).status,
    newActive: (await at(instant, byId(newId, '1'))).status,
    newAtAll: (await at(instant, byId(newId, '0,1,2'))).status,
    listed: (await at(instant, `${list}?lessPreviewAt=${midnight / 1000 + 1}`)).results.length,
  })
  expect(await seen(midnight - 1)).toEqual({
    oldActive: 200,
    oldClosed: 404,
    newActive: 404,
    newAtAll: 404,
    listed: 1,
  })
  expect(await seen(midnight)).toEqual({
    oldActive: 404,
    oldClosed: 200,
    newActive: 200,
    newAtAll: 200,
    listed: 2,
  })
})

test('00:00 in Tokyo parts what may be posted to, in the worker itself', async () => {
  await setTime(midnight - MINUTE_MS)
  const question = await today()
  const person = await createPerson(app)
  const input = { questionId: question.questionId, text: 'in time?' }
  const post = () => callService(app, 'comment', 'POST /comment', person, input)
  expect((await post()).status).toBe(200)
  await setTime(midnight)
  expect(outcome(await post())).toEqual(invalid('questionId'))
})

async function live(count: number): Promise<string[]> {
  const env = await bindingsOf(app)
  for (let day = 0; day < count; day += 1) {
    await ensureDays(
      Object.assign({ ...env }, { CLOCK_OFFSET_MS: String(midnight + day * DAY_MS - Date.now()) }),
    )
  }
  return (await days()).map(({ pack }) => pack ?? 'an operator’s')
}

test('the schedule leaves a day to the question that an operator has put there', async () => {
  await setTime(midnight)
  const texts = { en: 'A question of our own?', ja: 'わたしたちの問いは？' }
  const own = { id: 'own', day: addDays(newDay, 1), topicId: 'music', texts }
  await addQuestions(app.db, [own])
  expect(await live(3)).toEqual([order[0], 'an operator’s', order[1], order[2]])
  await setTime(midnight + DAY_MS + MINUTE_MS)
  expect(await today()).toMatchObject({
    questionId: 'own',
    text: texts.en,
    questionTranslations: { jp: { text: texts.ja } },
    topic: { name: 'Music', category: { categoryTranslations: { jp: { name: '芸術と遊び' } } } },
  })
})
