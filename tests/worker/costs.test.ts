import { afterAll, beforeAll, expect, it } from 'vitest'
import { costOf, startCountedApp } from '../../bench/costs.ts'
import { dataset } from '../../bench/dataset.ts'
import { get, load, post } from '../../bench/load.ts'
import { seed } from '../../bench/seed.ts'
import type { App } from '../app.ts'
import { createPeople } from '../people.ts'

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

it('a refused request fails the measurement', async () => {
  const requests = [post('/service/comment/v1/comment', { questionId, text: 'nobody' })]
  await expect(load({ port, connections: 1, requests }, undefined)).rejects.toThrow('401')
})
