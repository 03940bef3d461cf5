import { beforeEach, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import { tokyoDay, tokyoDayStart } from '../../src/domain/question-day.ts'
import type { Comment } from '../../src/contract/schemas.ts'
import { ownApp } from '../../harness/own-app.ts'
import {
  authorizationOf,
  createPeople,
  createPerson,
  miscounted,
  type TestPerson,
} from '../../harness/people.ts'
import { invalid, outcome } from '../../harness/steps/auth-calls.ts'
import { call, callService } from '../../harness/steps/service-calls.ts'

/** 100 in `npm run test:slow`. */
const PEOPLE = Number(process.env['POSTING_PEOPLE'] ?? 10)
const noon = tokyoDayStart(tokyoDay(Date.now())) + DAY_MS / 2
const app = await ownApp({ clockOffsetMs: noon - Date.now() })
let person: TestPerson

let questionId = await app.todaysQuestionId()
beforeEach(async () => {
  person = await createPerson(app)
})

function post(text: string, key?: string, as = person) {
  const headers = {
    Authorization: as.authorization,
    ...(key !== undefined && { 'Idempotency-Key': key }),
  }
  return call(app, 'comment', 'POST /comment', { headers, body: { questionId, text } })
}

async function posted(text: string, key?: string): Promise<Comment> {
  const { status, body } = await post(text, key)
  expect(status).toBe(200)
  return body.results[0]
}

const remove = ({ commentId }: Comment) =>
  callService(app, 'comment', 'DELETE /comment', person, { commentId })

const TOO_MANY = [403, -1021]

const many = <Result>(count: number, make: (index: number) => Result) =>
  Array.from({ length: count }, (_, index) => make(index))

async function stored(userId: string) {
  const row = app.sql`SELECT count(*) AS undeleted, group_concat(slot) AS slots FROM
    (SELECT slot FROM comment WHERE user_id = ${userId} AND deleted_at IS NULL ORDER BY slot)`
  return (await row.first<{ undeleted: number; slots: string }>())!
}

test('three comments are what each of many people is left with after 20 simultaneous posts', async () => {
  const people = await createPeople(app, PEOPLE)
  // Five people at a time, because more log lines would fill the pipe that this process reads.
  const atOnce = 5
  const answered: number[] = []
  for (let first = 0; first < people.length; first += atOnce) {
    const posts = people
      .slice(first, first + atOnce)
      .flatMap((one) => many(20, (index) => post(`text ${index}`, undefined, one)))
    answered.push(...(await Promise.all(posts)).map(({ status }) => status))
  }
  expect(answered.filter((status) => status === 200)).toHaveLength(3 * PEOPLE)
  expect(answered.filter((status) => status === 403)).toHaveLength(17 * PEOPLE)
  for (const { userId } of people)
    expect(await stored(userId)).toEqual({ undeleted: 3, slots: '1,2,3' })
})

test('three comments refuse a fourth without a time to wait for, as deleting one makes room at once', async () => {
  const [first] = [await posted('one'), await posted('two'), await posted('three')]
  const refused = await post('four')
  expect(refused.headers.get('Retry-After')).toBeNull()
  expect(outcome(refused)).toEqual(TOO_MANY)
  expect((await remove(first!)).status).toBe(205)
  await posted('four')
  expect(outcome(await post('five'))).toEqual(TOO_MANY)
  expect(await stored(person.userId)).toEqual({ undeleted: 3, slots: '1,2,3' })
})

test('six comments ever are the most: the seventh is refused though none is left', async () => {
  const { userId } = person
  const deleted = async () => {
    const input = { userId, limit: '10', countOn: questionId }
    const { headers } = await callService(app, 'comment', 'GET /comment', person, input)
    return headers.get('Deleted-Comments')
  }
  for (const index of many(6, (each) => each)) {
    expect(await deleted()).toBe(String(index))
    expect((await remove(await posted(`text ${index}`))).status).toBe(205)
  }
  expect(await deleted()).toBe('6')
  expect((await stored(person.userId)).undeleted).toBe(0)
  expect(outcome(await post('seven'))).toEqual(TOO_MANY)
})

test('six comments ever are the most for posts and deletions all at once, too', async () => {
  const turns = many(30, async (index) => {
    const { status, body } = await post(`text ${index}`)
    if (status !== 200) return 0
    expect((await remove(body.results[0])).status).toBe(205)
    return 1
  })
  const ever = (await Promise.all(turns)).reduce<number>((sum, one) => sum + one, 0)
  expect(ever).toBeGreaterThanOrEqual(3)
  for (let more = 0; more < 7; more += 1) await post(`more ${more}`)
  const total = await app.sql`SELECT count(*) AS n FROM comment
      WHERE user_id = ${person.userId}`.first('n')
  expect(total).toBeLessThanOrEqual(6)
})

test('six comments ever are counted for each question: the next day has its own', async () => {
  for (const text of ['one', 'two', 'three']) await posted(text)
  await app.setClock(noon + DAY_MS - Date.now())
  try {
    questionId = await app.todaysQuestionId()
    person.authorization = await authorizationOf(app, person)
    await posted('a new day')
  } finally {
    await app.setClock(noon - Date.now())
    questionId = await app.todaysQuestionId()
  }
  expect((await stored(person.userId)).undeleted).toBe(4)
})

test('an Idempotency-Key posts once, however often it is repeated', async () => {
  const posts = await Promise.all(many(20, () => posted('once', 'key 1')))
  expect(new Set(posts.map(({ commentId }) => commentId)).size).toBe(1)
  expect((await stored(person.userId)).undeleted).toBe(1)
})

test('an Idempotency-Key returns the first result again, with another text and with no slot left', async () => {
  const first = await posted('first', 'key')
  expect(await posted('another text', 'key')).toEqual(first)
  await posted('two')
  await posted('three')
  expect(await posted('first', 'key')).toEqual(first)
  expect(outcome(await post('four', 'another key'))).toEqual(TOO_MANY)
  expect((await stored(person.userId)).undeleted).toBe(3)
})

test('an Idempotency-Key is each person’s own', async () => {
  const first = await posted('mine', 'shared')
  const other = await createPerson(app)
  const { body } = await post('theirs', 'shared', other)
  expect(body.results[0]).toMatchObject({ text: 'theirs', userId: other.userId })
  expect(body.results[0].commentId).not.toBe(first.commentId)
})

test('an Idempotency-Key does not bring a deleted comment back', async () => {
  const first = await posted('regretted', 'key')
  await remove(first)
  expect(outcome(await post('regretted', 'key'))).toEqual([404, -1022])
  expect((await stored(person.userId)).undeleted).toBe(0)
})

test('an Idempotency-Key still returns it after midnight, and is free again after a day', async () => {
  const first = await posted('today', 'key')
  try {
    await app.setClock(noon + DAY_MS - MINUTE_MS - Date.now())
    person.authorization = await authorizationOf(app, person)
    expect(await posted('today', 'key')).toEqual(first)
    questionId = await app.todaysQuestionId()
    expect(await posted('today', 'key')).toEqual(first)
    await app.setClock(noon + DAY_MS + HOUR_MS - Date.now())
    person.authorization = await authorizationOf(app, person)
    const second = await posted('tomorrow', 'key')
    expect(second.commentId).not.toBe(first.commentId)
    expect(second.text).toBe('tomorrow')
  } finally {
    await app.setClock(noon - Date.now())
    questionId = await app.todaysQuestionId()
  }
})

test.each([
  ['nothing', ''],
  ['65 characters', 'k'.repeat(65)],
  ['what is not ASCII', 'cl\u00e9'],
  ['a control character', 'a\tb'],
])('an Idempotency-Key is refused with %s', async (_, key) => {
  expect(outcome(await post('text', key))).toEqual(invalid('Idempotency-Key'))
  expect((await stored(person.userId)).undeleted).toBe(0)
})

test.each(['k', '~'.repeat(64), 'a b', '6f1c2d1e-8a0b-4f6e-9c3d-2b1a0f9e8d7c'])(
  "an Idempotency-Key may be '%s'",
  async (key) => {
    await posted('text', key)
  },
)

test('questions count what is left of all that was posted and deleted', async () => {
  expect(await miscounted(app)).toEqual([])
})
