import { beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../src/domain/durations.ts'
import { addDays, tokyoDay, tokyoDayEnd, tokyoDayStart } from '../../src/domain/question-day.ts'
import { tokyoIso } from '../../src/domain/tokyo-time.ts'
import { questionSchema, type Question } from '../../src/contract/schemas.ts'
import { ownApp } from '../../harness/own-app.ts'
import { expectError } from '../../harness/expect-error.ts'
import { fillDemonstration } from '../../harness/local/fill.ts'
import { createPeople, insertComments } from '../../harness/people.ts'

const BASE = '/service/quest/v1'
const noon = tokyoDayStart(tokyoDay(Date.now())) + DAY_MS / 2
const app = await ownApp({ clockOffsetMs: noon - Date.now() })
const today = tokyoDay(noon)

await fillDemonstration(app.db, new Date(noon))

const get = (path: string) => app.fetch(BASE + path)

async function read<Result = Question>(path: string): Promise<Result[]> {
  const response = await get(path)
  expect(response.status, path).toBe(200)
  expect(response.headers.get('Content-Type')).toMatch(/^application\/json/)
  const body = (await response.json()) as { results: Result[] }
  expect(Object.keys(body)).toEqual(['results'])
  return body.results
}

async function questionnaireId(): Promise<string> {
  const [first] = await read<{ questionnaireId: string }>('/questionnaire?status=1')
  return first!.questionnaireId
}

const ofDay = async (day: string, more = '') =>
  `/question/comment?questionnaireId=${await questionnaireId()}&findStatus=1,2&previewAt=${tokyoDayStart(day) / 1000}${more}`

test('GET /questionnaire returns the active questionnaire', async () => {
  expect(await read('/questionnaire?status=1')).toEqual([
    { questionnaireId: 'daily', status: 1, name: 'Ichimon' },
  ])
  expect(await read('/questionnaire')).toHaveLength(1)
  expect(await read('/questionnaire/?status=2')).toEqual([])
  expect(await read('/questionnaire?status=0')).toEqual([])
})

test("GET /question/comment of a day returns today's question in the contract's shape, comments newest last", async () => {
  const [question, ...others] = await read(
    `/question/comment?questionnaireId=${await questionnaireId()}`,
  )
  expect(others).toEqual([])
  expect(questionSchema.parse(question)).toEqual(question)
  expect(question).toMatchObject({
    questionnaireId: 'daily',
    previewAt: tokyoDayStart(today) / 1000,
    previewAtDate: `${today}T00:00:00.000+09:00`,
  })
  expect(question!.text).toMatch(/^[\x20-\x7e\u2019]+$/)
  expect(question!.questionTranslations.jp.text).toMatch(/[\u3040-\u30ff]/)
  expect(question!.topic.name).not.toBe(question!.topic.category.name)
  expect(question!.topic.topicTranslations.jp.name).not.toBe(
    question!.topic.category.categoryTranslations.jp.name,
  )
  const comments = question!.questionComments!
  expect(comments).toHaveLength(question!.questionCommentsCount)
  expect(new Set(comments.map(({ userId }) => userId)).size).toBe(question!.questionUsersCount)
  const times = comments.map(({ lastUpdated }) => lastUpdated)
  expect(times).toEqual([...times].sort((one, other) => one - other))
  for (const { lastUpdated, lastUpdatedDate } of comments) {
    expect(lastUpdated * 1000).toBeGreaterThanOrEqual(tokyoDayStart(today))
    expect(lastUpdated * 1000).toBeLessThan(noon)
    expect(lastUpdatedDate.slice(0, 19)).toBe(tokyoIso(lastUpdated * 1000).slice(0, 19))
  }
})

test('GET /question/comment of a day takes any instant of the day for the day, to its last second', async () => {
  const first = await read(await ofDay(addDays(today, -3)))
  const last = Math.floor(tokyoDayEnd(tokyoDayStart(addDays(today, -3))) / 1000)
  const same = await read(`/question/comment?questionnaireId=daily&previewAt=${last}`)
  const next = await read(`/question/comment?questionnaireId=daily&previewAt=${last + 1}`)
  expect(same[0]!.questionId).toBe(first[0]!.questionId)
  expect(next[0]!.questionId).not.toBe(first[0]!.questionId)
})

test('GET /question/comment of a day filters by status', async () => {
  const active = await ofDay(today)
  const closed = await ofDay(addDays(today, -1))
  await expectError(await get(active.replace('1,2', '2')), 'dataNotFound')
  await expectError(await get(closed.replace('1,2', '1')), 'dataNotFound')
  expect(await read(active.replace('1,2', '1'))).toHaveLength(1)
  expect(await read(closed.replace('1,2', '2'))).toHaveLength(1)
})

test('GET /question/comment of a day returns 404 for a day without a question and an unknown questionnaire', async () => {
  await expectError(
    await get('/question/comment?questionnaireId=daily&previewAt=0'),
    'dataNotFound',
  )
  await expectError(await get('/question/comment?questionnaireId=weekly'), 'dataNotFound')
})

test('GET /question/comment of a day refuses to guess which question is meant', async () => {
  await expectError(await get('/question/comment?findStatus=1,2'), 'contentNotFound')
})

test('GET /question/comment by id returns the same question as its day does', async () => {
  const [byDay] = await read(await ofDay(addDays(today, -5)))
  const [byId] = await read(`/question/comment?questionId=${byDay!.questionId}&findStatus=1,2`)
  const { questionBefore, questionAfter, ...sameAsDay } = byId!
  expect(sameAsDay).toEqual(byDay)
  expect([typeof questionBefore, typeof questionAfter]).toEqual(['string', 'string'])
  expect(byId!.questionComments!.length).toBeGreaterThan(0)
})

test.each(['unknown', '%00', "'; DROP TABLE question; --", '一問', 'x'.repeat(2000)])(
  "GET /question/comment by id returns 404 for '%s'",
  async (id) => {
    const query = id === '%00' ? id : encodeURIComponent(id)
    await expectError(await get(`/question/comment?questionId=${query}`), 'dataNotFound')
  },
)

describe('pages of comments', () => {
  const COUNT = 431
  let questionId: string
  let ids: string[]

  beforeAll(async () => {
    const people = await createPeople(app, Math.ceil(COUNT / 3))
    const [question] = await read(await ofDay(addDays(today, -30)))
    questionId = question!.questionId
    await app.sql`DELETE FROM comment WHERE question_id = ${questionId}`.run()
    ids = await insertComments(
      app,
      Array.from({ length: COUNT }, (_, index) => ({
        questionId,
        userId: people[Math.floor(index / 3)]!.userId,
        slot: (index % 3) + 1,
        text: `text ${index}`,
        createdAt: noon - 30 * DAY_MS + index,
      })),
    )
  })

  const page = async (more = '') =>
    (await read(`/question/comment?questionId=${questionId}${more}`))[0]!
  const idsOf = (question: Question) => question.questionComments!.map(({ commentId }) => commentId)

  test('begin with the newest 200 and always say the total', async () => {
    const newest = await page()
    expect(idsOf(newest)).toEqual(ids.slice(-200))
    expect(newest.questionCommentsCount).toBe(COUNT)
    expect(newest.questionUsersCount).toBe(Math.ceil(COUNT / 3))
  })

  test('lead through all comments without a gap or a repetition', async () => {
    const read: string[] = []
    for (let before = ''; ;) {
      const found = await page(`&commentsLimit=50${before && `&commentsBefore=${before}`}`)
      expect(found.questionCommentsCount).toBe(COUNT)
      if (idsOf(found).length === 0) break
      read.unshift(...idsOf(found))
      before = idsOf(found)[0]!
    }
    expect(read).toEqual(ids)
  })

  test('go on from a comment that has been deleted meanwhile', async () => {
    const before = ids[200]!
    await app.sql`UPDATE comment SET deleted_at = 1, text = '' WHERE id = ${before}`.run()
    const found = await page(`&commentsBefore=${before}&commentsLimit=10`)
    expect(idsOf(found)).toEqual(ids.slice(190, 200))
    expect(found.questionCommentsCount).toBe(COUNT - 1)
    expect(idsOf(await page('&commentsLimit=200'))).not.toContain(before)
  })

  test("do not go on from another question's comment", async () => {
    const [other] = await read(await ofDay(addDays(today, -29)))
    const foreign = other!.questionComments![0]!.commentId
    await expectError(
      await get(`/question/comment?questionId=${questionId}&commentsBefore=${foreign}`),
      'dataNotAvailable',
      'commentsBefore',
    )
  })
})

test('GET /question/ returns the newest 30 public questions, ascending, with counts and without comments', async () => {
  const list = await read('/question/')
  expect(list).toHaveLength(30)
  expect(list.map(({ previewAt }) => previewAt)).toEqual(
    Array.from({ length: 30 }, (_, index) => tokyoDayStart(addDays(today, index - 29)) / 1000),
  )
  for (const question of list) {
    expect(questionSchema.parse(question)).toEqual(question)
    expect(question).not.toHaveProperty('questionComments')
    expect(question.questionCommentsCount).toBeGreaterThan(0)
  }
})

test('GET /question/ returns those before a time, and never a scheduled one', async () => {
  const at = (day: string) => tokyoDayStart(day) / 1000
  const before = await read(`/question/?lessPreviewAt=${at(addDays(today, -10))}&limit=5`)
  expect(before.map(({ previewAtDate }) => previewAtDate.slice(0, 10))).toEqual(
    [-15, -14, -13, -12, -11].map((count) => addDays(today, count)),
  )
  const future = await read(`/question?lessPreviewAt=${at(addDays(today, 400))}&limit=100`)
  expect(future).toHaveLength(31)
  expect(future.at(-1)!.previewAt).toBe(at(today))
  expect(await read('/question/?lessPreviewAt=0')).toEqual([])
})

const refused = {
  '/questionnaire?status': ['3', '-1', 'active', ''],
  '/question/comment?questionnaireId=daily&previewAt': [
    'yesterday',
    '-1',
    '1.5',
    '999999999999999',
  ],
  '/question/comment?questionnaireId=daily&findStatus': ['3', '1;2', ''],
  '/question/comment?questionnaireId=daily&commentsLimit': ['0', '201', 'all'],
  '/question/comment?questionnaireId=daily&commentsBefore': ['no-such-comment'],
  '/question/?lessPreviewAt': ['now', '-5'],
  '/question/?limit': ['0', '101', '1e1'],
}
test.each(Object.entries(refused))('%s is refused with %j', async (path, values) => {
  const [field] = /\w+$/.exec(path)!
  for (const value of values)
    await expectError(await get(`${path}=${value}`), 'dataNotAvailable', field)
})
