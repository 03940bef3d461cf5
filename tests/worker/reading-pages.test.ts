import { expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import { languages, otherLanguage } from '../../src/domain/language.ts'
import { documentPaths } from '../../src/domain/legal-pages.ts'
import { questionPath, questionText } from '../../src/domain/question.ts'
import { translator } from '../../src/i18n/server.ts'
import { ownApp, setTestClock } from '../../harness/own-app.ts'
import { todaysQuestion, yesterdaysQuestion } from '../../harness/steps/reading-steps.ts'

const app = await ownApp({ demonstration: true })

const today = await todaysQuestion(app)
const yesterday = await yesterdaysQuestion(app)
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
