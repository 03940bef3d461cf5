import { setTimeout as delay } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import { questionPath } from '../../src/domain/question.ts'
import { tokyoDay, tokyoDayStart } from '../../src/domain/question-day.ts'
import { translator } from '../../src/i18n/server.ts'
import { ownApp, setTestClock } from '../../harness/own-app.ts'
import { createPerson, type TestPerson } from '../../harness/people.ts'
import { postOf } from '../../harness/steps/moderation-calls.ts'
import { callService } from '../../harness/steps/service-calls.ts'
import { rawGet } from '../../harness/raw-request.ts'

/** Maximum age in seconds of a cached page after a deletion (`docs/decisions`). */
const GONE_WITHIN = 5

const app = await ownApp()
const questionId = await app.todaysQuestionId()

async function sameAs(path: string, other: string, init?: RequestInit) {
  const [one, two] = [await app.fetch(path), await app.fetch(other, init)]
  expect(two.status).toBe(200)
  expect(two.headers.get('ETag')).toBe(one.headers.get('ETag'))
  expect(await two.text()).toBe(await one.text())
}

test.each([
  { 'X-Forwarded-Host': 'evil.example' },
  { 'X-Forwarded-Proto': 'https' },
  { 'X-Host': 'evil.example', 'X-Original-URL': '/login', 'X-Rewrite-URL': '/login' },
  { Forwarded: 'host=evil.example;proto=https' },
  { 'X-HTTP-Method-Override': 'POST' },
  { Cookie: '; ;=;a=b; session=<script>; __proto__=Language' },
  { Cookie: 'language=en; XLanguage=en; Languages=en' },
  { 'Accept-Language': 'en', Accept: 'application/json', 'User-Agent': '<script>' },
  { Range: 'bytes=0-10', 'If-Range': 'x' },
  {
    'Cache-Control': 'no-cache',
    Pragma: 'no-cache',
    'If-Modified-Since': new Date().toUTCString(),
  },
  { Origin: 'https://evil.example', Referer: 'https://evil.example/' },
  { 'X-Middleware-Subrequest': '1', 'X-Astro-Locale': 'en', 'X-Astro-Path': '/login' },
])('no reader can change what others get by headers: %j', async (headers) => {
  const { text } = await rawGet(app.origin, '/', headers)
  expect(text).not.toContain('evil.example')
  expect(text).toBe(await (await app.fetch('/')).text())
})

test.each([
  ['/', '/?utm_source=x'],
  ['/', '/?day=2020-01-01'],
  ['/', '/?site=https://evil.example'],
  ['/', '/?%00=%ff&&=&a=1&a=2'],
  ['/recent_theme', '/recent_theme?themeID=x&day=2020-01-01'],
])('no reader can change what others get by parameters: %s is %s', async (path, other) => {
  await sameAs(path, other)
  await sameAs(other, path)
})

test('no reader can change what others get: the first of a parameter counts, in any order with others', async () => {
  const plain = `/theme_details?themeID=${questionId}`
  await sameAs(plain, `${plain}&themeID=other`)
  await sameAs(plain, `/theme_details?utm=1&themeID=${questionId}`)
})

test.each([
  '/%72ecent_theme',
  '/recent_theme%2f',
  '/ja%2frecent_theme',
  '/recent%5ftheme',
  '/%2e%2e/x',
])('no reader can change what others get: %s is no page, whatever it spells', async (path) => {
  expect((await rawGet(app.origin, path)).status).toBe(404)
})

test.each(['/', '/recent_theme', '/login', '/ja', '/no-such-page'])(
  'no reader can change what others get: HEAD of %s says what GET says, before and after',
  async (path) => {
    const headers = { 'Accept-Encoding': 'identity' }
    for (const method of ['HEAD', 'GET', 'HEAD']) {
      const head = await app.fetch(path, { method: 'HEAD', headers })
      const response = await app.fetch(path, { method, headers })
      expect(response.status).toBe(head.status)
      for (const name of ['ETag', 'Content-Type', 'Content-Language', 'Cache-Control', 'Vary'])
        expect(response.headers.get(name)).toBe(head.headers.get(name))
      expect((await response.text()) === '').toBe(method === 'HEAD')
    }
  },
)

test('no reader can change what others get: a language is nobody else’s', async () => {
  const languages = ['ja', 'en', 'ja', 'en', 'ja']
  for (const language of languages) {
    const cookie = await app.fetch('/', { headers: { Cookie: `a=b; Language=${language}; c=d` } })
    const explicit = await app.fetch(`/${language}`, { headers: { Cookie: 'Language=en' } })
    for (const response of [cookie, explicit]) {
      expect(response.headers.get('Content-Language')).toBe(language)
      expect(await response.text()).toContain(`<html lang="${language}"`)
    }
    expect(cookie.headers.get('Set-Cookie')).toBeNull()
    expect(explicit.headers.get('Set-Cookie')).toContain(`Language=${language};`)
  }
})

test.each([
  ['alone', (tag: string) => tag],
  ['as a strong tag', (tag: string) => tag.replace('W/', '')],
  ['among others', (tag: string) => `"x", ${tag}, W/"y"`],
  ['any', () => '*'],
])('a copy that the reader has is not sent again: %s', async (_, known) => {
  const whole = await app.fetch('/', { headers: { 'Accept-Encoding': 'identity' } })
  const tag = whole.headers.get('ETag') ?? ''
  const again = await app.fetch('/', { headers: { 'If-None-Match': known(tag) } })
  expect(again.status).toBe(304)
  expect(await again.text()).toBe('')
  expect(again.headers.get('Cache-Control')).toBe('no-cache')
  const changed = await app.fetch('/', { headers: { 'If-None-Match': '"another"' } })
  expect(changed.status).toBe(200)
})

test('a copy that the reader has has the page’s own headers, and its own kind in the log', async () => {
  const identity = { 'Accept-Encoding': 'identity' }
  const whole = await app.fetch('/', { headers: identity })
  const tag = whole.headers.get('ETag') ?? ''
  const again = await app.fetch('/', { headers: { ...identity, 'If-None-Match': tag } })
  expect(again.status).toBe(304)
  for (const name of ['ETag', 'Vary', 'Content-Language', 'Content-Security-Policy'])
    expect(again.headers.get(name), name).toBe(whole.headers.get(name))
  const id = again.headers.get('X-Request-Id')
  expect(id).not.toBe(whole.headers.get('X-Request-Id'))
  await expect
    .poll(
      () =>
        app.logs
          .flatMap((lines) => lines.split('\n'))
          .map((line) => JSON.parse(line) as { requestId?: string; status?: number })
          .find(({ requestId }) => requestId === id)?.status,
    )
    .toBe(304)
})

describe('a compressed page', () => {
  test.each(['/', '/feed/en.xml'])('%s has the text of the plain one', async (path) => {
    const plain = await app.fetch(path, { headers: { 'Accept-Encoding': 'identity' } })
    const text = await plain.text()
    for (const read of ['first', 'repeated']) {
      const packed = await app.fetch(path, { headers: { 'Accept-Encoding': 'gzip, br' } })
      expect(packed.headers.get('Content-Encoding'), read).toBe('br')
      expect(packed.headers.get('ETag')).toBe(plain.headers.get('ETag'))
      expect(packed.headers.get('Vary')).toBe(plain.headers.get('Vary'))
      expect(packed.headers.get('Vary')).toMatch(/Accept-Encoding$/)
      expect(await packed.text()).toBe(text)
    }
    const { body } = await rawGet(app.origin, path, { 'Accept-Encoding': 'br' })
    expect(brotliDecompressSync(body).toString()).toBe(text)
  })

  test.each(['identity', 'gzip;q=0', 'br;q=0', 'br;Q=0.0, identity', 'x-br', 'brotli'])(
    'is not sent for %j',
    async (accepted) => {
      expect((await rawGet(app.origin, '/', { 'Accept-Encoding': accepted })).text).toMatch(
        /<\/html>$/,
      )
    },
  )
})

const breaks = () => app.db.exec('ALTER TABLE question RENAME TO question_gone')
const mends = () => app.db.exec('ALTER TABLE question_gone RENAME TO question')

test('while the database fails, pages are served stale and marked, then the newest', async () => {
  const before = await (await app.fetch('/')).text()
  await breaks()
  await setTestClock(app, 5_000)
  try {
    await expect
      .poll(async () => (await app.fetch('/')).headers.get('Cache-Status'))
      .toMatch(/^ichimon; hit; ttl=-\d+; detail=stale$/)
    const stale = await app.fetch('/')
    expect(stale.status).toBe(200)
    expect(await stale.text()).toBe(before)
    const nobodyRead = await app.fetch(`/theme_details?themeID=${questionId}&commentsBefore=x`)
    expect([404, 503]).toContain(nobodyRead.status)
  } finally {
    await mends()
  }
  await app.setClock(10_000)
  await expect.poll(async () => (await app.fetch('/')).headers.get('Cache-Status')).toBeNull()
})

describe('a deleted comment', () => {
  let person: TestPerson
  beforeAll(async () => {
    person = await createPerson(app)
  })

  test.each([
    ['/', 1],
    ['/en', 2],
  ])('is on %s no longer', async (path, slot) => {
    const id = await postOf(app, questionId, person, 'to be deleted', slot)
    const pages = [path, `/theme_details?themeID=${questionId}`]
    // What was cached before is over.
    await setTestClock(app, slot * 20_000)
    for (const page of pages)
      await expect.poll(async () => (await app.fetch(page)).text()).toContain(id)
    const before = Date.now()
    const removed = await callService(app, 'comment', 'DELETE /comment', person, { commentId: id })
    expect(removed.status).toBe(205)
    for (const page of pages) {
      await expect
        .poll(async () => (await app.fetch(page)).text(), { timeout: GONE_WITHIN * 1000 })
        .not.toContain(id)
    }
    expect(Date.now() - before).toBeLessThan(GONE_WITHIN * 1000)
  })
})

const textOf = async (day: string) =>
  (await app.sql`SELECT text FROM question_text JOIN question ON question.id = question_id
      WHERE day = ${day} AND language = 'ja'`.first<string>('text'))!

test('at midnight in Tokyo, a request after midnight never gets the question of the day before', async () => {
  const today = tokyoDay(Date.now())
  const end = tokyoDayStart(today) + DAY_MS
  const [old, next] = [await textOf(today), await textOf(tokyoDay(end))]
  const offset = end - 3_000 - Date.now()
  await app.setClock(offset)
  const responses = { old: 0, next: 0 }
  for (let asked = 0; asked < end + 500; await delay(20)) {
    asked = Date.now() + offset
    const text = await (await app.fetch('/')).text()
    const isOld = asked < end && text.includes(old)
    expect(text).toContain(isOld ? old : next)
    responses[isOld ? 'old' : 'next']++
  }
  expect(responses.old).toBeGreaterThan(0)
  expect(responses.next).toBeGreaterThan(0)
})

test('at midnight in Tokyo, the empty page of a question invites as long as its day lasts', async () => {
  const t = translator('en')
  const end = tokyoDayStart(tokyoDay(Date.now())) + DAY_MS
  const page = async (at: number) => {
    await app.setClock(at - Date.now())
    return (await app.fetch(`/en${questionPath(questionId)}`)).text()
  }
  expect(await page(end - MINUTE_MS)).toContain(t('commentList.empty'))
  expect(await page(end)).toContain(t('commentList.quiet'))
})

test('at midnight in Tokyo, a worker that starts at midnight after hours without requests serves the new question', async () => {
  const end = tokyoDayStart(tokyoDay(Date.now())) + 2 * DAY_MS
  await app.setClock(end - 8 * HOUR_MS - Date.now())
  expect((await app.fetch('/')).status).toBe(200)
  await app.restartAt(end - Date.now())
  expect(await (await app.fetch('/')).text()).toContain(await textOf(tokyoDay(end)))
})
