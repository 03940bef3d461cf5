import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { addQuestions, setQuestionTexts } from '../../harness/question-texts.ts'
import { expectError } from '../../harness/expect-error.ts'
import { DAY_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import { languages } from '../../src/domain/language.ts'
import { addDays, tokyoDay } from '../../src/domain/question-day.ts'
import { setTestClock, setTestVars, sharedApp } from '../../harness/own-app.ts'

const MAX_BYTES = 150 * 1024

const app = await sharedApp()
const questionId = await app.todaysQuestionId()

const card = (id: string, language: string, init?: RequestInit) =>
  app.fetch(`/card/${id}/${language}.png`, init)
const keptCards = async () => (await app.r2.list({ prefix: 'card/' })).objects.map(({ key }) => key)
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
const logged = (event: string, id = '') =>
  app.logs.filter((line) => line.includes(`"${event}"`) && line.includes(id))

async function namedCard(path: string): Promise<string> {
  const html = await (await app.fetch(path)).text()
  const address = /<meta property="og:image" content="([^"]*)"/.exec(html)?.[1]
  return address!.replace(app.origin, '')
}

async function putQuestion(id: string, day: string, text: string, textJa = text) {
  await addQuestions(app.db, [{ id, day, texts: { en: text, ja: textJa } }])
}

test('today’s question has a card in each language, small and of the right size', async () => {
  const before = logged('card-not-drawn')
  const pictures: Buffer[] = []
  for (const language of languages) {
    const response = await card(questionId, language)
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('image/png')
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(response.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
    const png = await bytesOf(response)
    expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
    expect(png.length).toBeLessThan(MAX_BYTES)
    // Not blank: every part of the design has ink.
    const data = png.indexOf('IDAT')
    const rows = inflateSync(png.subarray(data + 4, data + 4 + png.readUInt32BE(data - 4)))
    expect(rows.length).toBe(1201 * 630)
    expect(rows.filter((pixel) => pixel > 0).length).toBeGreaterThan(5_000)
    pictures.push(png)
  }
  expect(pictures[0]!.equals(pictures[1]!)).toBe(false)
  expect(logged('card-not-drawn')).toEqual(before)
})

test('the card that a page names is kept for good, and known by its tag', async () => {
  const address = await namedCard('/ja')
  expect(address).toMatch(new RegExp(`^/card/${questionId}/ja\\.png\\?v=[\\w-]+$`))
  const response = await app.fetch(address)
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  // The page's versioned address serves the same card as the plain one.
  expect(await bytesOf(response)).toEqual(await bytesOf(await card(questionId, 'ja')))
  const known = await app.fetch(address, {
    headers: { 'If-None-Match': response.headers.get('ETag')! },
  })
  expect(known.status).toBe(304)
  const unnamed = await app.fetch(address.replace(/\?.*/, '?v=other'))
  expect(unnamed.headers.get('Cache-Control')).toBe('public, max-age=300')
})

test('a card is drawn once for all who ask, stored, and then served as it is stored', async () => {
  await setTestVars(app, { LOG_LEVEL: 'debug' })
  const day = addDays(tokyoDay(Date.now()), -40)
  await putQuestion('kept-card', day, 'Which card is kept?', '取っておくのは？')
  const responses = await Promise.all(Array.from({ length: 12 }, () => card('kept-card', 'en')))
  const pictures = await Promise.all(responses.map(bytesOf))
  for (const picture of pictures) expect(picture.equals(pictures[0]!)).toBe(true)
  await expect
    .poll(async () => (await keptCards()).filter((key) => key.startsWith('card/kept-card/')))
    .toHaveLength(1)
  const [key] = (await keptCards()).filter((name) => name.startsWith('card/kept-card/'))
  await app.r2.put(key!, 'what was kept')
  // The isolate caches it for a few seconds.
  await setTestClock(app, MINUTE_MS)
  expect(await (await card('kept-card', 'en')).text()).toBe('what was kept')
  await expect.poll(() => logged('card-drawn', 'kept-card').length).toBe(1)
})

test('an edited question has another card at another address', async () => {
  const day = addDays(tokyoDay(Date.now()), -41)
  await putQuestion('edited-card', day, 'As it was?', '前の問い？')
  const before = await namedCard('/en/theme_details?themeID=edited-card')
  const old = await bytesOf(await app.fetch(before))
  await setQuestionTexts(app.db, { en: 'As it is?' }, 'edited-card')
  const now = await bytesOf(await card('edited-card', 'en'))
  expect(now.equals(old)).toBe(false)
  expect((await app.fetch(before)).headers.get('Cache-Control')).toBe('public, max-age=300')
})

test('a question of a day to come has no card, nor is one kept, until its day', async () => {
  const tomorrow = addDays(tokyoDay(Date.now()), 1)
  const row = await app.sql`SELECT id FROM question WHERE day = ${tomorrow}`.first<{ id: string }>()
  for (const language of languages) await expectError(await card(row!.id, language), 'dataNotFound')
  expect((await keptCards()).filter((key) => key.includes(row!.id))).toEqual([])
  await setTestClock(app, DAY_MS)
  expect((await card(row!.id, 'ja')).status).toBe(200)
  await expect
    .poll(async () => (await keptCards()).filter((key) => key.includes(row!.id)))
    .toHaveLength(1)
})

test.each(['/card/none/ja.png', '/card/x/fr.png', '/card/x/ja.jpg', '/card/a%20b/ja.png'])(
  '%s is not found',
  async (path) => expectError(await app.fetch(path), 'dataNotFound'),
)

test('a question that no typeface can set has the site’s own picture', async () => {
  const day = addDays(tokyoDay(Date.now()), -42)
  await putQuestion('strange-card', day, 'What is \u{13080} to you?')
  await putQuestion('endless-card', addDays(day, -1), 'and on '.repeat(200))
  const own = await bytesOf(await app.fetch('/brand-en.png'))
  for (const id of ['strange-card', 'endless-card']) {
    const response = await card(id, 'en')
    expect(response.status).toBe(200)
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=300')
    expect((await bytesOf(response)).equals(own)).toBe(true)
  }
  expect((await keptCards()).filter((key) => /strange|endless/.test(key))).toEqual([])
})

test('pages say what they are where they are shared', async () => {
  for (const [path, language, type] of [
    ['/', 'ja', 'article'],
    ['/recent_theme', 'ja', 'website'],
    ['/recent_theme', 'en', 'website'],
    [`/theme_details?themeID=${questionId}`, 'en', 'article'],
  ] as const) {
    const response = await app.fetch(path, { headers: { Cookie: `Language=${language}` } })
    const html = await response.text()
    const tags = new Map(
      Array.from(
        html.matchAll(/<meta (?:property|name)="([\w:]+)" content="([^"]*)"/g),
        ([, name = '', content = '']) => [name, content],
      ),
    )
    const canonical = /<link rel="canonical" href="([^"]*)"/.exec(html)![1]
    expect(tags.get('og:url')).toBe(canonical)
    expect(canonical).toMatch(new RegExp(`^${app.origin}/${language}`))
    expect(tags.get('og:type')).toBe(type)
    expect(tags.get('og:locale')).toBe(language === 'ja' ? 'ja_JP' : 'en_GB')
    expect(tags.get('og:description')).toBe(tags.get('description'))
    expect(tags.get('twitter:card')).toBe('summary_large_image')
    for (const name of ['og:title', 'og:site_name', 'og:image:alt'])
      expect(tags.get(name)).toBeTruthy()
    expect(tags.has('article:published_time')).toBe(type === 'article')
    const image = await fetch(tags.get('og:image')!)
    expect(image.status).toBe(200)
    expect(image.headers.get('Content-Type')).toBe('image/png')
    const png = await bytesOf(image)
    const size = [tags.get('og:image:width'), tags.get('og:image:height')].map(Number)
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(size)
    expect(html).toContain(`href="/feed/${language}.xml"`)
  }
})
