import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { categoryName, questionText, topicName, questionPath } from '../../src/domain/question.ts'
import type { Question } from '../../src/contract/schemas.ts'
import { formatDate } from '../../src/i18n/dates.ts'
import { journey, RESTART } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { findings, WHOLE } from '../../harness/accessibility.ts'
import { startApp } from '../../harness/app.ts'
import { desk, phone } from '../../harness/browser.ts'
import { texts } from '../../harness/steps/account-steps.ts'
import {
  fillComments,
  follow,
  isInSight,
  shownTexts,
  todaysQuestion,
  yesterdaysQuestion,
} from '../../harness/steps/reading-steps.ts'

/** Posts on the home page and on a past question's page. */
const HOME = 50
const DETAILS = 200

const app = await ownApp({ demonstration: true })
const test = journey(app, { allows: [/ 404 | 503 |ERR_FAILED/, RESTART] })

const today = await todaysQuestion(app)
const yesterday = await yesterdaysQuestion(app)
await fillComments(app, today.questionId, 60)
await fillComments(app, yesterday.questionId, DETAILS)

const details = (question: Question) => questionPath(question.questionId)
const filled = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `answer ${from + index}`)

async function leadByMenu(page: Page): Promise<void> {
  const menu = page.locator('#menu')
  await page.locator('.burger').click()
  await menu.getByRole('link', { name: texts.en('navigation.recent') }).click()
  await page.waitForURL('**/recent_theme')
  expect(await menu.isVisible()).toBe(false)
  await page.locator('.burger').click()
  await follow(menu.getByRole('link', { name: '日本語' }))
  expect(await page.locator('html').getAttribute('lang')).toBe('ja')
  expect(new URL(page.url()).pathname).toMatch(/\/recent_theme$/)
}

async function showInEnglish(page: Page): Promise<void> {
  for (const [path, question] of [
    ['/', today],
    [details(yesterday), yesterday],
  ] as const) {
    for (const viewport of [phone, desk]) {
      await page.setViewportSize(viewport)
      await page.goto(path)
      const text = page.locator('.other-language p')
      expect(await text.isVisible()).toBe(false)
      const heading = page.locator('h1')
      const before = await heading.boundingBox()
      await page.locator('.other-language summary').press('Enter')
      await text.waitFor()
      expect(await text.textContent()).toBe(questionText(question, 'en'))
      expect(await text.getAttribute('lang')).toBe('en')
      const family = (locator: typeof text) =>
        locator.evaluate((element) => getComputedStyle(element).fontFamily)
      expect(await family(text)).not.toBe(await family(heading))
      expect(await heading.boundingBox()).toEqual(before)
      expect(page.url()).toBe(app.origin + path)
    }
  }
}

const readers = [
  { language: 'ja', javaScriptEnabled: true },
  { language: 'en', javaScriptEnabled: false },
] as const

test.for(readers)(
  'leads from home to earlier posts, a past question and back, in $language with JavaScript: $javaScriptEnabled',
  async ({ language, javaScriptEnabled }, { visit }) => {
    const t = texts[language]
    const { page } = await visit({ language, javaScriptEnabled })
    await page.goto('/')
    const text = questionText(today, language)
    expect(await page.locator('h1').textContent()).toBe(text)
    expect(await page.locator('html').getAttribute('lang')).toBe(language)
    const about = page.locator('.about')
    expect(await about.textContent()).toContain(categoryName(today, language))
    expect(await about.textContent()).toContain(topicName(today, language))
    const date = formatDate(t, 'theme_date', today.previewAt * 1000)
    await page.getByText(date, { exact: true }).waitFor()
    await page.getByLabel(t('navigation.bottom')).waitFor()

    expect(await shownTexts(page)).toEqual(filled(11, 60))
    expect(await isInSight(page, 'answer 60')).toBe(true)
    expect(await isInSight(page, 'answer 11')).toBe(false)

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
    // Where today's question has it.
    const itsDate = formatDate(t, 'theme_date', yesterday.previewAt * 1000)
    await page.locator('.question .facts').getByText(itsDate).waitFor()
    expect(await page.getByLabel(t('navigation.bottom')).count()).toBe(0)
    expect(await page.getByRole('textbox').count()).toBe(0)
    expect(await page.getByRole('navigation').count()).toBe(0)
    const banner = page.getByRole('banner')
    const other = language === 'ja' ? 'en' : 'ja'
    await banner.getByRole('link', { name: t('navigation.home') }).waitFor()
    await banner.getByRole('link', { name: t('navigation.login') }).waitFor()
    expect(await banner.locator(`[data-language="${other}"]`).getAttribute('href')).toBe(
      `/${other}${details(yesterday)}`,
    )
    const link = page.getByRole('link', { name: t('details.today') })
    expect(await link.count()).toBe(1)
    expect(await link.getAttribute('href')).toBe('/')
    const last = page.locator('.comments > li').last()
    expect((await link.boundingBox())!.y).toBeGreaterThan((await last.boundingBox())!.y)
    expect(await shownTexts(page)).toEqual(filled(1, DETAILS))

    await earlier.click()
    const { questionCommentsCount } = yesterday
    const count = questionCommentsCount + (javaScriptEnabled ? DETAILS : 0)
    await expect.poll(() => page.locator('.comments > li').count()).toBe(count)
    expect((await shownTexts(page)).at(0)).not.toBe('answer 1')

    await page.goto('/recent_theme')
    await items.first().getByRole('link').click()
    await page.getByRole('link', { name: t('form.back') }).click()
    await page.waitForURL(`${app.origin}/recent_theme`)

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
    if (!javaScriptEnabled) {
      await leadByMenu(page)
      return showInEnglish(page)
    }

    // One that is not there leads back to the page that named it.
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

    // Nothing can be read.
    const broken = await startApp({ questions: false })
    await broken.sql`DROP TABLE comment`.run()
    expect((await page.goto(broken.origin))?.status()).toBe(503)
    await page.getByRole('heading', { name: t('unavailable.title') }).waitFor()
    const retry = page.getByRole('link', { name: t('error.retry') })
    expect(await retry.evaluate((link) => (link as HTMLAnchorElement).href)).toBe(
      `${broken.origin}/`,
    )
    expect(await findings(page, WHOLE)).toEqual([])
    await broken.stop()
  },
)

test('keeps in sight what leads on, and tells a guest, not a member, in one line what this is', async ({
  visit,
  signedIn,
}) => {
  const abroad = { language: 'en', timezoneId: 'Europe/London' } as const
  const { page } = await visit(abroad)
  // Today's question is answered where it is shared to.
  await page.goto(`/en${details(today)}`)
  await page.waitForURL(`${app.origin}/`)
  await page.getByText(texts.en('home.about')).waitFor()
  await page.goto('/recent_theme')
  const bottom = (await page.locator('nav.bottom').boundingBox())!
  expect(Math.round(bottom.y + bottom.height)).toBe(phone.height)
  // Abroad the countdown has a second line.
  await page.goto('/')
  for (const viewport of [phone, desk]) {
    await page.setViewportSize(viewport)
    const date = (await page.locator('.facts .date').boundingBox())!
    const about = (await page.locator('.facts .about').boundingBox())!
    expect(about.y - (date.y + date.height)).toBeLessThanOrEqual(4)
    await page.locator('.share-question').click({ trial: true })
  }
  const line = texts.en('home.about')
  const { y } = (await page.getByText(line).boundingBox())!
  expect(y).toBeGreaterThan((await page.locator('h1').boundingBox())!.y)
  const { page: member } = await signedIn({ ...abroad, viewport: desk })
  await member.goto('/')
  expect(await member.getByText(line).isVisible()).toBe(false)
  expect(await member.locator('.logo').boundingBox()).toEqual(
    await page.locator('.logo').boundingBox(),
  )
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
    for (const name of [
      '.burger',
      '.composer',
      '.login',
      '.onward',
      '.back',
      '.share-question',
      'day-countdown',
    ]) {
      for (const element of await page.locator(name).all()) {
        expect(await element.isVisible(), `${path} ${name}`).toBe(false)
      }
    }
  }
})
