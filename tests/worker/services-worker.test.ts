import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serviceBases } from '../../src/contract/bases.ts'
import { startApp, type App } from '../../harness/app.ts'
import { expectCatalogueError } from '../../harness/expect-error.ts'
import { PASSWORD } from '../../harness/credentials.ts'

const KEY = 'the key of the tests, 32 characters or more'
const QUESTIONS = `${serviceBases.question}/questionnaire?status=1`
const REGISTER = `${serviceBases.auth}/user/register/`

let app: App
beforeAll(async () => {
  app = await startApp({ remote: [], serving: { what: 'services' }, vars: { SERVICES_KEY: KEY } })
})
afterAll(() => app?.stop())

const register = (headers: Record<string, string>) =>
  app.fetch(REGISTER, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ newEmail: 'kenji@example.com', newPassword: PASSWORD }),
  })
const people = () => app.db.prepare('SELECT count(*) AS n FROM user').first<number>('n')

describe('a caller of the services worker', () => {
  const strangers: [string, Record<string, string>][] = [
    ['without a key', {}],
    ['with an empty key', { 'Service-Key': '' }],
    ['with another key', { 'Service-Key': KEY.replace('t', 'T') }],
    ['with the beginning of the key', { 'Service-Key': KEY.slice(0, -1) }],
    ['with more than the key', { 'Service-Key': `${KEY}.` }],
    ['with the key elsewhere', { Authorization: `Bearer ${KEY}`, Cookie: `Service-Key=${KEY}` }],
    [
      'that says to be the gateway',
      { 'Client-Address': '127.0.0.1', 'Site-Origin': 'https://ichimon.example' },
    ],
  ]

  test.each(strangers)('%s is refused by every service, with nothing read', async (_, headers) => {
    const paths = [
      ...Object.values(serviceBases).map((base) => `${base}/`),
      QUESTIONS,
      `${serviceBases.user}/user/me`,
      '/picture/abc',
      '/',
      '/nothing/here',
    ]
    for (const path of paths) {
      const response = await app.fetch(path, { headers })
      expect(JSON.stringify([...response.headers])).not.toContain(KEY)
      await expectCatalogueError(response, 'userPrivilegeNotFound')
    }
  })

  test.each(strangers)('%s changes nothing', async (_, headers) => {
    await expectCatalogueError(await register(headers), 'userPrivilegeNotFound')
    expect(await people()).toBe(0)
  })

  test('with the key reads and changes', async () => {
    const headers = { 'Service-Key': KEY }
    const read = await app.fetch(QUESTIONS, { headers })
    expect(read.status).toBe(200)
    expect(await read.json()).toEqual({ results: [expect.objectContaining({ status: 1 })] })
    expect((await register(headers)).status).toBe(200)
    expect(await people()).toBe(1)
  })

  test('leaves no key in the log', async () => {
    await expect.poll(() => app.logs.join('')).toContain('"event":"response"')
    expect(app.logs.filter((line) => line.includes(KEY))).toEqual([])
  })
})

describe('what the services worker does not have', () => {
  test.each(['/', '/service/', '/service/other/v1/x', '/healthz', `${serviceBases.user}/x`])(
    '%s is the catalogue’s 404',
    async (path) => {
      const headers = { 'Service-Key': KEY, 'X-Request-Id': 'id-of-the-gateway' }
      const response = await app.fetch(path, { headers })
      expect((await response.clone().json()) as object).toMatchObject({
        requestId: 'id-of-the-gateway',
      })
      await expectCatalogueError(response, 'nameNotFound')
    },
  )

  test('a fault of its own is the catalogue’s 500 without details', async () => {
    await app.db.exec('ALTER TABLE mail RENAME TO mail_gone')
    try {
      const response = await app.fetch('/dev/outbox.json')
      await expectCatalogueError(response, 'somethingWentWrong')
    } finally {
      await app.db.exec('ALTER TABLE mail_gone RENAME TO mail')
    }
  })
})

describe('without SERVICES_KEY', () => {
  test('admits nobody except on the local machine', async () => {
    await app.setVars({ SERVICES_KEY: undefined })
    expect((await app.fetch(QUESTIONS)).status).toBe(200)
    await app.setVars({ DEVELOPMENT: undefined })
    await expectCatalogueError(await app.fetch(QUESTIONS), 'userPrivilegeNotFound')
    for (const key of ['', 'undefined']) {
      const response = await app.fetch(QUESTIONS, { headers: { 'Service-Key': key } })
      await expectCatalogueError(response, 'userPrivilegeNotFound')
    }
  })
})
