import { expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import { languages, otherLanguage } from '../../src/domain/language.ts'
import { documentPaths } from '../../src/domain/legal-pages.ts'
import { addDays, tokyoDay } from '../../src/domain/question-day.ts'
import { questionPath, questionText } from '../../src/domain/question.ts'
import { translator } from '../../src/i18n/server.ts'
import { expectCatalogueError } from '../../harness/expect-error.ts'
import { ownApp, setTestClock, setTestVars } from '../../harness/own-app.ts'
import { todaysQuestion, yesterdaysQuestion } from '../../harness/steps/reading-steps.ts'

const app = await ownApp({ demonstration: true })

const today = await todaysQuestion(app)
const yesterday = await yesterdaysQuestion(app)
const dayOf = ({ previewAt }: { previewAt: number }) => tokyoDay(previewAt * 1000)
const todaysDay = dayOf(today)
const past = `/embed/${dayOf(yesterday)}`

async function frame(path: string, headers: Record<string, string> = {}) {
  const response = await app.fetch(path, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test.each([
  ['', {}, 'ja'],
  ['?language=en', { 'Accept-Language': 'ja' }, 'en'],
  ['?language=xx', { 'Accept-Language': 'fr, ja;q=0.3, en-GB;q=0.8' }, 'en'],
  ['', { 'Accept-Language': 'fr', Cookie: 'Language=en' }, 'ja'],
] as const)('a frame shows a past question: %s with %j in %s', async (query, sent, language) => {
  const { headers, text } = await frame(past + query, sent)
  expect(headers.get('Content-Language')).toBe(language)
  const count = yesterday.questionCommentsCount
  const address = `${app.origin}/${language}${questionPath(yesterday.questionId)}`
  for (const part of [
    `<html lang="${language}"`,
    `>${questionText(yesterday, language)}</h1>`,
    `datetime="${dayOf(yesterday)}"`,
    language === 'ja' ? `${count}件の答え` : `${count} answers`,
    `<link rel="canonical" href="${address}">`,
    `href="${address}" target="_blank" rel="noopener"`,
    '<meta name="robots" content="noindex">',
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('<script')
})

test('any site may frame it, also from a cache that no reader splits; it has no script and no cookie', async () => {
  const { headers } = await frame(past)
  const tag = { 'If-None-Match': headers.get('ETag')! }
  const known = await frame(`${past}?day=2020-01-01&of=2020-01-01&site=x`, tag)
  expect(known.status).toBe(304)
  for (const sent of [headers, known.headers]) {
    expect(sent.get('Content-Security-Policy')).toMatch(
      /^script-src 'none'; frame-ancestors \*; default-src 'none'; (?!.*(?:script-src|frame-))/,
    )
    expect(sent.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
    for (const name of ['X-Frame-Options', 'Set-Cookie']) expect(sent.get(name)).toBeNull()
    expect(sent.get('Vary')).toContain('Accept-Language')
  }
})

test('a day to come, without a question, or of no calendar is in no frame', async () => {
  for (const day of [addDays(todaysDay, 1), '1999-12-31', '2026-02-31', 'today']) {
    const { status, headers } = await frame(`/embed/${day}?language=en`)
    expect(status, day).toBe(404)
    expect(headers.get('X-Frame-Options')).toBe('DENY')
    expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
  }
  expect((await frame(`/ja/embed?of=${todaysDay}&day=${todaysDay}`)).status).toBe(404)
})

test('today’s question can be answered until midnight, then read', async () => {
  expect((await frame(`/embed/${todaysDay}`)).text).toMatch(/href="[^"]*\/ja"[^>]*>\s*答える/)
  await setTestClock(app, DAY_MS)
  expect((await frame(`/embed/${todaysDay}`)).text).toMatch(/theme_details[^>]*>\s*読む/)
  expect((await frame(`/embed/${addDays(todaysDay, 1)}`)).status).toBe(200)
})

const oembed = (query: Record<string, string>) => app.fetch(`/oembed?${new URLSearchParams(query)}`)
const page = `${app.origin}/en${questionPath(yesterday.questionId)}`

test('oEmbed: a question’s page names it; the frame has the page’s language', async () => {
  const [, href = ''] = /json\+oembed" href="([^"]+)"/.exec((await frame(page)).text) ?? []
  const response = await app.fetch(href)
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(await response.json()).toEqual({
    version: '1.0',
    type: 'rich',
    title: questionText(yesterday, 'en'),
    provider_name: 'Ichimon',
    provider_url: app.origin,
    cache_age: 3600,
    width: 600,
    height: 320,
    html: expect.stringContaining(`<iframe src="${app.origin}${past}?language=en" title="`),
  })
  const small = await oembed({ url: page.replace('/en', ''), maxwidth: '320', maxheight: '-1' })
  const { html, title } = await small.json<Record<string, unknown>>()
  expect(title).toBe(questionText(yesterday, 'ja'))
  expect(html).toMatch(/-\d\d" title="[^"]+" width="320" height="320"/)
})

test('oEmbed: no address, other addresses and XML are refused', async () => {
  await expectCatalogueError(await oembed({}), 'contentNotFound')
  const path = questionPath('unknown')
  const elsewhere = page.replace('127.0.0.1', 'evil.example')
  for (const url of ['x', elsewhere, `${app.origin}/terms?themeID=x`, app.origin + path])
    await expectCatalogueError(await oembed({ url }), 'dataNotFound')
  expect((await oembed({ url: page, format: 'xml' })).status).toBe(501)
})

test('oEmbed: 503 while the question service is down', async () => {
  await setTestVars(app, { QUESTION_SERVICE_URL: 'http://127.0.0.1:9' })
  await expectCatalogueError(await oembed({ url: page }), 'databaseConnectionFailed')
})

const read = async (path: string) => (await app.fetch(path)).text()
const linksIn = (html: string) =>
  [...html.matchAll(/<link rel="(?:canonical|alternate)"[^>]*>/g)]
    .map(([link]) => link)
    .filter((link) => !link.includes('type='))
const questionsIn = (html: string) =>
  [...html.matchAll(/href="\/theme_details\?themeID=([\w-]+)"/g)].map(([, id]) => id!)

test.each(languages)(
  'home and past questions have an address for each language: %s',
  async (language) => {
    for (const [question, path] of [
      [today, ''],
      [yesterday, questionPath(yesterday.questionId)],
    ] as const) {
      const html = await read(`/${language}${path}`)
      const text = questionText(question, language)
      expect(html).toMatch(new RegExp(`<title>[^<]*${text.slice(0, 12)}`))
      expect(html).toMatch(
        new RegExp(`<meta name="description" content="[^"]*${text.slice(0, 12)}`),
      )
      const links = linksIn(html)
      const isLinked = (kind: string, to: string) =>
        links.some(
          (link) => link.includes(kind) && link.includes(`href="${app.origin}/${to}${path}"`),
        )
      expect(links).toHaveLength(4)
      expect(isLinked('rel="canonical"', language)).toBe(true)
      for (const to of languages) expect(isLinked(`hreflang="${to}"`, to)).toBe(true)
      expect(isLinked('hreflang="x-default"', 'ja')).toBe(true)
    }
  },
)

test('the sitemap names both languages of home, the list and past questions', async () => {
  const response = await app.fetch('/sitemap.xml')
  expect(response.headers.get('Content-Type')).toContain('application/xml')
  const xml = await response.text()
  const past = questionPath(yesterday.questionId)
  for (const path of ['', '/recent_theme', past, ...documentPaths]) {
    for (const language of languages) {
      expect(xml).toContain(`<loc>${app.origin}/${language}${path}</loc>`)
      const alternate = `hreflang="${language}" href="${app.origin}/${language}${path}"`
      expect(xml.split(alternate)).toHaveLength(3)
    }
  }
  expect(xml).not.toContain('/login')
  expect(xml.match(/<url>/g)).toHaveLength(2 * (2 + documentPaths.length + 30))
})

test('robots.txt names the sitemap and keeps robots out of the services', async () => {
  const text = await read('/robots.txt')
  expect(text).toContain(`Sitemap: ${app.origin}/sitemap.xml`)
  expect(text).toContain('Disallow: /service/')
})

test.each(languages)('a page has the question in the other language too: %s', async (language) => {
  const path = `/${language}${questionPath(yesterday.questionId)}`
  const other = otherLanguage(language)
  const text = questionText(yesterday, other)
  expect(await read(path)).toMatch(
    new RegExp(`<details[^]*<p lang="${other}"[^>]*>${text.slice(0, 8)}`),
  )
})

test('a past question links to the days beside it, and the last one to today’s', async () => {
  const daysIn = (html: string) =>
    [...html.matchAll(/rel="(?:prev|next)" href="([^"]*)"/g)].map(([, href]) => href)
  const [first, second] = daysIn(await read(questionPath(yesterday.questionId)))
  expect(second).toBe('/')
  expect(daysIn(await read(first!))[1]).toBe(questionPath(yesterday.questionId))
  expect(daysIn(await read(questionPath(today.questionId)))).toEqual([
    questionPath(yesterday.questionId),
  ])
})

test('more past questions than fit on a page are on further pages', async () => {
  await setTestClock(app, 5 * DAY_MS)
  const first = await read('/ja/recent_theme')
  const [, next] = /href="([^"]*)" rel="next"/.exec(first)!
  const second = await read(`/ja${next}`)
  expect(questionsIn(first)).toHaveLength(30)
  expect(questionsIn(second)).not.toEqual([])
  expect(questionsIn(second).filter((id) => questionsIn(first).includes(id))).toEqual([])
  expect(second).toMatch(`<a href="/recent_theme">${translator('ja')('recent.newest')}</a>`)
})

test('a question without a text in the other language has no control for it', async () => {
  await app.sql`DELETE FROM question_text WHERE language = 'en'
    AND question_id = ${yesterday.questionId}`.run()
  await setTestClock(app, MINUTE_MS)
  const html = await read(`/ja${questionPath(yesterday.questionId)}`)
  expect(html).toContain(questionText(yesterday, 'ja'))
  expect(html).not.toContain('class="other-language')
})
