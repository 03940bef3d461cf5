import { describe, expect, test } from 'vitest'
import { setTestLimits, setTestVars, sharedApp } from '../../harness/own-app.ts'
import { rawGet } from '../../harness/raw-request.ts'

const app = await sharedApp()

const get = (path: string, host: string, headers: Record<string, string> = {}) =>
  rawGet(app.origin, path, { ...headers, Host: host })

const PASSCODE = '/service/auth/v1/user/register/complete/?email=a@mail.example&language=ja'

/** workerd rejects others, such as `a"b`, before any project code. */
describe.each(['x.y:1.z', 'a:b', '[::1'])('the malformed Host %s', (host) => {
  const paths = '/ /login /healthz /service/quest/v1/questionnaire /picture/x /icon.svg'
  test.each(paths.split(' '))('is 400 from the catalogue at %s', async (path) => {
    const { status, text } = await get(path, host)
    expect(status).toBe(400)
    expect(JSON.parse(text)).toMatchObject({ httpCode: 400, errorCode: -1001 })
  })
})

describe('the Host of a stranger', () => {
  const EVIL = 'evil.example'

  test('is in no page, and pages for it share one entry of the caches', async () => {
    for (const path of ['/', '/recent_theme', '/feed/ja.xml', '/sitemap.xml']) {
      const { status, text } = await get(path, EVIL)
      expect(status).toBe(200)
      expect(text).not.toContain(EVIL)
      expect((await get(path, new URL(app.origin).host)).text).not.toContain(EVIL)
      expect((await get(path, `other.${EVIL}`)).text).toBe(text)
    }
  })

  test('makes no call send mail: 503, while loopback names do', async () => {
    const { status, text } = await get(PASSCODE, EVIL)
    expect(status).toBe(503)
    expect(JSON.parse(text)).toMatchObject({ errorCode: -1004 })
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
    await setTestLimits(app, '')
    await setTestVars(app, { PUBLIC_ORIGIN: 'https://ichimon.example', DEVELOPMENT: '' })
    expect((await get(PASSCODE.replace('a@', 'b@'), EVIL)).status).toBe(202)
    expect((await get('/', EVIL)).text).toContain('href="https://ichimon.example/ja"')
  })

  test('is not believed in a deployment without PUBLIC_ORIGIN, nor is a loopback name', async () => {
    await setTestLimits(app, 'codeSendsPerMinute=9')
    await setTestVars(app, { PUBLIC_ORIGIN: '', DEVELOPMENT: '' })
    for (const host of [EVIL, 'localhost'])
      expect((await get(PASSCODE.replace('a@', 'c@'), host)).status).toBe(503)
  })
})
