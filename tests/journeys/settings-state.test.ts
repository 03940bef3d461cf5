import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { journey, type VisitAs } from '../../harness/journey.ts'
import { sharedApp } from '../../harness/own-app.ts'
import { PASSWORD } from '../../harness/credentials.ts'
import { activated, texts } from '../../harness/steps/account-steps.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

const MENU = '/account_settings'
const t = texts.en

const app = await sharedApp()
const test = journey(app, { allows: /ERR_FAILED/ })

const save = (page: Page) => page.getByRole('button', { name: t('settings.save') })
const years = (page: Page, language: 'en' | 'ja' = 'en') =>
  page.getByLabel(texts[language]('settings.birthYear'))

describe('Save on a page whose island is not there yet', () => {
  test.for<[string, string, string, string]>([
    ['/gender', 'GenderSetting', 'input:checked', '2'],
    ['/year_of_birth', 'BirthYearSetting', 'select', '1991'],
  ])(
    'sends nothing for %s that the person has not seen',
    async ([path, island, field, value], { signedIn }) => {
      const {
        page,
        person: { userId },
      } = await signedIn({ language: 'en' })
      await app.db
        .prepare('UPDATE user SET gender = 2, birth_year = 1991 WHERE id = ?')
        .bind(userId)
        .run()
      let release = () => {}
      const released = new Promise<void>((resolve) => (release = resolve))
      await page.route(`**/${island}.*.js`, async (route) => {
        await released
        await route.continue()
      })
      const saves: string[] = []
      page.on('request', (request) => {
        if (request.method() === 'PUT') saves.push(request.url())
      })
      await page.goto(path, { waitUntil: 'commit' })
      await save(page).evaluate((button: HTMLButtonElement) => button.click())
      release()
      await expect.poll(() => save(page).isEnabled()).toBe(true)
      await networkIsIdle(page)
      expect(saves).toEqual([])
      expect(new URL(page.url()).pathname).toBe(path)
      // The server's value, not the one in this browser's storage.
      await expect.poll(() => page.locator(`main ${field}`).inputValue()).toBe(value)
      await save(page).click()
      await page.waitForURL(`**${MENU}`)
      const row = await app.db
        .prepare('SELECT gender, birth_year FROM user WHERE id = ?')
        .bind(userId)
        .first()
      expect(row).toEqual({ gender: 2, birth_year: 1991 })
    },
  )
})

describe('after a login in between', () => {
  async function logInFor(visit: VisitAs, path: string) {
    const email = await activated(app)
    const visited = await visit({ language: 'en' })
    const { page } = visited
    await page.goto(path)
    await page.getByLabel(t('field.email')).fill(email)
    await page.getByLabel(t('field.password'), { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: t('login.submit'), exact: true }).click()
    await page.waitForURL(`${app.origin}${path}`)
    return visited
  }

  test('Save leads to the menu', async ({ visit }) => {
    const { page, close } = await logInFor(visit, '/gender')
    await page.getByLabel(t('gender.3')).check()
    await save(page).click()
    await page.waitForURL(`**${MENU}`)
    const saved = t('notice.saved', { setting: t('settings.gender') })
    await expect.poll(() => page.locator('.page-notice').textContent()).toBe(saved)
    await close()
  })

  test('the arrow of the profile leads home', async ({ visit }) => {
    const { page, close } = await logInFor(visit, '/profile')
    await networkIsIdle(page)
    await page.locator('[data-back]').click()
    await page.waitForURL(`${app.origin}/`)
    await close()
  })
})

describe('switching the language keeps what was chosen', () => {
  const switchTo = async (page: Page, language: 'en' | 'ja') => {
    await page.locator(`a[data-language="${language}"]`).click()
    await page.locator(`html[lang="${language}"]`).waitFor()
  }

  test('a year of birth, until another is chosen', async ({ signedIn }) => {
    const { page } = await signedIn({ language: 'en' })
    await page.goto('/year_of_birth')
    await years(page).selectOption('1990')
    await switchTo(page, 'ja')
    await expect.poll(() => years(page, 'ja').inputValue()).toBe('1990')
    await networkIsIdle(page)
    expect(await years(page, 'ja').inputValue()).toBe('1990')
    await years(page, 'ja').selectOption('1985')
    const { promise: isShown, resolve: show } = Promise.withResolvers<void>()
    await page.route('**/user/me', async (route) => {
      await isShown
      await route.continue()
    })
    await switchTo(page, 'en')
    await expect.poll(() => years(page).inputValue()).toBe('1985')
    show()
    await expect.poll(() => save(page).isEnabled()).toBe(true)
    expect(await years(page).inputValue()).toBe('1985')
  })

  test('a reminder: its channel, hour and time zone, also where others are stored', async ({
    signedIn,
  }) => {
    const { page } = await signedIn({ language: 'en' })
    const form = (language: 'en' | 'ja') => ({
      mail: page.getByLabel(texts[language]('reminder.mail')),
      off: page.getByLabel(texts[language]('reminder.off')),
      hour: page.getByLabel(texts[language]('reminder.hour'), { exact: true }),
      zone: page.getByLabel(texts[language]('reminder.timeZone')),
    })
    await page.goto('/reminder')
    await form('en').mail.check()
    await save(page).click()
    await page.waitForURL(`**${MENU}`)
    await page.goto('/reminder')
    await expect.poll(() => form('en').mail.isChecked()).toBe(true)
    await form('en').off.check()
    await form('en').hour.selectOption('7')
    await form('en').zone.selectOption('Europe/Berlin')
    await switchTo(page, 'ja')
    await expect.poll(() => form('ja').hour.isEnabled()).toBe(true)
    await expect.poll(() => form('ja').hour.inputValue()).toBe('7')
    await expect.poll(() => form('ja').zone.inputValue()).toBe('Europe/Berlin')
    await expect.poll(() => form('ja').off.isChecked()).toBe(true)
  })

  async function switchOnSlowNetwork(page: Page) {
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/restore-typed-text.*.js', async (route) => {
      await released
      await route.continue()
    })
    await switchTo(page, 'ja')
    return release
  }

  test('a text that comes late, but overwrites nothing that was typed before it came', async ({
    visit,
  }) => {
    const { page } = await visit({ language: 'en' })
    await page.goto('/request')
    await page.locator('[name="reason"]').fill('the reason')
    await page.locator('[name="name"]').fill('an old name')
    const release = await switchOnSlowNetwork(page)
    await page.locator('[name="name"]').pressSequentially('new')
    await page.locator('[name="kind"]').nth(1).check()
    release()
    await expect.poll(() => page.locator('[name="reason"]').inputValue()).toBe('the reason')
    expect(await page.locator('[name="name"]').inputValue()).toBe('new')
    expect(await page.locator('[name="kind"]').nth(1).isChecked()).toBe(true)
  })

  test('a text whose script fails, for the next opening of the page and the next switch', async ({
    visit,
  }) => {
    const { page } = await visit({ language: 'en' })
    await page.goto('/request')
    await page.locator('[name="reason"]').fill('the reason')
    await page.route('**/restore-typed-text.*.js', (route) => route.abort())
    await switchTo(page, 'ja')
    await page.locator('.load-failure').waitFor()
    await switchTo(page, 'en')
    await page.locator('.load-failure').waitFor()
    await page.unroute('**/restore-typed-text.*.js')
    await page.reload()
    await expect.poll(() => page.locator('[name="reason"]').inputValue()).toBe('the reason')
    await page.reload()
    await networkIsIdle(page)
    expect(await page.locator('[name="reason"]').inputValue()).toBe('')
  })
})
