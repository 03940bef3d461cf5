import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { ownApp } from '../../harness/own-app.ts'

const app = await ownApp()

/** `fetch` cannot set `Host`. */
async function get(
  path: string,
  host: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    request(new URL(path, app.origin), { headers: { ...headers, Host: host } }, async (response) =>
      resolve({ status: response.statusCode!, body: await text(response) }),
    )
      .on('error', reject)
      .end()
  })
}

const PASSCODE = '/service/auth/v1/user/register/complete/?email=a@mail.example&language=ja'

/** workerd rejects others, such as `a"b`, before any project code. */
describe.each(['x.y:1.z', 'a:b', '[::1'])('the malformed Host %s', (host) => {
  test.each([
    '/',
    '/login',
    '/healthz',
    '/service/quest/v1/questionnaire',
    '/picture/x',
    '/icon.svg',
  ])('is 400 from the catalogue at %s', async (path) => {
    const { status, body } = await get(path, host)
    expect(status).toBe(400)
    expect(JSON.parse(body)).toMatchObject({ httpCode: 400, errorCode: -1001 })
  })
})

describe('the Host of a stranger', () => {
  const EVIL = 'evil.example'

  test('is in no page, and pages for it share one entry of the caches', async () => {
    for (const path of ['/', '/recent_theme', '/feed/ja.xml', '/sitemap.xml']) {
      const { status, body } = await get(path, EVIL)
      expect(status).toBe(200)
      expect(body).not.toContain(EVIL)
      expect((await get(path, `other.${EVIL}`)).body).toBe(body)
    }
  })

  test('makes no call send mail: 503, while loopback names do', async () => {
    const { status, body } = await get(PASSCODE, EVIL)
    expect(status).toBe(503)
    expect(JSON.parse(body)).toMatchObject({ errorCode: -1004 })
    expect((await get(PASSCODE, 'localhost:8787')).status).toBe(202)
  })

  test.each(['/dev/outbox', '/dev/outbox.json'])('gets no mail at %s', async (path) => {
    expect((await get(path, EVIL)).status).toBe(404)
    for (const host of ['localhost:8787', '127.0.0.1', '[::1]'])
      expect((await get(path, host)).status).toBe(200)
    for (const header of ['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'Via'])
      expect((await get(path, 'localhost', { [header]: '192.0.2.1' })).status).toBe(404)
  })

  test('makes no difference where PUBLIC_ORIGIN is set', async () => {
    await app.setVars({ PUBLIC_ORIGIN: 'https://ichimon.example', DEVELOPMENT: '', LIMITS: '' })
    expect((await get(PASSCODE.replace('a@', 'b@'), EVIL)).status).toBe(202)
    expect((await get('/', EVIL)).body).toContain('href="https://ichimon.example/ja"')
  })

  test('is not believed in a deployment without PUBLIC_ORIGIN, nor is a loopback name', async () => {
    await app.setVars({ PUBLIC_ORIGIN: '', DEVELOPMENT: '', LIMITS: 'codeSendsPerMinute=9' })
    for (const host of [EVIL, 'localhost'])
      expect((await get(PASSCODE.replace('a@', 'c@'), host)).status).toBe(503)
  })
})
