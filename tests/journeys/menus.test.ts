import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { TOKYO_OFFSET_MS } from '../../src/domain/tokyo-time.ts'
import { menuLinks } from '../../src/components/menu-links.ts'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { findingsInBothSchemes } from '../../harness/accessibility.ts'
import { desk, type Browser } from '../../harness/browser.ts'
import { texts } from '../../harness/steps/account-steps.ts'
import { follow } from '../../harness/steps/reading-steps.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

const app = await ownApp({ vars: { VITALS_SAMPLING: '1' } })
const test = journey(app)

const menu = (page: Page) => page.locator('#menu')
const isOpen = (page: Page) => menu(page).evaluate((element) => element.matches(':popover-open'))
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    return {
      label: element?.getAttribute('aria-label'),
      isInMenu: Boolean(element?.closest('#menu')),
    }
  })
const shownLinks = (page: Page) =>
  menu(page)
    .locator('li a:visible')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')))

async function openByKeyboard(page: Page): Promise<void> {
  await page.locator('.burger').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => isOpen(page)).toBe(true)
  // The first key loads the script that traps Tab.
  await page.locator('#menu[data-complete]').waitFor()
}

const hrefs = (links: { href: string }[]) => links.map(({ href }) => href)

const t = texts.ja

test('focus goes into the side menu, stays there and comes back', async ({ visit }) => {
  const { page } = await visit()
  await page.goto('/')
  await openByKeyboard(page)
  expect(await focused(page)).toEqual({ label: t('menu.close'), isInMenu: true })
  const seen = new Set<string>()
  await page.keyboard.press('Shift+Tab')
  expect((await focused(page)).isInMenu).toBe(true)
  for (let step = 0; step < 30; step++) {
    await page.keyboard.press('Tab')
    expect((await focused(page)).isInMenu).toBe(true)
    seen.add(await page.evaluate(() => document.activeElement?.textContent?.trim() ?? ''))
  }
  for (const { label } of menuLinks.signedOut) expect(seen).toContain(t(label))
  expect(seen).toContain(t('navigation.login'))
  expect(await findingsInBothSchemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  expect(await isOpen(page)).toBe(false)
  expect(await focused(page)).toEqual({ label: t('menu.open'), isInMenu: false })
  await openByKeyboard(page)
  await page.keyboard.press('Enter')
  expect(await isOpen(page)).toBe(false)
  expect(await findingsInBothSchemes(page)).toEqual([])
})

test('a guest sees the links of the product, from the one list', async ({ visit }) => {
  const { page } = await visit()
  await page.goto('/')
  await openByKeyboard(page)
  const own = ['/', '/recent_theme', '/login']
  expect(await shownLinks(page)).toEqual([...own, ...hrefs(menuLinks.signedOut)])
  expect(await menu(page).getByText(t('navigation.logout')).isVisible()).toBe(false)
})

test('somebody signed in sees the other menu, and no login link from the first paint on', async ({
  signedIn,
}) => {
  const { page, person } = await signedIn()
  await page.addInitScript(() => {
    const seen: boolean[] = []
    Object.assign(window, { seen })
    const look = () => {
      const link = document.querySelector('.login.when-signed-out')
      if (link) seen.push(link.checkVisibility())
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  for (const path of ['/', '/recent_theme']) {
    await page.goto(path)
    const look = () => page.evaluate(() => (window as unknown as { seen: boolean[] }).seen)
    await expect.poll(async () => (await look()).length).toBeGreaterThan(0)
    expect(await look()).not.toContain(true)
  }
  await openByKeyboard(page)
  const own = ['/', '/recent_theme', '/profile', '/notices', '/account_settings']
  expect(await shownLinks(page)).toEqual([...own, ...hrefs(menuLinks.signedIn)])
  await menu(page).getByText(person.username, { exact: true }).waitFor()
  const about = menu(page).getByRole('list', { name: t('menu.about') })
  expect(await about.getByRole('link').count()).toBe(menuLinks.signedIn.length)
  expect(await findingsInBothSchemes(page)).toEqual([])
  const logout = menu(page).getByRole('button', { name: t('navigation.logout') })
  await logout.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: t('dialog.logout.title') }).waitFor()
  expect(await isOpen(page)).toBe(false)
  await page.keyboard.press('Escape')
  await expect.poll(() => focused(page)).toEqual({ label: t('menu.open'), isInMenu: false })
})

test('every link closes the menu, also the one to this page; so does a click outside it', async ({
  visit,
}) => {
  const { page } = await visit()
  await page.goto('/')
  await page.evaluate(() => {
    document.addEventListener('click', (event) => {
      if ((event.target as Element).closest('a')) event.preventDefault()
    })
  })
  const count = await menu(page)
    .locator('li a:visible')
    .count()
    .catch(() => 0)
  expect(count).toBe(0)
  await openByKeyboard(page)
  const links = await menu(page).locator('a:visible').all()
  expect(links.length).toBeGreaterThan(10)
  for (const link of links.slice(0, -2)) {
    if (!(await isOpen(page))) await openByKeyboard(page)
    await link.focus()
    await page.keyboard.press('Enter')
    expect(await isOpen(page)).toBe(false)
  }
  await openByKeyboard(page)
  await page.mouse.click(355, 400)
  await expect.poll(() => isOpen(page)).toBe(false)
})

test('without script the menu opens, closes and leads on', async ({ visit }) => {
  const { page } = await visit({ javaScriptEnabled: false })
  await page.goto('/')
  await page.locator('.burger').click()
  await menu(page)
    .getByRole('link', { name: t('navigation.recent') })
    .click()
  await page.waitForURL('**/recent_theme')
  expect(await menu(page).isVisible()).toBe(false)
  await page.locator('.burger').click()
  const other = 'English'
  await follow(menu(page).getByRole('link', { name: other }))
  expect(await page.locator('html').getAttribute('lang')).toBe('en')
  expect(new URL(page.url()).pathname).toMatch(/\/recent_theme$/)
})

test('the logo is 148 px wide and leads home; large displays have the links inline', async ({
  visit,
}) => {
  for (const viewport of [{ width: 320, height: 640 }, { width: 768, height: 1024 }, desk]) {
    const { page } = await visit({ viewport })
    await page.goto('/recent_theme')
    const logo = page.locator('.bar .logo')
    expect((await logo.boundingBox())?.width).toBe(148)
    const isInline = viewport.width >= 768
    expect(await page.locator('.bar .links').isVisible()).toBe(isInline)
    expect(await page.locator('nav.bottom').isVisible()).toBe(!isInline)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(viewport.width)
    await page.locator('.bar .logo').click()
    await page.waitForURL(`${app.origin}/`)
  }
})

describe('the language', () => {
  const lang = (page: Page) => page.locator('html').getAttribute('lang')
  const stored = async (page: Page) => ({
    local: await page.evaluate(() => localStorage.getItem('Language')),
    cookie: (await page.context().cookies()).find(({ name }) => name === 'Language')?.value,
  })
  async function withStored(browser: Browser, local: string | null, cookie: string | null) {
    const origins = [
      {
        origin: app.origin,
        localStorage: local === null ? [] : [{ name: 'Language', value: local }],
      },
    ]
    const storageState = { cookies: [], origins }
    const someone = await browser.visit({ baseURL: app.origin, storageState })
    const { page } = someone
    if (cookie !== null) {
      await page.context().addCookies([{ name: 'Language', value: cookie, url: app.origin }])
    }
    const lines: string[] = []
    page.on('console', (message) => {
      if (message.text().startsWith('Language:')) lines.push(message.text())
    })
    return { ...someone, lines }
  }

  /** Storage, cookie, resulting language, console lines. */
  const choices: [string | null, string | null, 'ja' | 'en', number][] = [
    [null, null, 'ja', 0],
    ['ja', 'ja', 'ja', 0],
    ['en', 'en', 'en', 0],
    ['en', null, 'en', 0],
    [null, 'en', 'en', 0],
    ['fr', null, 'en', 1],
    ['fr', 'ja', 'en', 1],
    ['fr', 'fr', 'en', 1],
    [null, 'fr', 'en', 1],
    ['', 'ja', 'en', 1],
  ]
  test('is the stored one, else that of the cookie, English for one that is unknown', async ({
    browser,
  }) => {
    for (const [local, cookie, language, count] of choices) {
      const { page, lines, close } = await withStored(browser, local, cookie)
      const message = `stored ${local} with the cookie ${cookie}`
      await page.goto('/login')
      await expect.poll(() => lang(page), { message }).toBe(language)
      expect(await stored(page), message).toEqual({ local: language, cookie: language })
      await page.goto('/')
      expect(await lang(page), message).toBe(language)
      expect(lines, message).toHaveLength(count)
      await close()
    }
  })

  test('an address with a language in it decides and is stored', async ({ browser }) => {
    const { page, close } = await withStored(browser, 'ja', 'ja')
    await page.goto('/en/recent_theme')
    expect(await lang(page)).toBe('en')
    expect(await stored(page)).toEqual({ local: 'en', cookie: 'en' })
    await page.goto('/')
    expect(await lang(page)).toBe('en')
    await close()
  })

  test('the switch keeps the page, its query and what was typed, by keyboard', async ({
    browser,
  }) => {
    const { page, close } = await withStored(browser, 'ja', 'ja')
    await page.goto('/login?next=%2Frecent_theme')
    await page.locator('astro-island[ssr]').waitFor({ state: 'detached' })
    await page.getByLabel(texts.ja('field.email')).fill('kenji@example.com')
    await page.locator('[data-language="en"]').focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => lang(page)).toBe('en')
    expect(page.url()).toBe(`${app.origin}/login?next=%2Frecent_theme`)
    await expect
      .poll(() => page.getByLabel(texts.en('field.email')).inputValue())
      .toBe('kenji@example.com')
    expect(await stored(page)).toEqual({ local: 'en', cookie: 'en' })

    await page.goto('/')
    await page.locator('#post').fill('書きかけ')
    await openByKeyboard(page)
    await menu(page).locator('[data-language="ja"]').focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => lang(page)).toBe('ja')
    expect(page.url()).toBe(`${app.origin}/`)
    await expect.poll(() => page.locator('#post').inputValue()).toBe('書きかけ')
    await close()
  })

  test('a page that comes back from the history is in the language of now', async ({ browser }) => {
    const { page, close } = await withStored(browser, 'ja', 'ja')
    await page.goto('/')
    await page.goto('/login')
    await page.locator('[data-language="en"]').click()
    await expect.poll(() => lang(page)).toBe('en')
    await page.goBack()
    await expect.poll(() => lang(page)).toBe('en')
    expect(new URL(page.url()).pathname).toBe('/')
    await close()
  })
})

test('the build label is written to the console once: the day of the build in Tokyo', async ({
  visit,
}) => {
  const { page } = await visit({ language: 'en' })
  const lines: string[] = []
  page.on('console', (message) => lines.push(message.text()))
  await page.goto('/')
  await networkIsIdle(page)
  const labels = lines.filter((line) => /^\d\d [A-Z][a-z]{2} \d{4}$/.test(line))
  expect(labels).toHaveLength(1)
  const age = Date.now() + TOKYO_OFFSET_MS - Date.parse(`${labels[0]} UTC`)
  expect(age).toBeGreaterThanOrEqual(0)
})

test('/app/testPage shows the value as text and leads home', async ({ visit }) => {
  const t = texts.ja
  const { page } = await visit()
  const value = '<img src=x onerror="document.title=1">&amp;\u202e'
  await page.goto(`/app/testPage?value=${encodeURIComponent(value)}`)
  expect(await page.locator('#value').textContent()).toBe(value)
  expect(await page.locator('#value *').count()).toBe(0)
  expect(await findingsInBothSchemes(page)).toEqual([])
  await page.goto('/app/testPage')
  expect(await page.locator('#value').textContent()).toBe(t('testPage.none'))
  await page.getByRole('link', { name: t('testPage.home') }).click()
  await page.waitForURL(`${app.origin}/`)
})

describe('vitals', () => {
  const logged = () =>
    app.logs
      .filter((line) => line.includes('"event":"vitals"'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  const leave = async (page: Page) => {
    await networkIsIdle(page)
    await page.goto('/app/testPage')
  }

  test('are sent when a page is left, by page and language', async ({ visit }) => {
    const { page } = await visit({ language: 'en' })
    await page.goto('/login')
    await leave(page)
    const login = { page: '/login', language: 'en', FCP: expect.any(Number) }
    await expect.poll(logged).toContainEqual(expect.objectContaining(login))
  })

  test('are not sent when the privacy switch is off', async ({ visit }) => {
    const { page, close } = await visit({ language: 'en' })
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.addInitScript(() => localStorage.setItem('Privacy', 'off'))
    await page.goto('/signup')
    await leave(page)
    await networkIsIdle(page)
    expect(asked.filter((url) => url.endsWith('/service/vitals'))).toEqual([])
    await close()

    // Another reader's later vitals have arrived, so earlier ones would have too.
    const other = await visit({ language: 'en' })
    await other.page.goto('/forgot_password')
    await leave(other.page)
    const pages = () => logged().map(({ page }) => page)
    await expect.poll(pages).toContain('/forgot_password')
    expect(pages()).not.toContain('/signup')
    await other.close()
  })
})
