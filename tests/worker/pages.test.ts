import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type App } from '../../harness/app.ts'
import { todaysQuestionId } from '../../harness/todays-question-id.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
  await todaysQuestionId(app)
})
afterAll(() => app.stop())

/** A page as a client names the site in `Host`. */
function pageOf(host: string, path = '/ja'): Promise<string> {
  return new Promise((resolve, reject) => {
    request(app.origin + path, { headers: { Host: host } }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve(text))
    })
      .on('error', reject)
      .end()
  })
}

test('a page made for one name of the site is not given to those who use another', async () => {
  const own = new URL(app.origin).host
  expect(await pageOf('evil.example')).not.toContain('evil.example')
  const honest = await pageOf(own)
  expect(honest).toContain(`${app.origin}/ja`)
  expect(honest).not.toContain('evil.example')
})

test.each([
  ['//evil.example', '/evil.example'],
  ['///evil.example/', '/evil.example'],
  ['/\\evil.example', '/evil.example'],
  ['/ja//evil.example', '/ja/evil.example'],
  ['//evil.example/.html', '/evil.example'],
  ['/%5Cevil.example/', '/%5Cevil.example'],
])('%s stays on this site', async (path, to) => {
  const location = await new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: new URL(app.origin).port, path }, (response) =>
      resolve(response.resume().headers.location),
    )
      .on('error', reject)
      .end()
  })
  expect(location).toBe(to)
})
