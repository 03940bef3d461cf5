import { expect, it } from 'vitest'
import { sharedApp } from '../../harness/own-app.ts'
import { createPerson, insertComments, type TestPerson } from '../../harness/people.ts'
import { addQuestions } from '../../harness/question-texts.ts'
import { scansOf } from '../../harness/recorded-database.ts'
import { invalid, outcome } from '../../harness/steps/auth-calls.ts'
import { callService, exportOf, resultsOf } from '../../harness/steps/service-calls.ts'
import { addPosts } from '../../harness/steps/settings-steps.ts'
import type { OwnComment } from '../../src/contract/schemas.ts'
import { addDays, tokyoDay } from '../../src/domain/question-day.ts'
import { DAYS, ECHO, ON_QUESTION } from '../../src/worker/services/comment/history.ts'

const app = await sharedApp()

async function echoOf(person: TestPerson, questionId: string) {
  const line = 'GET /comment/echo'
  const echo: OwnComment[] = await resultsOf(app, 'comment', line, person, { questionId })
  return echo.map(({ text, question }) => `${question.questionId}: ${text}`)
}

const change = (person: TestPerson, input: object) =>
  callService(app, 'user', 'PUT /user/reading', person, input)

const sameQuestion = (...days: string[]) =>
  app.sql`UPDATE question SET pack_question_id =
      (SELECT pack_question_id FROM question WHERE id = 'question-' || ${days.at(-1)})
    WHERE id IN (SELECT 'question-' || value FROM json_each(${JSON.stringify(days)}))`.run()

const texts = { ja: 'この日？', en: 'This day?' }

it('the echo is the answer to the same question on its newest earlier day, before one of the same date', async () => {
  const person = await createPerson(app)
  const asked = '2024-05-05'
  await addQuestions(app.db, [{ id: `question-${asked}`, day: asked, texts }])
  await addPosts(app, person, [
    { day: '2021-01-09', text: 'asked first' },
    { day: '2022-02-10', text: 'asked again' },
    { day: '2022-05-05', text: 'two years ago' },
    { day: '2023-05-05', text: 'a year ago' },
    { day: '2023-05-06', text: 'another date' },
  ])
  expect(await echoOf(person, `question-${asked}`)).toEqual(['question-2023-05-05: a year ago'])
  await app.db.exec(
    `UPDATE question SET pack_question_id = (SELECT id FROM pack_question LIMIT 1) WHERE id = 'question-${asked}'`,
  )
  await sameQuestion('2021-01-09', '2022-02-10', asked)
  expect(await echoOf(person, `question-${asked}`)).toEqual(['question-2022-02-10: asked again'])
  expect(await echoOf(person, 'question-2021-01-09')).toEqual([])
  const page = await app.fetch(`/en/theme_details?themeID=question-${asked}`)
  expect((await page.text()).match(/themeID=question-202[12]-\d\d-\d\d"/g)).toEqual([
    'themeID=question-2022-02-10"',
    'themeID=question-2021-01-09"',
  ])
})

it('the echo holds every answer of that day in their order, and none that is deleted, hidden or by others', async () => {
  const person = await createPerson(app)
  const stranger = await createPerson(app)
  await addQuestions(app.db, [
    { id: 'echo-past', day: '2018-03-03', texts },
    { id: 'echo-now', day: '2019-03-03', texts },
  ])
  const place = (userId: string, slot: number, text: string) => ({
    id: `${userId}-${slot}`,
    questionId: 'echo-past',
    userId,
    slot,
    text,
    createdAt: Date.parse('2018-03-03T03:00:00Z') + slot,
  })
  await insertComments(app, [
    place(stranger.userId, 1, 'by another person'),
    ...['first', 'second', 'third'].map((text, index) => place(person.userId, index + 1, text)),
  ])
  const texts3 = async () => (await echoOf(person, 'echo-now')).map((line) => line.split(': ')[1])
  expect(await texts3()).toEqual(['first', 'second', 'third'])
  await app.db.batch([
    app.sql`UPDATE comment SET deleted_at = 1, text = '' WHERE id = ${`${person.userId}-1`}`,
    app.sql`UPDATE comment SET hidden_at = 1 WHERE id = ${`${person.userId}-2`}`,
  ])
  expect(await texts3()).toEqual(['third'])
})

it('the echo finds nothing for an unknown question, a day to come or 29 February', async () => {
  const person = await createPerson(app)
  const tomorrow = addDays(tokyoDay(Date.now()), 1)
  const yearBefore = `${Number(tomorrow.slice(0, 4)) - 1}${tomorrow.slice(4)}`
  await app.todaysQuestionId()
  const coming = app.sql`SELECT id FROM question WHERE day = ${tomorrow}`
  const comingId = (await coming.first<string>('id'))!
  await addQuestions(app.db, [{ id: 'echo-leap', day: '2020-02-29', texts }])
  await addPosts(app, person, [
    { day: yearBefore, text: 'a year ago' },
    { day: '2019-03-01', text: 'the day after' },
  ])
  expect(await echoOf(person, 'nothing')).toEqual([])
  expect(comingId).toBeTruthy()
  expect(await echoOf(person, comingId)).toEqual([])
  expect(await echoOf(person, 'echo-leap')).toEqual([])
})

it.each([
  ['the echo', ECHO],
  ['the days', DAYS],
  ['the answers to one question', ON_QUESTION],
])('the echo: %s are read by indexes alone', async (_, sql) => {
  expect(await scansOf(app.db, sql)).toEqual([])
  const { results } = await app.db
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...Array.from({ length: sql.includes('?3') ? 3 : 2 }, () => null))
    .all<{ detail: string }>()
  const comments = results.filter(({ detail }) => detail.startsWith('SEARCH comment '))
  expect(comments.map(({ detail }) => detail)).toEqual([
    expect.stringContaining('comment_own (user_id=? AND own_day=? AND question_id=?)'),
  ])
})

it('the days say which were answered, by deleted posts no longer, and end today', async () => {
  const person = await createPerson(app)
  const today = tokyoDay(Date.now())
  await addQuestions(app.db, [
    { id: 'days-1', day: '2017-04-01', texts },
    { id: 'days-2', day: '2017-04-02', texts },
    { id: 'days-3', day: '2017-04-03', texts },
  ])
  const createdAt = Date.parse('2017-04-02T03:00:00Z')
  const post = { userId: person.userId, slot: 1, text: 'here', createdAt }
  await insertComments(app, [
    { ...post, questionId: 'days-2' },
    { ...post, id: 'days-answer-3', questionId: 'days-3' },
  ])
  await app.db.exec(`UPDATE comment SET deleted_at = 1, text = '' WHERE id = 'days-answer-3'`)
  const days = (from: string, until: string) =>
    resultsOf(app, 'comment', 'GET /comment/days', person, { from, until })
  expect(await days('2017-04-01', '2017-04-30')).toEqual([
    { day: '2017-04-01', questionId: 'days-1', isAnswered: false },
    { day: '2017-04-02', questionId: 'days-2', isAnswered: true },
    { day: '2017-04-03', questionId: 'days-3', isAnswered: false },
  ])
  await app.fetch('/')
  const last = await days(addDays(today, -3), addDays(today, 60))
  expect(last.at(-1)!.day).toBe(today)
})

it.each([
  ['from=2026-01-02&until=2026-01-01', 'until'],
  ['from=2026-01-01&until=2026-04-03', 'until'],
  ['from=2026-01-01&until=tomorrow', 'until'],
])('the days refuses %s', async (query, field) => {
  const input = Object.fromEntries(new URLSearchParams(query))
  const person = await createPerson(app)
  const response = await callService(app, 'comment', 'GET /comment/days', person, input)
  expect(outcome(response)).toEqual(invalid(field))
})

it('the journal is exported as JSON with the settings', async () => {
  const person = await createPerson(app)
  await addPosts(app, person, [
    { day: '2016-07-01', text: 'with </script> inside' },
    { day: '2016-07-02', text: 'newest' },
  ])
  expect((await change(person, { hidesEcho: true })).status).toBe(202)
  const path = '/service/comment/v1/comment/export?language=en&format=json'
  const response = await app.fetch(path, { headers: { Authorization: person.authorization } })
  expect(response.headers.get('Content-Type')).toBe('application/json')
  expect(response.headers.get('Content-Disposition')).toMatch(/\.json"$/)
  const file = (await response.json()) as { posts: { text: string }[] }
  expect(file).toMatchObject({
    username: person.username,
    settings: { hidesEcho: true, hidesOthers: false },
    moderation: { reports: [], decisions: [], appeals: [], mutes: [] },
  })
  expect(file.posts.map(({ text }) => text)).toEqual(['newest', 'with </script> inside'])
  const none = await exportOf(app, await createPerson(app), 'json')
  expect(JSON.parse(none)).toMatchObject({ posts: [] })
})

it('shows the person their choices for the day’s page, and nobody else', async () => {
  const person = await createPerson(app)
  const options = async (who: TestPerson) =>
    (await resultsOf(app, 'user', 'GET /user/me', who))[0].userOptions
  expect(await options(person)).toEqual({})
  await change(person, { hidesEcho: true })
  expect(await options(person)).toEqual({ hidesEcho: true })
  expect(await options(await createPerson(app))).toEqual({})
  await change(person, { hidesOthers: true })
  expect(await options(person)).toEqual({ hidesEcho: true, hidesOthers: true })
  await change(person, { hidesEcho: false })
  expect(await options(person)).toEqual({ hidesOthers: true })
  await change(person, { hidesOthers: false })
  expect(await options(person)).toEqual({})
  expect((await change(person, { hidesEcho: 'yes' })).status).toBe(400)
})
