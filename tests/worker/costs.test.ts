import { afterAll, expect, it } from 'vitest'
import { costOf, startCountedApp, type Cost } from '../../harness/costs.ts'
import { get, load, post } from '../../bench/load.ts'
import { openReader, openReaders } from '../../harness/readers.ts'
import { seed } from '../../harness/posts.ts'
import { createPeople } from '../../harness/people.ts'
import { until } from '../../harness/until.ts'

const app = await startCountedApp()
afterAll(() => app.stop())
const port = Number(new URL(app.origin).port)
const questionId = await seed(app)
const eventSeq = () =>
  app.sql`SELECT event_seq FROM question WHERE id = ${questionId}`.first<number>('event_seq')

it('sends simultaneous posts to the room together, without a loss', async () => {
  const people = await createPeople(app, 60)
  const requests = people.map(({ authorization }) =>
    post(
      '/service/comment/v1/comment',
      { questionId, text: 'together' },
      { Authorization: authorization },
    ),
  )
  const [reader] = await openReaders(app, questionId, 1)
  const posts = await costOf(app, async () => {
    await load({ port, connections: 10, requests })
    const last = await eventSeq()
    await expect.poll(() => reader!.seqs.at(-1)).toBe(last)
  })
  reader!.leave()
  const [first = 0] = reader!.seqs
  expect(reader!.seqs.length).toBeGreaterThanOrEqual(requests.length)
  expect(reader!.seqs).toEqual(reader!.seqs.map((_, index) => first + index))
  expect(posts['room: announce']!.requests).toBeLessThan(requests.length)
})

const statements = (cost: Record<string, Cost>) =>
  Object.values(cost).reduce((sum, { statements }) => sum + statements, 0)
it('serves 200 readers who reconnect after a restart with few statements', async () => {
  const newest = (await eventSeq())!
  await app.restart()
  const cost = await costOf(app, async () => {
    const readers = await openReaders(app, questionId, 200)
    const path = `/service/quest/v1/question/events?questionId=${questionId}&after=${newest - 10}`
    const responses = await Promise.all(readers.map(() => app.fetch(path)))
    const missed = Array.from({ length: 10 }, (_, index) => ({ seq: newest - 9 + index }))
    for (const response of responses)
      expect(await response.json()).toMatchObject({ results: missed })
    for (const reader of readers) reader.leave()
  })
  expect(statements(cost)).toBeLessThan(10)
})

it.each([
  ['comments', () => `/service/quest/v1/question/comment?questionId=${questionId}`],
  ['events', () => `/service/quest/v1/question/events?questionId=${questionId}&after=0`],
])('reads %s once for 200 who ask at the same time', async (_, path) => {
  const cost = await costOf(app, async () => {
    const responses = await Promise.all(
      Array.from({ length: 200 }, (_, index) => app.fetch(`${path()}&_=${index}`)),
    )
    const bodies = await Promise.all(responses.map((response) => response.text()))
    expect(new Set(bodies).size).toBe(1)
    for (const { status, headers } of responses) {
      expect(status).toBe(200)
      expect(headers.get('Cache-Control')).toBe('no-store')
    }
    expect(new Set(responses.map(({ headers }) => headers.get('X-Request-Id'))).size).toBe(200)
  })
  expect(statements(cost)).toBeLessThan(20)
})

/** A room notices after ten seconds that readers of an earlier test left. */
const OF_AN_ALARM = new Set(['outside requests', 'room: alarm', 'room: report'])

it('creates no Durable Object for a made-up id', async () => {
  const cost = await costOf(app, async () => {
    for (let index = 0; index < 50; index++)
      await expect(openReader(app, `made-up-${index % 5}`, 0)).rejects.toThrow('404')
  })
  const rooms = Object.keys(cost).filter((kind) => kind.startsWith('room'))
  expect(rooms.filter((kind) => !OF_AN_ALARM.has(kind))).toEqual([])
  expect(statements(cost)).toBeLessThanOrEqual(5)
})

it('lets readers in soon after their question exists, and looks it up once', async () => {
  await app.sql`INSERT INTO question (id, questionnaire_id, topic_id, day, preview_at)
    SELECT 'made-up-0', questionnaire_id, topic_id, '1970-01-01', 1 FROM question
    WHERE id = ${questionId}`.run()
  await until(() => openReader(app, 'made-up-0', 0).catch(() => undefined))
  const cost = await costOf(app, async () => {
    for (let index = 0; index < 10; index++) await openReader(app, 'made-up-0', 0)
  })
  expect(statements(cost)).toBeLessThan(5)
})

it('stores nothing for made-up ids and hosts, in no database, object or bucket', async () => {
  const id = (index: number) => `made-up-${index}`.padEnd(22, '0')
  const paths = (index: number) => [
    `/theme_details?themeID=${id(index)}`,
    `/add_post?themeID=${id(index)}`,
    `/picture/${id(index)}`,
    `/card/${id(index)}/ja.png`,
    `/service/quest/v1/question/comment?questionId=${id(index)}`,
    `/service/quest/v1/question/events?questionId=${id(index)}&after=0`,
    `/${id(index)}`,
  ]
  const stored = async () => (await app.r2.list()).objects.length
  const before = await stored()
  const ask = (path: string, host = 'localhost') => get(path, { Host: host })
  const requests = Array.from({ length: 20 }, (_, index) => [
    ...paths(index).map((path) => ask(path)),
    ask('/', `${id(index)}.example`),
    ask('/recent_theme', `${id(index)}.example`),
  ]).flat()
  const cost = await costOf(app, async () => {
    await load({ port, connections: 4, requests, expected: [403, 404, 406] })
  })
  const written = ([, one]: [string, Cost]) => one.rowsWritten > 0 || one.objectWrites > 0
  const caused = Object.entries(cost).filter(([kind]) => !OF_AN_ALARM.has(kind))
  expect(caused.filter(written)).toEqual([])
  expect(caused.filter(([kind]) => kind.startsWith('room'))).toEqual([])
  expect(await stored()).toBe(before)
})
