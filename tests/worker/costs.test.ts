import { afterAll, beforeAll, expect, it } from 'vitest'
import { costOf, startCountedApp } from '../../bench/costs.ts'
import { dataset } from '../../bench/dataset.ts'
import { get, load, post } from '../../bench/load.ts'
import { openReaders, until } from '../../bench/readers.ts'
import { seed } from '../../bench/seed.ts'
import type { App } from '../../harness/app.ts'
import { createPeople } from '../../harness/people.ts'

let app: App
let questionId: string
let port: number

beforeAll(async () => {
  app = await startCountedApp()
  port = Number(new URL(app.origin).port)
  questionId = await seed(app, dataset(Date.now()))
}, 60_000)
afterAll(() => app.stop())

it('what requests cost is counted under their kind, with what they cause elsewhere apart', async () => {
  const pages = await costOf(app, async () => {
    await load({ port, connections: 2, requests: Array(6).fill(get('/')) }, undefined)
  })
  expect(pages['GET /']).toMatchObject({ requests: 6, failures: 0 })
  expect(pages['render of a page']!.requests).toBe(1)
  expect(pages['render of a page']!.rowsRead).toBeGreaterThan(50)

  const people = await createPeople(app, 4)
  const requests = people.map(({ authorization }) =>
    post(
      '/service/comment/v1/comment',
      { questionId, text: 'counted' },
      { Authorization: authorization },
    ),
  )
  const posts = await costOf(app, async () => {
    expect((await load({ port, connections: 2, requests }, undefined)).count).toBe(4)
  })
  const cost = posts['POST /service/comment/v1/comment']!
  expect(cost).toMatchObject({ requests: 4, failures: 0 })
  expect(cost.rowsWritten).toBeGreaterThan(4)
  expect(cost.statements).toBeLessThanOrEqual(12)
})

it('what is posted at the same time is told to the room together, and none of it is missed', async () => {
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
    await load({ port, connections: 10, requests }, undefined)
    const last = await app.db
      .prepare('SELECT event_seq FROM question WHERE id = ?')
      .bind(questionId)
      .first<number>('event_seq')
    await until(() => reader!.seqs.at(-1) === last, 10_000)
  })
  reader!.socket.terminate()
  const [first = 0] = reader!.seqs
  expect(reader!.seqs.length).toBeGreaterThanOrEqual(requests.length)
  expect(reader!.seqs).toEqual(reader!.seqs.map((_, place) => first + place))
  expect(posts['room: announce']!.requests).toBeLessThan(requests.length)
})

it('a refused request fails the measurement', async () => {
  const requests = [post('/service/comment/v1/comment', { questionId, text: 'nobody' })]
  await expect(load({ port, connections: 1, requests }, undefined)).rejects.toThrow('401')
})
