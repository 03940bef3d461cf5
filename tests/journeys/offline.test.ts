import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { DAY_MS } from '../../src/domain/durations.ts'
import { questionText } from '../../src/domain/question.ts'
import { formatDate } from '../../src/i18n/dates.ts'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { findings, WHOLE } from '../../harness/accessibility.ts'
import { recordShifts, shiftsOf } from '../../harness/layout-shifts.ts'
import { type Browser, type Visit } from '../../harness/browser.ts'
import { networkTo, type Network } from '../../harness/network.ts'
import { stored, t, texts } from '../../harness/steps/account-steps.ts'
import {
  fillComments,
  follow,
  serviceWorkerReady,
  todaysQuestion,
} from '../../harness/steps/reading-steps.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

const app = await ownApp()
/** The tests mostly wait, each for its own network. At once, they need an `expect` of their own. */
const { concurrent: test } = journey(app).extend('network', async ({}, { onCleanup }) => {
  const network = await networkTo(() => app.origin)
  onCleanup(() => network.stop())
  return network
})

const today = await todaysQuestion(app)
await fillComments(app, today.questionId, 3)

async function reader(browser: Browser, network: Network): Promise<Visit> {
  const baseURL = network.origin
  const visited = await browser.visit({ baseURL, serviceWorkers: 'allow' })
  const { page } = visited
  await page.context().addCookies([{ name: 'Language', value: 'ja', url: baseURL }])
  await page.goto('/')
  await serviceWorkerReady(page)
  return visited
}

const shownDay = (page: Page) => page.locator('.last-read .day').textContent()
const draft = async (page: Page) => (await stored(page, `Draft:${today.questionId}`)).local
const label = { name: t('composer.label') }
const heading = (page: Page, key: 'heading' | 'slow' | 'back') =>
  page.getByRole('heading', { name: t(`offline.${key}`) })

test('without a connection the question read last is shown, with the time, and the draft kept until it is back', async ({
  browser,
  network,
  expect,
}) => {
  const { page, close } = await reader(browser, network)
  await page.getByRole('textbox', label).fill('written with a connection')
  const reported = page.locator('.comments > li', { hasText: 'answer 2' })
  await reported.evaluate((post) => (localStorage['Reported'] = post.dataset['commentId']))
  await page.reload()
  network.cut()
  await recordShifts(page)
  await page.goto('/recent_theme')
  expect(new URL(page.url()).pathname).toBe('/recent_theme')
  expect(await page.locator('html').getAttribute('lang')).toBe('ja')
  await page.getByRole('heading', { name: t('offline.heading') }).waitFor()
  await page.getByRole('heading', { name: questionText(today, 'ja') }).waitFor()
  await page.getByText(t('offline.instead')).waitFor()
  expect(await page.locator('.comments .read').count()).toBe(0)
  const [before, after] = t('offline.readToday').split('{time}')
  const day = await shownDay(page)
  expect(day!.startsWith(before!) && day!.endsWith(after!)).toBe(true)
  expect(day).toMatch(/\d+:\d\d/)
  const shown = page.locator('.comments > li:not([hidden]) .text')
  expect(await shown.allTextContents()).toEqual(['answer 1', 'answer 3'])
  expect(await shiftsOf(page)).toEqual([])
  const field = page.getByRole('textbox', label)
  expect(await field.inputValue()).toBe('written with a connection')
  await field.fill('written without one')
  await page.getByText(t('offline.keep')).waitFor()
  expect(await page.locator('.count').textContent()).toBe('19/140')
  expect(await findings(page, WHOLE)).toEqual([])

  await page.goto('/')
  // The offline page loads question and draft after its load event.
  await expect.poll(() => field.inputValue()).toBe('written without one')
  expect(await page.getByText(t('offline.instead')).isVisible()).toBe(false)
  // Delayed, not refused, so that the page does not reload by itself.
  network.hold()
  network.requests.length = 0
  const opened = follow(page.getByRole('link', { name: t('error.retry') }))
  await expect.poll(() => network.requests).toContain('GET /')
  network.restore()
  await opened
  await page.locator('.comment-list').waitFor()
  await expect.poll(() => field.inputValue()).toBe('written without one')

  // One who is writing follows a link.
  network.cut()
  await page.goto('/')
  await expect.poll(() => field.inputValue()).toBe('written without one')
  await field.fill('')
  await field.pressSequentially('書きかけ')
  network.restore()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await heading(page, 'back').waitFor()
  await page.getByText(t('offline.kept')).waitFor()
  expect(await page.getByText(t('offline.keep')).count()).toBe(0)
  await field.pressSequentially('の文')
  await follow(page.getByRole('link', { name: t('offline.open') }))
  await page.locator('.comment-list').waitFor()
  await expect.poll(() => field.inputValue()).toBe('書きかけの文')

  // Who has posted all three finds no field.
  await page.evaluate(async () => {
    const cache = await caches.open('read')
    const kept = (await cache.match('/offline/last-read'))!
    const html = (await kept.text()).replaceAll(/(data-user-id=)"[^"]*"/g, '$1"me"')
    await cache.put('/offline/last-read', new Response(html, { headers: kept.headers }))
    localStorage.clear()
    localStorage['UserInfo'] = '{"userId":"me"}'
    localStorage['AccessToken'] = 'some'
  })
  network.cut()
  await page.goto('/recent_theme')
  await page.getByText('answer 1').waitFor()
  expect(await field.isVisible()).toBe(false)
  await close()
})

test('the question of the day before is not called today’s, and its draft is kept at midnight', async ({
  browser,
  network,
  expect,
}) => {
  const { page, close } = await reader(browser, network)
  network.cut()
  const now = Date.now()
  await page.clock.install({ time: now + DAY_MS })
  const field = page.getByRole('textbox', label)
  await page.goto('/')
  await page.getByRole('heading', { name: questionText(today, 'ja') }).waitFor()
  const date = formatDate(t, 'theme_date', today.previewAt * 1000)
  expect(await shownDay(page)).toBe(t('offline.readBefore', { date }))
  expect(await field.isVisible()).toBe(false)
  expect(await page.locator('main').textContent()).not.toContain(
    t('offline.readToday').split('{time}')[0] || t('offline.readToday').split('{time}')[1],
  )

  await page.clock.setSystemTime(now)
  await page.reload()
  await field.fill('still here')
  await page.clock.fastForward(DAY_MS)
  await page.getByText(t('composer.error.closed')).waitFor()
  expect(await shownDay(page)).toBe(t('offline.readBefore', { date }))
  network.restore()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.getByRole('heading', { name: t('offline.back') }).waitFor()
  expect(await field.inputValue()).toBe('still here')
  expect(await draft(page)).toContain('still here')
  await close()
})

test('the page comes by itself when its server answers again, late, or in the other language; calls have none', async ({
  browser,
  network,
  expect,
}) => {
  const { page, close } = await reader(browser, network)
  // Without an event of the browser.
  network.cut()
  await page.goto('/recent_theme')
  await heading(page, 'heading').waitFor()
  network.restore()
  await page.locator('.recent').waitFor()

  network.hold()
  network.requests.length = 0
  await page.goto('/recent_theme')
  await heading(page, 'slow').waitFor()
  await page.getByRole('heading', { name: questionText(today, 'ja') }).waitFor()
  expect(network.requests.filter((one) => one === 'GET /recent_theme')).toHaveLength(1)
  network.restore()
  await page.locator('.recent').waitFor()

  network.hold()
  await page.goto('/')
  await heading(page, 'slow').waitFor()
  network.cut()
  await heading(page, 'heading').waitFor()

  // A page in the other language stores none.
  const cookies = await page.context().cookies()
  expect(cookies.find(({ name }) => name === 'Language')?.value).toBe('ja')
  await page.goto('/en/login')
  await page.getByRole('heading', { name: texts.en('offline.heading') }).waitFor()
  await page.locator('.last-read[lang=ja]').waitFor()
  network.restore()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.getByRole('heading', { name: texts.en('login.title') }).waitFor()

  // Calls and files have no offline page.
  network.cut()
  for (const path of ['/auth/social/start', '/service/maintenance', '/picture/x', '/dev/outbox']) {
    await expect(page.goto(path), path).rejects.toThrow(/ERR_/)
  }
  await close()
})

test('the service worker keeps the offline and the home page, if it may, follows new builds, and goes away when retired', async ({
  browser,
  network,
  expect,
}) => {
  const { page, close } = await reader(browser, network)
  network.requests.length = 0
  await page.reload()
  await networkIsIdle(page)
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  const told = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation')
    const { serverTiming } = navigation as PerformanceNavigationTiming
    return serverTiming.map(({ name }) => name)
  })
  expect(told).toContain('maintenance')
  // One request, however many pages are open.
  expect(network.requests.filter((one) => one === 'GET /')).toHaveLength(1)
  expect(network.requests).not.toContain('GET /service/maintenance')

  await page.goto('/recent_theme')
  await page.goto('/privacy')
  await page.goto('/')
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const found = await Promise.all(
      names.map(async (name) => [
        name.replace(/-.*/, ''),
        (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
      ]),
    )
    return Object.fromEntries(found) as Record<string, string[]>
  })
  expect(Object.keys(kept).sort()).toEqual(['offline', 'read'])
  expect(kept['read']).toEqual(['/offline/last-read'])
  for (const path of kept['offline']!)
    expect(path).toMatch(/^\/(?:(?:ja|en)\/offline|_astro\/|avatar\.svg$)/)
  expect(kept['offline']).toContain('/avatar.svg')

  const script = await (await app.fetch('/service-worker.js')).text()
  const cacheNames = () => page.evaluate(() => caches.keys())
  const isWaiting = () =>
    page.context().serviceWorkers().at(-1)!.evaluate('registration.waiting !== null')
  const [first] = (await cacheNames()).filter((name) => name.startsWith('offline-'))
  const version = first!.slice('offline-'.length)
  for (const next of ['second', 'third']) {
    network.replaced.set('/service-worker.js', script.replaceAll(version, next))
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await expect.poll(cacheNames).toContain(`offline-${next}`)
    // It starts when the site is left, never under a page.
    await expect.poll(isWaiting).toBe(true)
    await page.goto('about:blank')
    await expect.poll(isWaiting).toBe(false)
    await page.goto('/recent_theme')
  }
  expect((await cacheNames()).sort()).toEqual(['offline-second', 'offline-third', 'read'])
  await page.evaluate(async () =>
    (await caches.open('offline-second')).put('/ja/offline', new Response('Old')),
  )
  network.cut()
  await page.goto('/')
  await page.getByRole('heading', { name: questionText(today, 'ja') }).waitFor()
  network.restore()
  await page.locator('.comment-list').waitFor()

  network.replaced.set('/service-worker.js', readFileSync('src/service-worker/retired.js', 'utf8'))
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  const left = () =>
    page.evaluate(async () => [
      ...(await caches.keys()),
      ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
    ])
  await expect.poll(left).toEqual([])
  await close()

  // Where the browser lets it store nothing, pages work.
  const full = await browser.visit({ baseURL: network.origin, serviceWorkers: 'allow' })
  const quota =
    "Cache.prototype.put = () => Promise.reject(new DOMException('', 'QuotaExceededError'));"
  network.replaced.set('/service-worker.js', quota + script)
  await full.page.goto('/login')
  await networkIsIdle(full.page)
  await full.page.goto('/recent_theme')
  await full.page.locator('.recent').waitFor()
  expect(full.problems).toEqual([])
  await full.close()
})
