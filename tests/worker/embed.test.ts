import { expect, test } from 'vitest'
import { expectCatalogueError } from '../../harness/expect-error.ts'
import { ownApp, setTestClock, setTestVars } from '../../harness/own-app.ts'
import { todaysQuestion, yesterdaysQuestion } from '../../harness/steps/reading-steps.ts'
import { DAY_MS } from '../../src/domain/durations.ts'
import { addDays, tokyoDay } from '../../src/domain/question-day.ts'
import { questionPath, questionText } from '../../src/domain/question.ts'

const app = await ownApp({ demonstration: true })
const yesterday = await yesterdaysQuestion(app)
const dayOf = ({ previewAt }: { previewAt: number }) => tokyoDay(previewAt * 1000)
const today = dayOf(await todaysQuestion(app))
const past = `/embed/${dayOf(yesterday)}`

async function read(path: string, headers: Record<string, string> = {}) {
  const response = await app.fetch(path, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test.each([
  ['', {}, 'ja'],
  ['?language=en', { 'Accept-Language': 'ja' }, 'en'],
  ['?language=xx', { 'Accept-Language': 'fr, ja;q=0.3, en-GB;q=0.8' }, 'en'],
  ['', { 'Accept-Language': 'fr', Cookie: 'Language=en' }, 'ja'],
] as const)('a frame shows a past question: %s with %j in %s', async (query, sent, language) => {
  const { headers, text } = await read(past + query, sent)
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
  const { headers } = await read(past)
  const tag = { 'If-None-Match': headers.get('ETag')! }
  const known = await read(`${past}?day=2020-01-01&of=2020-01-01&site=x`, tag)
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
  for (const day of [addDays(today, 1), '1999-12-31', '2026-02-31', 'today']) {
    const { status, headers } = await read(`/embed/${day}?language=en`)
    expect(status, day).toBe(404)
    expect(headers.get('X-Frame-Options')).toBe('DENY')
    expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
  }
  expect((await read(`/ja/embed?of=${today}&day=${today}`)).status).toBe(404)
})

test('today’s question can be answered until midnight, then read', async () => {
  expect((await read(`/embed/${today}`)).text).toMatch(/href="[^"]*\/ja"[^>]*>\s*答える/)
  await setTestClock(app, DAY_MS)
  expect((await read(`/embed/${today}`)).text).toMatch(/theme_details[^>]*>\s*読む/)
  expect((await read(`/embed/${addDays(today, 1)}`)).status).toBe(200)
})

const oembed = (query: Record<string, string>) => app.fetch(`/oembed?${new URLSearchParams(query)}`)
const page = `${app.origin}/en${questionPath(yesterday.questionId)}`

test('oEmbed: a question’s page names it; the frame has the page’s language', async () => {
  const [, href = ''] = /json\+oembed" href="([^"]+)"/.exec((await read(page)).text) ?? []
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
