import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import { documentPaths } from '../../src/domain/legal-pages.ts'
import { languages } from '../../src/domain/language.ts'
import { tokyoDayEnd } from '../../src/domain/question-day.ts'
import { timeLeft } from '../../src/domain/time-left.ts'
import { categoryName, questionText, topicName, questionPath } from '../../src/domain/question.ts'
import type { Question } from '../../src/contract/schemas.ts'
import { fillTimeLeft } from '../../src/i18n/time-left.ts'
import { formatDate } from '../../src/i18n/dates.ts'
import { journey, RESTART } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { findings } from '../../harness/accessibility.ts'
import { startApp } from '../../harness/app.ts'
import { desk, phone } from '../../harness/browser.ts'
import { texts } from '../../harness/steps/account-steps.ts'
import {
  fillComments,
  follow,
  isInSight,
  lookAgain,
  shownTexts,
  todaysQuestion,
  yesterdaysQuestion,
} from '../../harness/steps/reading-steps.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

/** Posts on the home page and on a past question's page. */
const HOME = 50
const DETAILS = 200

const app = await ownApp({ demonstration: true })
const test = journey(app, { allows: [/ 404 | 503 |ERR_FAILED/, RESTART] })

let today: Required<Question>
let yesterday: Question

beforeAll(async () => {
  today = await todaysQuestion(app)
  yesterday = await yesterdaysQuestion(app)
  await fillComments(app, today.questionId, 60)
  await fillComments(app, yesterday.questionId, DETAILS)
})

const details = (question: Question) => questionPath(question.questionId)
const filled = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `answer ${from + index}`)

const linked = (page: Page) =>
  page
    .locator('link[rel="canonical"], link[rel="alternate"][hreflang]')
    .evaluateAll((links) =>
      links.map((link) => [
        link.getAttribute('hreflang') ?? 'canonical',
        link.getAttribute('href'),
      ]),
    )

/** Each language, with a script and without. */
const readers = [
  { language: 'ja', javaScriptEnabled: true },
  { language: 'en', javaScriptEnabled: false },
] as const

describe.each(readers)(
  'read in $language with JavaScript: $javaScriptEnabled',
  ({ language, javaScriptEnabled }) => {
    const t = texts[language]

    test('home shows the day’s question and the newest comments, the newest at the bottom', async ({
      visit,
    }) => {
      const { page } = await visit({ language, javaScriptEnabled })
      await page.goto('/')
      const text = questionText(today, language)
      expect(await page.locator('h1').textContent()).toBe(text)
      expect(await page.title()).toContain(text)
      expect(await page.locator('meta[name="description"]').getAttribute('content')).toContain(text)
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
      expect(await linked(page)).toEqual([
        ['canonical', `${app.origin}/${language}`],
        ['ja', `${app.origin}/ja`],
        ['en', `${app.origin}/en`],
        ['x-default', `${app.origin}/ja`],
      ])
      const about = page.locator('.about')
      expect(await about.textContent()).toContain(categoryName(today, language))
      expect(await about.textContent()).toContain(topicName(today, language))
      const date = formatDate(t, 'theme_date', today.previewAt * 1000)
      await page.getByText(date, { exact: true }).waitFor()
      await page.getByLabel(t('navigation.bottom')).waitFor()

      expect(await shownTexts(page)).toEqual(filled(11, 60))
      expect(await isInSight(page, 'answer 60')).toBe(true)
      expect(await isInSight(page, 'answer 11')).toBe(false)
    })

    test('‘load earlier’ leads to all the others', async ({ visit }) => {
      const { page } = await visit({ language, javaScriptEnabled })
      await page.goto('/')
      const earlier = page.getByRole('link', { name: t('commentList.earlier') })
      const all = [...today.questionComments.map(({ text }) => text), ...filled(1, 60)]
      if (javaScriptEnabled) {
        await earlier.click()
        await expect.poll(() => shownTexts(page)).toEqual(all)
        expect(page.url()).toBe(`${app.origin}/`)
        await earlier.waitFor({ state: 'hidden' })
      } else {
        await follow(earlier)
        expect(await shownTexts(page)).toEqual(all.slice(0, -HOME))
        await follow(page.getByRole('link', { name: t('commentList.newest') }))
        expect(await shownTexts(page)).toEqual(all)
      }
    })

    test('the list leads to a past question with its date, comments and the way back', async ({
      visit,
    }) => {
      const { page } = await visit({ language, javaScriptEnabled })
      await page.goto('/recent_theme')
      expect(await page.title()).toContain(t('recent.title'))
      const items = page.locator('.contents > li')
      expect(await items.count()).toBe(30)
      const first = items.first()
      expect(await first.textContent()).toContain(questionText(yesterday, language))
      expect(await first.textContent()).toContain(
        formatDate(t, 'theme_date', yesterday.previewAt * 1000),
      )
      // Questions always appear at midnight, so the time is omitted.
      expect(await first.textContent()).not.toContain(
        formatDate(t, 'amPmHhMm', yesterday.previewAt * 1000),
      )
      expect(await first.locator('time').getAttribute('datetime')).toBe(yesterday.previewAtDate)
      const borders = await page
        .locator('.contents a')
        .evaluateAll((all) => all.slice(0, 4).map((a) => getComputedStyle(a).borderLeftColor))
      expect(new Set(borders).size).toBe(3)
      expect(borders[3]).toBe(borders[0])

      await first.getByRole('link').click()
      await page.waitForURL(`${app.origin}${details(yesterday)}`)
      expect(await page.locator('h1').textContent()).toBe(questionText(yesterday, language))
      await page
        .getByRole('banner')
        .getByText(formatDate(t, 'theme_date', yesterday.previewAt * 1000))
        .waitFor()
      expect(await page.getByLabel(t('navigation.bottom')).count()).toBe(0)
      expect(await page.getByRole('textbox').count()).toBe(0)
      expect(await page.getByRole('navigation').count()).toBe(0)
      const banner = page.getByRole('banner')
      const other = language === 'ja' ? 'en' : 'ja'
      await banner.getByRole('link', { name: t('navigation.home') }).waitFor()
      await banner.getByRole('link', { name: t('details.signup') }).waitFor()
      expect(await banner.locator(`[data-language="${other}"]`).getAttribute('href')).toBe(
        `/${other}${details(yesterday)}`,
      )
      const today = page.getByRole('link', { name: t('details.today') })
      expect(await today.count()).toBe(1)
      expect(await today.getAttribute('href')).toBe('/')
      const [last, link] = [page.locator('.comments > li').last(), today]
      expect((await link.boundingBox())!.y).toBeGreaterThan((await last.boundingBox())!.y)
      expect(await shownTexts(page)).toEqual(filled(1, DETAILS))

      await page.getByRole('link', { name: t('commentList.earlier') }).click()
      const all = yesterday.questionCommentsCount + DETAILS
      const count = javaScriptEnabled ? all : all - DETAILS
      await expect.poll(() => page.locator('.comments > li').count()).toBe(count)
      expect((await shownTexts(page)).at(0)).not.toBe('answer 1')

      await page.goto('/recent_theme')
      await items.first().getByRole('link').click()
      await page.getByRole('link', { name: t('details.back') }).click()
      await page.waitForURL(`${app.origin}/recent_theme`)
    })

    test('what is not there is said so, and the way home is offered', async ({ visit }) => {
      const { page } = await visit({ language, javaScriptEnabled })
      for (const path of [
        '/nowhere',
        '/theme_details',
        '/theme_details?themeID=unknown',
        '/theme_details?themeID=%3Cscript%3E',
      ]) {
        const response = await page.goto(path)
        expect(response?.status(), path).toBe(404)
        await page.getByRole('heading', { name: t('notFound.title') }).waitFor()
      }
      await page.getByRole('link', { name: t('notFound.home'), exact: true }).click()
      await page.waitForURL(`${app.origin}/`)
    })
  },
)

describe('when there are more past questions than fit on a page', () => {
  beforeAll(() => app.restartAt(5 * DAY_MS))
  afterAll(() => app.restartAt(0))

  test.for(readers)(
    'they are on further pages, in $language with JavaScript: $javaScriptEnabled',
    async ({ language, javaScriptEnabled }, { visit }) => {
      const t = texts[language]
      const { page } = await visit({ language, javaScriptEnabled })
      await page.goto('/recent_theme')
      const items = page.locator('.contents > li')
      const newest = await items.first().textContent()
      await follow(page.getByRole('link', { name: t('recent.earlier') }))
      expect(await items.count()).toBeGreaterThan(0)
      expect(await items.allTextContents()).not.toContain(newest)
      await follow(page.getByRole('link', { name: t('recent.newest') }))
      expect(await items.first().textContent()).toBe(newest)
    },
  )
})

describe('with a script', () => {
  const t = texts.ja

  test('a past question that is not there leads back to the page that named it', async ({
    visit,
  }) => {
    const { page } = await visit()
    await page.goto('/recent_theme')
    await page.evaluate(() => {
      document.querySelector<HTMLAnchorElement>('.contents a')!.href = '/theme_details?themeID=gone'
    })
    await Promise.all([
      page.waitForURL('**/theme_details?themeID=gone', { waitUntil: 'commit' }),
      page.locator('.contents a').first().click(),
    ])
    await page.waitForURL(`${app.origin}/recent_theme`)
    await page.getByRole('heading', { name: t('recent.title') }).waitFor()
  })

  test('the countdown agrees with the clock, and the new question is offered at midnight', async ({
    visit,
  }) => {
    const { page } = await visit()
    const end = tokyoDayEnd(Date.now())
    const words = (now: number) => fillTimeLeft(t('time_left_hh_mm'), timeLeft(end, now))
    const serverAt = async (now: number) => {
      // A call interrupted by the restart would log a problem.
      await networkIsIdle(page)
      await app.restartAt(now - Date.now())
    }
    onTestFinished(() => app.restartAt(0))
    const minutesBefore = (minutes: number) => end + 1 - minutes * MINUTE_MS
    // Server and device clock move together; a call in between cannot change the minute.
    await serverAt(minutesBefore(120) + 20_000)
    await page.clock.install({ time: minutesBefore(120) + 20_000 })
    await page.goto('/')
    const countdown = page.locator('day-countdown')
    const figure = () => countdown.textContent()
    await expect.poll(figure).toContain(words(minutesBefore(120) + 20_000))
    await serverAt(minutesBefore(119) + 5_000)
    await page.clock.runFor(45_000)
    await expect.poll(figure).toContain(words(minutesBefore(119) + 5_000))

    await serverAt(end - 30_000)
    await page.clock.setSystemTime(end - 30_000)
    await lookAgain(page)
    await expect.poll(figure).toContain(words(end - 30_000))

    await serverAt(end + 30_000)
    await page.clock.runFor(61_000)
    await expect.poll(figure).toContain(words(end + 1))
    await page.getByText(t('question.ended')).waitFor()
    expect(await page.getByRole('textbox').isVisible()).toBe(false)
    await page.getByRole('link', { name: t('question.next') }).click()
    await expect
      .poll(() => page.locator('h1').textContent())
      .toBe(questionText(await todaysQuestion(app), 'ja'))
    expect(questionText(await todaysQuestion(app), 'ja')).not.toBe(questionText(today, 'ja'))
  })
})

describe('for search engines', () => {
  test('the sitemap names both languages of home, the list and past questions', async () => {
    const response = await app.fetch('/sitemap.xml')
    expect(response.headers.get('Content-Type')).toContain('application/xml')
    const xml = await response.text()
    for (const path of ['', '/recent_theme', details(yesterday)]) {
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
    const text = await (await app.fetch('/robots.txt')).text()
    expect(text).toContain(`Sitemap: ${app.origin}/sitemap.xml`)
    expect(text).toContain('Disallow: /service/')
  })

  test('a past question has an address of its own per language', async () => {
    const html = await (await app.fetch(`/en${details(yesterday)}`)).text()
    expect(html).toContain(questionText(yesterday, 'en'))
    for (const [relation, language] of [
      ['canonical', 'en'],
      ['alternate', 'ja'],
    ]) {
      const href = `href="${app.origin}/${language}${details(yesterday)}"`
      expect(
        html
          .split('<link ')
          .filter((one) => one.includes(href))
          .join(),
      ).toContain(relation)
    }
  })
})

test('when nothing can be read, the page says so with status 503 and offers another try', async ({
  browser,
}) => {
  const broken = await startApp({ questions: false })
  const { page, close } = await browser.visit({ baseURL: broken.origin })
  await broken.db.prepare('DROP TABLE comment').run()
  const response = await page.goto('/')
  expect(response?.status()).toBe(503)
  await page.getByRole('heading', { name: texts.ja('unavailable.title') }).waitFor()
  const retry = page.getByRole('link', { name: texts.ja('unavailable.retry') })
  expect(await retry.evaluate((link) => (link as HTMLAnchorElement).href)).toBe(`${broken.origin}/`)
  expect(await findings(page)).toEqual([])
  await close()
  await broken.stop()
})

test('keeps what leads on in sight: to today above the comments, the navigation, date beside category', async ({
  visit,
}) => {
  const { page } = await visit({ language: 'en', timezoneId: 'Europe/London' })
  await page.goto(details(today))
  const links = page.getByRole('link', { name: texts.en('details.today') })
  expect(await links.count()).toBe(2)
  expect((await links.first().boundingBox())!.y).toBeLessThan(
    (await page.locator('.comments').boundingBox())!.y,
  )
  await page.goto('/recent_theme')
  const bottom = (await page.getByLabel(texts.en('navigation.bottom')).boundingBox())!
  expect(Math.round(bottom.y + bottom.height)).toBe(phone.height)
  // Abroad the countdown has a second line.
  await page.goto('/')
  for (const viewport of [phone, desk]) {
    await page.setViewportSize(viewport)
    const date = (await page.locator('.facts .date').boundingBox())!
    const about = (await page.locator('.facts .about').boundingBox())!
    expect(about.y - (date.y + date.height)).toBeLessThanOrEqual(4)
  }
  const zone = page.locator('.who time').last()
  expect(await zone.evaluate((time) => getComputedStyle(time, '::after').content)).toBe('" JST"')
})

test('prints the question and every comment on the page, and nothing that only a screen can use', async ({
  visit,
}) => {
  for (const path of ['/', details(yesterday)]) {
    const { page } = await visit({ colorScheme: 'dark', viewport: desk })
    await page.goto(path)
    await page.emulateMedia({ media: 'print' })
    const box = page.locator('.scroller')
    expect(await box.evaluate((it) => it.scrollHeight - it.clientHeight), path).toBe(0)
    const ink = () => page.locator('h1').evaluate((it) => getComputedStyle(it).color)
    expect(await ink()).toBe('rgb(35, 37, 28)')
    const { y } = (await page.locator('h1').boundingBox())!
    expect(y).toBeLessThan((await page.locator('.comments').boundingBox())!.y)
    for (const name of ['.burger', '.composer', '.login', '.signup', '.onward', '.back']) {
      for (const element of await page.locator(name).all()) {
        expect(await element.isVisible(), `${path} ${name}`).toBe(false)
      }
    }
  }

  // The whole list, or a note where the earlier posts are not there yet.
  const { page } = await visit({ language: 'en', viewport: desk })
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await page.goto('/')
  const note = page.getByText(texts.en('commentList.notPrinted'))
  await page.emulateMedia({ media: 'print' })
  expect(await note.isVisible()).toBe(true)
  await page.keyboard.press('Control+p')
  await page.locator('[data-printed]').waitFor()
  expect(await note.isVisible()).toBe(false)
  const count = (await todaysQuestion(app)).questionCommentsCount
  await expect.poll(() => page.locator('.comments > li').count()).toBe(count)
})

test('tells a guest in one line below the question what this is, and a member nothing', async ({
  visit,
  signedIn,
}) => {
  const line = texts.ja('home.about')
  const guest = await visit()
  await guest.page.goto('/')
  const { y } = (await guest.page.getByText(line).boundingBox())!
  expect(y).toBeGreaterThan((await guest.page.locator('h1').boundingBox())!.y)
  const logo = await guest.page.locator('.logo').boundingBox()
  await guest.close()
  const member = await signedIn()
  await member.page.goto('/')
  expect(await member.page.getByText(line).isVisible()).toBe(false)
  expect(await member.page.locator('.logo').boundingBox()).toEqual(logo)
  await member.close()
})
