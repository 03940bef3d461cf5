import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { menuLinks } from '../../src/components/menu-links.ts'
import { journey } from '../../harness/journey.ts'
import { sharedApp } from '../../harness/own-app.ts'
import { findingsInBothSchemes } from '../../harness/accessibility.ts'
import { PASSWORD } from '../../harness/credentials.ts'
import { hold } from '../../harness/steps/reading-steps.ts'
import { t, texts } from '../../harness/steps/account-steps.ts'

const app = await sharedApp()
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

test('the side menu holds the focus, closes in every way, and lists other pages for a person, who sees no login link', async ({
  visit,
  signedIn,
}) => {
  const { page } = await visit()
  const labels: string[] = []
  page.on('console', (message) => labels.push(message.text()))
  await page.goto('/')
  await openByKeyboard(page)
  expect(labels.filter((line) => /^\d\d [A-Z][a-z]{2} \d{4}$/.test(line))).toHaveLength(1)
  expect(await focused(page)).toEqual({ label: t('menu.close'), isInMenu: true })
  const own = ['/', '/recent_theme', '/login', '/signup']
  expect(await shownLinks(page)).toEqual([...own, ...hrefs(menuLinks.signedOut)])
  expect(await menu(page).getByText(t('navigation.logout')).isVisible()).toBe(false)
  await page.keyboard.press('Shift+Tab')
  expect((await focused(page)).isInMenu).toBe(true)
  const seen = new Set<string>()
  for (let step = 0; step < 20; step++) {
    await page.keyboard.press('Tab')
    expect((await focused(page)).isInMenu).toBe(true)
    seen.add(await page.evaluate(() => document.activeElement?.textContent?.trim() ?? ''))
  }
  for (const { label } of menuLinks.signedOut) expect(seen).toContain(t(label))
  expect(await findingsInBothSchemes(page, '#menu')).toEqual([])
  await page.keyboard.press('Escape')
  expect(await isOpen(page)).toBe(false)
  expect(await focused(page)).toEqual({ label: t('menu.open'), isInMenu: false })
  await openByKeyboard(page)
  await page.keyboard.press('Enter')
  expect(await isOpen(page)).toBe(false)

  await openByKeyboard(page)
  await page.mouse.click(355, 400)
  await expect.poll(() => isOpen(page)).toBe(false)
  await page.evaluate(() =>
    document.addEventListener('click', (event) => {
      if ((event.target as Element).closest('a')) event.preventDefault()
    }),
  )
  await openByKeyboard(page)
  await menu(page).locator('li a[href="/"]').press('Enter')
  expect(await isOpen(page)).toBe(false)

  const value = '<img src=x onerror="document.title=1">&amp;'
  await page.goto(`/app/testPage?value=${encodeURIComponent(value)}`)
  expect(await page.locator('#value').textContent()).toBe(value)

  const { page: persons, person } = await signedIn()
  await persons.addInitScript(() => {
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
    await persons.goto(path)
    const look = () => persons.evaluate(() => (window as unknown as { seen: boolean[] }).seen)
    await expect.poll(async () => (await look()).length).toBeGreaterThan(0)
    expect(await look()).not.toContain(true)
  }
  await openByKeyboard(persons)
  const personsOwn = ['/', '/recent_theme', '/profile', '/notices', '/suggest', '/account_settings']
  expect(await shownLinks(persons)).toEqual([...personsOwn, ...hrefs(menuLinks.signedIn)])
  const name = menu(persons).getByText(person.username, { exact: true })
  await name.waitFor()
  const box = () => menu(persons).locator('[href="/suggest"]').boundingBox()
  const withName = await box()
  // As it is until the script comes.
  await name.evaluate((row) => row.replaceChildren())
  expect(await box()).toEqual(withName)
  const about = menu(persons).getByRole('list', { name: t('menu.about') })
  expect(await about.getByRole('link').count()).toBe(menuLinks.signedIn.length)
  expect(await findingsInBothSchemes(persons, '#menu')).toEqual([])
  const logout = menu(persons).getByRole('button', { name: t('navigation.logout') })
  await logout.focus()
  await persons.keyboard.press('Enter')
  await persons.getByRole('dialog', { name: t('dialog.logout.title') }).waitFor()
  expect(await persons.getByText(t('dialog.logout.draft')).count()).toBe(0)
  expect(await isOpen(persons)).toBe(false)
  await persons.keyboard.press('Escape')
  await expect.poll(() => focused(persons)).toEqual({ label: t('menu.open'), isInMenu: false })
})

const lang = (page: Page) => page.locator('html').getAttribute('lang')

test('the language is the stored one, English for an unknown one, that of the address before both', async ({
  visit,
}) => {
  const { page } = await visit()
  const told: string[] = []
  page.on('console', (message) => {
    if (message.text().startsWith('Language:')) told.push(message.text())
  })
  const kept = async () => ({
    local: await page.evaluate(() => localStorage.getItem('Language')),
    cookie: (await page.context().cookies()).find(({ name }) => name === 'Language')?.value,
  })
  /** Storage, cookie, resulting language, console lines. */
  const choices: [string | null, string | null, 'ja' | 'en', number][] = [
    [null, null, 'ja', 0],
    ['en', null, 'en', 0],
    [null, 'en', 'en', 0],
    ['fr', 'ja', 'en', 1],
    [null, 'fr', 'en', 1],
    ['', 'ja', 'en', 1],
  ]
  await page.goto('/login')
  for (const [local, cookie, language, count] of choices) {
    const message = `stored ${local} with the cookie ${cookie}`
    await page.evaluate((value) => {
      if (value === null) localStorage.removeItem('Language')
      else localStorage.setItem('Language', value)
    }, local)
    await page.context().clearCookies()
    const name = { name: 'Language', url: app.origin }
    if (cookie !== null) await page.context().addCookies([{ ...name, value: cookie }])
    told.length = 0
    await page.goto('/login')
    await expect.poll(() => lang(page), { message }).toBe(language)
    expect(await kept(), message).toEqual({ local: language, cookie: language })
    expect(told, message).toHaveLength(count)
  }
  await page.goto('/ja/recent_theme')
  expect(await lang(page)).toBe('ja')
  expect(await kept()).toEqual({ local: 'ja', cookie: 'ja' })
  await page.goto('/')
  expect(await lang(page)).toBe('ja')
})

test('the switch keeps the page, its query and what was typed but a password, by keyboard, late and after a failure too', async ({
  visit,
  signedIn,
}) => {
  const { page } = await visit()
  await page.goto('/')
  await page.locator('#post').fill('書きかけ')
  await openByKeyboard(page)
  await menu(page).locator('[data-language="en"]').press('Enter')
  await expect.poll(() => lang(page)).toBe('en')
  expect(page.url()).toBe(`${app.origin}/`)
  await expect.poll(() => page.locator('#post').inputValue()).toBe('書きかけ')

  const words = texts.en
  const password = () => page.getByLabel(words('field.password'), { exact: true })
  await page.goto('/signup?next=%2Frecent_theme')
  await page.getByLabel(words('field.email')).fill('kenji@example.com')
  await password().fill(PASSWORD)
  // A shown password is a text field.
  await page.getByRole('button', { name: words('password.show') }).click()
  await page.getByLabel(words('signup.terms')).check()
  await page.evaluate(() => {
    const keep = () =>
      (document.cookie = `carried=${encodeURIComponent(sessionStorage['TypedText'])}`)
    addEventListener('pagehide', keep)
  })
  await page.locator('[data-language="ja"]').press('Enter')
  await expect.poll(() => lang(page)).toBe('ja')
  expect(page.url()).toBe(`${app.origin}/signup?next=%2Frecent_theme`)
  const email = page.getByLabel(t('field.email'))
  await expect.poll(() => email.inputValue()).toBe('kenji@example.com')
  expect(await page.locator('input[name="password"]').inputValue()).toBe('')
  expect(await page.getByLabel(t('signup.terms')).isChecked()).toBe(true)
  const carried = decodeURIComponent(await page.evaluate(() => document.cookie))
  expect(carried).toContain('kenji@example.com')
  expect(carried).not.toContain(PASSWORD)
  // The page before is in the language of now, from the back/forward cache or not.
  await page.goBack()
  await expect.poll(() => lang(page)).toBe('ja')
  expect(page.url()).toBe(`${app.origin}/`)

  const { page: own } = await signedIn({ allows: /ERR_FAILED/ })
  const switchTo = async (language: 'en' | 'ja') => {
    await own.locator(`a[data-language="${language}"]`).click()
    await own.locator(`html[lang="${language}"]`).waitFor()
  }
  await own.goto('/year_of_birth')
  const year = own.locator('select[name="birthYear"]')
  await year.selectOption('1990')
  await switchTo('en')
  await expect.poll(() => year.inputValue()).toBe('1990')

  const field = (name: string) => own.locator(`[name="${name}"]`)
  await own.goto('/request')
  await field('reason').fill('the reason')
  await field('name').fill('an old name')
  await own.route('**/restore-typed-text.*.js', (route) => route.abort())
  for (const language of ['ja', 'en'] as const) {
    await switchTo(language)
    await own.locator('.load-failure').waitFor()
  }
  await own.unroute('**/restore-typed-text.*.js')
  const release = await hold(own, '**/restore-typed-text.*.js')
  await own.reload()
  // The form also restores its own texts (`islands/ui/kept-form.ts`).
  await field('name').fill('new')
  await field('kind').nth(1).check()
  release()
  await expect.poll(() => field('reason').inputValue()).toBe('the reason')
  expect(await field('name').inputValue()).toBe('new')
  expect(await field('kind').nth(1).isChecked()).toBe(true)
  await expect.poll(() => own.evaluate(() => sessionStorage.getItem('TypedText'))).toBeNull()
})
