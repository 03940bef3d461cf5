import { expect, test } from 'vitest'
import { expectCatalogueError } from '../../harness/expect-error.ts'
import { ownApp, setTestClock } from '../../harness/own-app.ts'
import { todaysQuestion, yesterdaysQuestion } from '../../harness/steps/reading-steps.ts'
import { DAY_MS } from '../../src/domain/durations.ts'
import { addDays, tokyoDay } from '../../src/domain/question-day.ts'
import { questionPath, questionText } from '../../src/domain/question.ts'

const app = await ownApp({ demonstration: true })
const today = await todaysQuestion(app)
const yesterday = await yesterdaysQuestion(app)
const dayOf = ({ previewAt }: { previewAt: number }) => tokyoDay(previewAt * 1000)
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
] as const)(
  'a frame shows a past day’s question%s with %j in %s',
  async (query, sent, language) => {
    const { status, headers, text } = await read(past + query, sent)
    expect(status).toBe(200)
    expect(headers.get('Content-Language')).toBe(language)
    expect(text).toContain(`<html lang="${language}"`)
    expect(text).toMatch(new RegExp(`<h1[^>]*>${questionText(yesterday, language)}</h1>`))
    expect(text).toContain(`datetime="${dayOf(yesterday)}"`)
    const count = yesterday.questionCommentsCount
    expect(text).toContain(language === 'ja' ? `${count}件の答え` : `${count} answers`)
    const address = `${app.origin}/${language}${questionPath(yesterday.questionId)}`
    expect(text).toContain(`<link rel="canonical" href="${address}">`)
    expect(text).toContain(`href="${address}" target="_blank" rel="noopener"`)
    expect(text).toContain('<meta name="robots" content="noindex">')
    expect(text).not.toContain('<script')
  },
)

test('any site may frame it, also from a cache; it has no script and no cookie', async () => {
  const { headers } = await read(past)
  const tag = { 'If-None-Match': headers.get('ETag')! }
  const known = await read(past, tag)
  expect(known.status).toBe(304)
  for (const sent of [headers, known.headers]) {
    expect(sent.get('Content-Security-Policy')).toMatch(
      /^script-src 'none'; frame-ancestors \*; default-src 'none'; (?!.*(?:script-src|frame-ancestors))/,
    )
    expect(sent.get('X-Frame-Options')).toBeNull()
    expect(sent.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
    expect(sent.get('Set-Cookie')).toBeNull()
    expect(sent.get('Cache-Control')).toBe('no-cache')
    expect(sent.get('Vary')).toContain('Accept-Language')
  }
  // No parameter splits the cache or chooses another day.
  expect((await read(`${past}?day=2020-01-01&of=2020-01-01&site=x`, tag)).status).toBe(304)
})

test.each([
  ['a day to come', addDays(dayOf(today), 1)],
  ['a day before the site', '1999-12-31'],
  ['no day of the calendar', '2026-02-31'],
  ['no day', 'today'],
])('%s is a page that is not there, in no frame', async (_, day) => {
  const { status, headers } = await read(`/embed/${day}?language=en`)
  expect(status).toBe(404)
  expect(headers.get('X-Frame-Options')).toBe('DENY')
  expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
  expect((await read(`/ja/embed?of=${day}&day=${day}`)).status).toBe(404)
})

test('today’s question can be answered until midnight, then read', async () => {
  const path = `/embed/${dayOf(today)}`
  expect((await read(path)).text).toMatch(/href="[^"]*\/ja"[^>]*>\s*答える/)
  await setTestClock(app, DAY_MS)
  expect((await read(path)).text).toMatch(/theme_details[^>]*>\s*読む/)
  expect((await read(`/embed/${addDays(dayOf(today), 1)}`)).status).toBe(200)
})

const oembed = (query: Record<string, string>) => app.fetch(`/oembed?${new URLSearchParams(query)}`)
const page = `${app.origin}/en${questionPath(yesterday.questionId)}`

test('oEmbed: a question’s page names it, and it has the frame in the page’s language', async () => {
  const [, href = ''] =
    /type="application\/json\+oembed" href="([^"]+)"/.exec((await read(page)).text) ?? []
  const response = await app.fetch(href.replaceAll('&amp;', '&'))
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=3600')
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
  const title = questionText(yesterday, 'en')
  expect(await response.json()).toEqual({
    version: '1.0',
    type: 'rich',
    title,
    provider_name: 'Ichimon',
    provider_url: app.origin,
    cache_age: 3600,
    width: 600,
    height: 320,
    html: expect.stringContaining(`<iframe src="${app.origin}${past}?language=en" title="`),
  })
  const small = await oembed({ url: page.replace('/en', ''), maxwidth: '320', maxheight: '-1' })
  const { html, ...size } = await small.json<Record<string, unknown>>()
  expect(size).toMatchObject({ width: 320, height: 320, title: questionText(yesterday, 'ja') })
  expect(html).toContain(`${past}" title=`)
  expect(html).toContain('width="320" height="320"')
})

test.each([
  ['no address', {}, 'contentNotFound'],
  ['no URL', { url: 'x' }, 'dataNotFound'],
  ['another site', { url: page.replace('127.0.0.1', 'evil.example') }, 'dataNotFound'],
  ['another page', { url: `${app.origin}/terms?themeID=x` }, 'dataNotFound'],
  ['an unknown question', { url: `${app.origin}${questionPath('unknown')}` }, 'dataNotFound'],
] as const)('oEmbed: %s is refused', async (_, query, error) => {
  await expectCatalogueError(await oembed(query), error)
})

test('oEmbed: XML is not implemented', async () => {
  expect((await oembed({ url: page, format: 'xml' })).status).toBe(501)
})
